/** Data on how projects are run, tested and built: the files that say so, and the names and commands that they use. */
import type { Task } from './wants';
import { spaced as words, isNumber, spaced, unquoted } from '../text/plain';

/** Names of scripts, targets and tasks: whole names are the best, then first words, then last words. */
const namesOfTask: Readonly<Record<Task, { whole: readonly string[]; first: readonly string[]; last?: readonly string[] }>> = {
  test: { whole: words('test tests'), first: words('test tests spec unit check'), last: words('test tests spec specs') },
  build: { whole: words('build'), first: words('build compile bundle dist all package assemble'), last: words('build') },
  run: { whole: words('start run dev serve'), first: words('start run dev develop serve watch preview up server') },
  install: { whole: words('install setup bootstrap'), first: words('install setup bootstrap deps dependencies init prepare') },
  lint: { whole: words('lint'), first: words('lint format fmt style clippy check') },
  release: { whole: words('release publish deploy'), first: words('release publish deploy version') },
}; // prettier-ignore

/** First words of names that undo a task: `clean-test`, `stop-server`. */
const undoing = new Set(words('clean stop kill teardown down rm remove'));

/** Rank of a name for a task, lower is better; undefined when the name does not fit. */
export function rankOfName(name: string, task: Task): number | undefined {
  const { whole, first, last = [] } = namesOfTask[task];
  const lower = name.toLowerCase();
  const parts = lower.split(/[:_.-]/);
  const isOfTests = namesOfTask.test.last!.includes(parts.at(-1) ?? '');
  if (undoing.has(parts[0] ?? '') || (task === 'build' && isOfTests)) return undefined;
  const ranks = [whole.includes(lower), first.includes(parts[0] ?? ''), last.includes(parts.at(-1) ?? '')];
  const rank = ranks.indexOf(true);
  return rank < 0 ? undefined : rank;
}

/** Words of a command that does a task; a pair of words must be adjacent, and `$` stands for the end. */
const commandsOfTask: Readonly<Record<Task, readonly string[]>> = {
  test: words('test tests pytest jest vitest mocha rspec phpunit pest tox nox ctest spec check unittest busted minitest ava karma'),
  build: [...words('build compile package cmake assemble bundle tsc webpack'), 'make $', 'make all', 'make -j'],
  run: words('run start serve up dev server exec'),
  install: words('install add get sync restore bootstrap require clone ci setup'),
  lint: words('lint eslint flake8 ruff clippy fmt format rubocop golangci-lint prettier black mypy phpstan credo stylelint'),
  release: words('release publish deploy push twine goreleaser'),
}; // prettier-ignore

/** Programs that run scripts by name; their `run` does not say what is done. */
const scriptRunners = new Set(words('npm yarn pnpm bun composer pdm rye hatch poe'));
/** Programs that run other programs; their `run` does not say what is done. */
const programRunners = new Set(words('uv poetry pipenv pdm rye hatch'));
const runs = new Set(words('run run-script'));
/** A command that does one of these tasks does not start the project. */
const otherTasks: readonly Task[] = ['test', 'build', 'lint', 'release', 'install'];

/** Verbs that install whatever is named after them: `gem install minitest` is no test. */
const installing = new Set(words('install add clone'));

/** Programs whose `check` only inspects code and runs no tests. */
const lookers = new Set(words('cargo deno ruff buf terraform helm'));

/** True when one of the commands in a row does the task. */
export function doesTask(row: string, task: Task): boolean {
  // A command that stays in the background is a server that the tests need.
  if (task === 'test' && /[^&]&$/.test(row.trimEnd())) return false;
  const commands = row.split('&&').flatMap((part) => part.split(';'));
  return commands.some((command) => doesIt(words(command), task));
}

function doesIt(typed: readonly string[], task: Task): boolean {
  const [runner = '', verb = '', name = ''] = typed;
  if (runner.includes('=')) return doesIt(typed.slice(1), task);
  // The command after `bundle exec` decides.
  if (verb === 'exec' && runner !== 'docker') return doesIt(typed.slice(2), task);
  if (installing.has(verb) && task !== 'install') return false;
  if (runner === 'git' && verb !== 'clone') return false;
  if (task === 'test' && verb === 'check' && lookers.has(runner)) return false;
  // A bare `npm run` does not say what is run.
  if (runs.has(verb) && name === '' && (scriptRunners.has(runner) || programRunners.has(runner))) return false;
  const isByName = runs.has(verb) && !name.startsWith('-') && !name.includes('.');
  if (isByName && scriptRunners.has(runner) && rankOfName(name, task) !== undefined) return true;
  const does = (other: Task) => says(isByName && programRunners.has(runner) ? typed.slice(2) : typed, other);
  if (isByName && programRunners.has(runner)) return task === 'run' ? !otherTasks.some(does) : does(task);
  if (isByName && scriptRunners.has(runner)) return false;
  return says(typed, task) && (task !== 'run' || commandsOfTask.run.includes(verb) || !otherTasks.some(does));
}

function says(typed: readonly string[], task: Task): boolean {
  const said = ` ${(
    typed
      .join(' ')
      .toLowerCase()
      .match(/-j|[\w-]+/g) ?? []
  ).join(' ')} $ `;
  // `itest`, `ltest`: an alias of a test command.
  if (task === 'test' && / [a-z]tests? /.test(said)) return true;
  return commandsOfTask[task].some((word) => said.includes(` ${word} `));
}

/** First letters of words in headings for a task. */
const headingsOfTask: Readonly<Record<Task, readonly string[]>> = {
  test: words('test'),
  build: words('build compil source'),
  run: words('run start usage develop quick'),
  install: words('install setup set start'),
  lint: words('lint style format'),
  release: words('releas publish deploy'),
};

export function isHeadingOf(heading: string, task: Task): boolean {
  const said = heading.toLowerCase().match(/\w+/g) ?? [];
  return said.some((word) => headingsOfTask[task].some((begin) => word.startsWith(begin)));
}

/** File names; a leading `*` matches any beginning. */
type Names = readonly string[];

export function isAmong(name: string, names: Names): boolean {
  return names.some((one) => (one.startsWith('*') ? name.endsWith(one.slice(1)) : name === one));
}

/** First words of document rows that are commands. */
const tools = new Set(
  words(`npm npx pnpm yarn bun bunx deno node make just task rake bundle ruby gem python python3 pip pip3 pipx uv uvx poetry
  pdm hatch tox nox pytest cargo rustc go mvn ./mvnw gradle ./gradlew sbt mix elixir iex composer php ./vendor/bin/phpunit
  dotnet swift xcodebuild pod carthage flutter dart cmake ctest meson ninja ./configure ./autogen.sh cabal stack zig
  dune opam lein clojure docker docker-compose bazel brew apt apt-get sudo git ./build.sh ./test.sh sh bash julia
  Rscript luarocks busted nimble crystal shards tsc jest vitest mocha dbt ansible-playbook forge hardhat bats`),
);

/** Manifests whose syntax tree lists commands: the parent key, and what is typed before a command's name. */
export const scriptsIn: readonly { files: Names; above: string; typed: string }[] = [
  { files: ['package.json'], above: 'scripts', typed: 'npm run' },
  { files: ['composer.json'], above: 'scripts', typed: 'composer' },
  { files: ['deno.json', 'deno.jsonc'], above: 'tasks', typed: 'deno task' },
  { files: words('Taskfile.yml Taskfile.yaml taskfile.yml taskfile.yaml'), above: 'tasks', typed: 'task' },
  { files: ['pyproject.toml'], above: 'tool.poe.tasks', typed: 'poe' },
  { files: ['pyproject.toml'], above: 'tool.pdm.scripts', typed: 'pdm run' },
  { files: ['pyproject.toml'], above: 'tool.taskipy.tasks', typed: 'task' },
  { files: ['pyproject.toml'], above: 'tool.hatch.envs.*.scripts', typed: 'hatch run' },
];

/** True when a path of keys matches; `*` stands for one key. */
export function isAbove(above: string, path: readonly string[]): boolean {
  const names = above.split('.');
  return names.length === path.length && names.every((name, at) => name === '*' || name === path[at]);
}

/** Matches package managers other than npm in `packageManager` of a `package.json`. */
export const managers = /^["']?(pnpm|yarn|bun)@/;

/** Files with one target in a row. */
export const targetsIn: readonly { files: Names; target: RegExp; typed: string }[] = [
  {
    files: words('Makefile makefile GNUmakefile'),
    target: /^([\w.-]{1,60})(?: [\w.-]{1,60}){0,3}\s?::?(?!=)/,
    typed: 'make',
  },
  { files: ['Justfile', 'justfile'], target: /^@?([\w-]{1,60})(?: [^:=]{0,100})?:(?!=)/, typed: 'just' },
  // Targets inside a namespace have a longer name than the one written.
  {
    files: ['Rakefile'],
    target: /^\s{0,16}(?:task:?\s{1,4}|(?:\w{1,40}::){0,3}\w{0,40}Task\.new[( ])["':]?([\w-]{1,60})/,
    typed: 'rake',
  },
];

/** Files of continuous integration, and the keys that hold their commands. */
export const pipelines =
  /(?:^|\/)\.github\/workflows\/[^/]{1,100}\.ya?ml$|(?:^|\/)(?:\.gitlab-ci|\.travis|appveyor|\.appveyor|azure-pipelines|bitbucket-pipelines)\.ya?ml$|(?:^|\/)\.circleci\/config\.yml$/;
export const pipelineKeys: ReadonlySet<string> = new Set(['run', 'script', 'command', 'test_script', 'build_script', 'before_script']); // prettier-ignore

/** Documents for contributors, which may contain commands. */
export const guides =
  /(?:^|\/)(?:readme|contributing|development|developing|hacking|building|install|testing)[\w.-]{0,20}$/i;

/** Usual commands for a project with a file of this name, when nothing else says them. */
export const usual: readonly { files: Names; typed: Partial<Record<Task, string>> }[] = [
  { files: ['package.json'], typed: { install: 'npm install' } },
  { files: ['Cargo.toml'], typed: { test: 'cargo test', build: 'cargo build', run: 'cargo run', lint: 'cargo clippy', install: 'cargo build' } },
  { files: ['go.mod'], typed: { test: 'go test ./...', build: 'go build ./...', run: 'go run .', lint: 'go vet ./...', install: 'go mod download' } },
  { files: ['gradlew'], typed: { test: './gradlew test', build: './gradlew build', run: './gradlew run' } },
  { files: ['mvnw'], typed: { test: './mvnw test', build: './mvnw package', install: './mvnw install' } },
  { files: ['pom.xml'], typed: { test: 'mvn test', build: 'mvn package', install: 'mvn install' } },
  { files: words('build.gradle build.gradle.kts'), typed: { test: 'gradle test', build: 'gradle build', run: 'gradle run' } },
  { files: ['build.sbt'], typed: { test: 'sbt test', build: 'sbt compile', run: 'sbt run' } },
  { files: ['mix.exs'], typed: { test: 'mix test', build: 'mix compile', install: 'mix deps.get', lint: 'mix format' } },
  { files: ['pubspec.yaml'], typed: { test: 'dart test', install: 'dart pub get', run: 'dart run' } },
  { files: words('*.sln *.slnx *.csproj *.fsproj'), typed: { test: 'dotnet test', build: 'dotnet build', run: 'dotnet run', install: 'dotnet restore' } },
  { files: ['Package.swift'], typed: { test: 'swift test', build: 'swift build', run: 'swift run' } },
  { files: ['CMakeLists.txt'], typed: { build: 'cmake -B build && cmake --build build', test: 'ctest --test-dir build' } },
  { files: ['meson.build'], typed: { build: 'meson setup build && ninja -C build', test: 'meson test -C build' } },
  { files: words('*.cabal cabal.project'), typed: { test: 'cabal test', build: 'cabal build', run: 'cabal run' } },
  { files: ['dune-project'], typed: { test: 'dune test', build: 'dune build' } },
  { files: ['build.zig'], typed: { test: 'zig build test', build: 'zig build', run: 'zig build run' } },
  { files: ['*.gemspec'], typed: { build: 'gem build' } },
  { files: ['Gemfile'], typed: { install: 'bundle install', test: 'bundle exec rake' } },
  { files: words('phpunit.xml phpunit.xml.dist'), typed: { test: 'vendor/bin/phpunit' } },
  { files: ['composer.json'], typed: { install: 'composer install' } },
  { files: words('pytest.ini conftest.py'), typed: { test: 'pytest' } },
  { files: ['tox.ini'], typed: { test: 'tox' } },
  { files: ['noxfile.py'], typed: { test: 'nox' } },
  { files: ['requirements.txt'], typed: { install: 'pip install -r requirements.txt' } },
  { files: words('pyproject.toml setup.py'), typed: { install: 'pip install .' } },
  { files: words('docker-compose.yml docker-compose.yaml compose.yml compose.yaml'), typed: { run: 'docker compose up' } },
  { files: ['foundry.toml'], typed: { test: 'forge test', build: 'forge build' } },
]; // prettier-ignore

/** How to run a single test, by the tool that runs all of them; the first match counts. */
export const onePart: readonly { by: string; typed: string }[] = [
  { by: 'pytest', typed: 'pytest PATH -k NAME' },
  { by: 'vitest', typed: 'npx vitest run PATH -t NAME' },
  { by: 'jest', typed: 'npx jest PATH -t NAME' },
  { by: 'mocha', typed: 'npx mocha PATH -g NAME' },
  { by: 'ava', typed: 'npx ava PATH --match NAME' },
  { by: 'node --test', typed: 'node --test PATH' },
  { by: 'rspec', typed: 'bundle exec rspec PATH:LINE' },
  { by: 'phpunit', typed: 'vendor/bin/phpunit --filter NAME' },
  { by: 'cargo test', typed: 'cargo test NAME' },
  { by: 'go test', typed: 'go test ./FOLDER -run NAME' },
  { by: 'mvn', typed: 'mvn test -Dtest=NAME' },
  { by: 'mvnw', typed: './mvnw test -Dtest=NAME' },
  { by: 'gradlew', typed: './gradlew test --tests NAME' },
  { by: 'gradle', typed: 'gradle test --tests NAME' },
  { by: 'mix test', typed: 'mix test PATH:LINE' },
  { by: 'dart test', typed: 'dart test PATH --name NAME' },
  { by: 'flutter test', typed: 'flutter test PATH --name NAME' },
  { by: 'dotnet test', typed: 'dotnet test --filter NAME' },
  { by: 'swift test', typed: 'swift test --filter NAME' },
  { by: 'ctest', typed: 'ctest -R NAME' },
  { by: 'sbt', typed: 'sbt "testOnly NAME"' },
  { by: 'forge test', typed: 'forge test --match-test NAME' },
];

// Section: commands in rows of guides and pipelines, as written. Pure.

/** Matches a script of the project. */
const ownTool = /^(?:\.\/|(?:scripts?|bin|tools?|dev|ci|hack)\/)[\w./-]{1,80}$/;

/** The command in a row, without its prompt; undefined when the row is none. */
export function commandIn(row: string): string | undefined {
  const typed = unquoted(row.trim().replace(/^(?:[$>%]|run:)\s{0,3}/, ''));
  const first = spaced(typed).find((word) => !/^[A-Z_]{2,40}=/.test(word)) ?? '';
  return (tools.has(first) || ownTool.test(first)) && typed.length < 200 && !typed.endsWith(':') ? typed : undefined;
}

const maxTied = 8;

/** A row joined with those that it continues by a backslash at its end. */
export function tiedRows(rows: readonly string[], row: number): string {
  let text = rows[row] ?? '';
  for (let next = row + 1; text.endsWith('\\') && next <= row + maxTied; next += 1) {
    text = `${text.slice(0, -1).trimEnd()} ${(rows[next] ?? '').trim()}`;
  }
  return text.endsWith('\\') ? text.slice(0, -1).trimEnd() : text;
}

/** Words that may precede a command inside a sentence: "Run `make test`". */
const beforeCommand = new Set(spaced('run running use using with type execute call invoke via through by do and or'));
const forbidding = new Set(spaced(`not never don't don’t without instead`));
const maxBefore = 4;
/** Least words of a command inside a sentence; a single word is usually a name. */
const minInlineWords = 2;

/** Commands in code spans: at the beginning of a row or a cell, or after a word that says to type them. */
export function inlineCommands(row: string): string[] {
  const pieces = row.replaceAll('``', '`').split('`');
  return pieces.flatMap((piece, at) => {
    const said = spaced(pieces[at - 1] ?? '')
      .slice(-maxBefore)
      .map((word) => word.toLowerCase());
    const before = said.at(-1) ?? '';
    if (said.some((word) => forbidding.has(word))) return [];
    const isTold =
      before === '' ||
      beforeCommand.has(before) ||
      '-*+|'.includes(before) ||
      isNumber(before.slice(0, -1)) ||
      before.endsWith(':');
    const typed = at % 2 === 1 && at < pieces.length - 1 && isTold ? commandIn(piece) : undefined;
    return typed !== undefined && spaced(typed).length >= minInlineWords ? [typed] : [];
  });
}
