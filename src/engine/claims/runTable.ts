/** Data for how a project is run, tested and built: which files say it, and how what they say is called. */
import type { Task } from './wants';

/** Names of scripts, targets and tasks; the first pattern that a name meets is the better one. */
export const namesOfTask: Readonly<Record<Task, readonly RegExp[]>> = {
  test: [/^tests?$/i, /^(?:tests?|spec|unit|check)(?:[:_.-]|$)/i, /[:_.-](?:tests?|spec)$/i],
  build: [/^build$/i, /^(?:build|compile|bundle|dist|all|package|assemble)(?:[:_.-]|$)/i, /[:_.-]build$/i],
  run: [/^(?:start|run|dev|serve)$/i, /^(?:start|run|dev|develop|serve|watch|preview|up|server)(?:[:_.-]|$)/i],
  install: [/^(?:install|setup|bootstrap)$/i, /^(?:install|setup|bootstrap|deps|dependencies|init|prepare)(?:[:_.-]|$)/i],
  lint: [/^lint$/i, /^(?:lint|format|fmt|style|clippy|check)(?:[:_.-]|$)/i],
  release: [/^(?:release|publish|deploy)$/i, /^(?:release|publish|deploy|version)(?:[:_.-]|$)/i],
}; // prettier-ignore

/** Words of a command that do it. */
export const commandsOfTask: Readonly<Record<Task, RegExp>> = {
  test: /(?<![\w-])(?:tests?|pytest|jest|vitest|mocha|rspec|phpunit|pest|tox|nox|ctest|spec|check|unittest|busted|minitest|ava|karma)(?![\w-])|:test\b/i,
  build: /(?<![\w-])(?:build|compile|package|cmake|make(?=\s*$|\s+(?:build|all|-j))|assemble|bundle|tsc|webpack|vite build)(?![\w-])/i,
  run: /(?<![\w-])(?:run|start|serve|up|dev|server|exec)(?![\w-])/i,
  install: /(?<![\w-])(?:install|add|get|sync|restore|bootstrap|require|clone|ci|setup)(?![\w-])/i,
  lint: /(?<![\w-])(?:lint|eslint|flake8|ruff|clippy|fmt|format|rubocop|golangci-lint|prettier|black|mypy|phpstan|credo|stylelint)(?![\w-])/i,
  release: /(?<![\w-])(?:release|publish|deploy|push|twine|goreleaser)(?![\w-])/i,
}; // prettier-ignore

/** Headings of documents under which it is told. */
export const headingsOfTask: Readonly<Record<Task, RegExp>> = {
  test: /\btest/i,
  build: /\bbuild|\bcompil|from source/i,
  run: /\brun|\bstart|\busage|\bdevelop|\bquick/i,
  install: /\binstall|\bset ?up|\bstart/i,
  lint: /\blint|\bstyle|\bformat/i,
  release: /\breleas|\bpublish|\bdeploy/i,
};

/** A row of a document that is a command begins with one of these. */
export const tools = new Set(
  `npm npx pnpm yarn bun bunx deno node make just task rake bundle ruby gem python python3 pip pip3 pipx uv uvx poetry
  pdm hatch tox nox pytest cargo rustc go mvn ./mvnw gradle ./gradlew sbt mix elixir iex composer php ./vendor/bin/phpunit
  dotnet swift xcodebuild pod carthage flutter dart cmake ctest meson ninja ./configure ./autogen.sh cabal stack zig
  dune opam lein clojure docker docker-compose bazel brew apt apt-get sudo git ./build.sh ./test.sh sh bash julia
  Rscript luarocks busted nimble crystal shards tsc jest vitest mocha dbt ansible-playbook forge hardhat bats`.split(
    /\s+/,
  ),
);

/** Where the tree of a manifest lists commands: the names above a key, and what is typed before the key's name. */
export const scriptsIn: readonly { file: RegExp; above: RegExp; typed: string }[] = [
  { file: /^package\.json$/, above: /^scripts$/, typed: 'npm run' },
  { file: /^composer\.json$/, above: /^scripts$/, typed: 'composer' },
  { file: /^deno\.jsonc?$/, above: /^tasks$/, typed: 'deno task' },
  { file: /^[Tt]askfile\.ya?ml$/, above: /^tasks$/, typed: 'task' },
  { file: /^pyproject\.toml$/, above: /^tool\.poe\.tasks$/, typed: 'poe' },
  { file: /^pyproject\.toml$/, above: /^tool\.pdm\.scripts$/, typed: 'pdm run' },
  { file: /^pyproject\.toml$/, above: /^tool\.taskipy\.tasks$/, typed: 'task' },
  { file: /^pyproject\.toml$/, above: /^tool\.hatch\.envs\.[\w.-]{1,60}\.scripts$/, typed: 'hatch run' },
];

/** What `packageManager` of a `package.json` may name, instead of npm. */
export const managers = /^["']?(pnpm|yarn|bun)@/;

/** Files of targets, one in a row of its own. */
export const targetsIn: readonly { file: RegExp; target: RegExp; typed: string }[] = [
  { file: /^(?:GNUm|[Mm])akefile$/, target: /^([\w.-]{1,60})(?: [\w.-]{1,60}){0,3}\s?::?(?!=)/, typed: 'make' },
  { file: /^[Jj]ustfile$/, target: /^@?([\w-]{1,60})(?: [^:=]{0,100})?:(?!=)/, typed: 'just' },
  { file: /^Rakefile$/, target: /^\s*task:?\s{1,4}["':]?([\w-]{1,60})/, typed: 'rake' },
];

/** Files of continuous integration, and the keys under which their commands stand. */
export const pipelines = /(?:^|\/)\.github\/workflows\/[^/]{1,100}\.ya?ml$|(?:^|\/)(?:\.gitlab-ci|\.travis|appveyor|\.appveyor|azure-pipelines|bitbucket-pipelines)\.ya?ml$|(?:^|\/)\.circleci\/config\.yml$/; // prettier-ignore
export const pipelineKeys: ReadonlySet<string> = new Set(['run', 'script', 'command', 'test_script', 'build_script', 'before_script']); // prettier-ignore

/** Documents that tell those who work on a project what to type. */
export const guides = /(?:^|\/)(?:readme|contributing|development|developing|hacking|building|install|testing)[\w.-]{0,20}$/i; // prettier-ignore

/** What is usual where there is a file of this name, and nothing else says it. */
export const usual: readonly { file: RegExp; typed: Partial<Record<Task, string>> }[] = [
  { file: /^package\.json$/, typed: { install: 'npm install' } },
  { file: /^Cargo\.toml$/, typed: { test: 'cargo test', build: 'cargo build', run: 'cargo run', lint: 'cargo clippy', install: 'cargo build' } },
  { file: /^go\.mod$/, typed: { test: 'go test ./...', build: 'go build ./...', run: 'go run .', lint: 'go vet ./...', install: 'go mod download' } },
  { file: /^gradlew$/, typed: { test: './gradlew test', build: './gradlew build', run: './gradlew run' } },
  { file: /^mvnw$/, typed: { test: './mvnw test', build: './mvnw package', install: './mvnw install' } },
  { file: /^pom\.xml$/, typed: { test: 'mvn test', build: 'mvn package', install: 'mvn install' } },
  { file: /^build\.gradle(?:\.kts)?$/, typed: { test: 'gradle test', build: 'gradle build', run: 'gradle run' } },
  { file: /^build\.sbt$/, typed: { test: 'sbt test', build: 'sbt compile', run: 'sbt run' } },
  { file: /^mix\.exs$/, typed: { test: 'mix test', build: 'mix compile', install: 'mix deps.get', lint: 'mix format' } },
  { file: /^pubspec\.yaml$/, typed: { test: 'dart test', install: 'dart pub get', run: 'dart run' } },
  { file: /\.(?:sln|slnx|csproj|fsproj)$/, typed: { test: 'dotnet test', build: 'dotnet build', run: 'dotnet run', install: 'dotnet restore' } },
  { file: /^Package\.swift$/, typed: { test: 'swift test', build: 'swift build', run: 'swift run' } },
  { file: /^CMakeLists\.txt$/, typed: { build: 'cmake -B build && cmake --build build', test: 'ctest --test-dir build' } },
  { file: /^meson\.build$/, typed: { build: 'meson setup build && ninja -C build', test: 'meson test -C build' } },
  { file: /\.cabal$|^cabal\.project$/, typed: { test: 'cabal test', build: 'cabal build', run: 'cabal run' } },
  { file: /^dune-project$/, typed: { test: 'dune test', build: 'dune build' } },
  { file: /^build\.zig$/, typed: { test: 'zig build test', build: 'zig build', run: 'zig build run' } },
  { file: /^Gemfile$/, typed: { install: 'bundle install', test: 'bundle exec rake' } },
  { file: /^phpunit\.xml(?:\.dist)?$/, typed: { test: 'vendor/bin/phpunit' } },
  { file: /^composer\.json$/, typed: { install: 'composer install' } },
  { file: /^(?:pytest\.ini|conftest\.py)$/, typed: { test: 'pytest' } },
  { file: /^tox\.ini$/, typed: { test: 'tox' } },
  { file: /^noxfile\.py$/, typed: { test: 'nox' } },
  { file: /^requirements\.txt$/, typed: { install: 'pip install -r requirements.txt' } },
  { file: /^(?:pyproject\.toml|setup\.py)$/, typed: { install: 'pip install .' } },
  { file: /^(?:docker-compose|compose)\.ya?ml$/, typed: { run: 'docker compose up' } },
  { file: /^foundry\.toml$/, typed: { test: 'forge test', build: 'forge build' } },
]; // prettier-ignore
