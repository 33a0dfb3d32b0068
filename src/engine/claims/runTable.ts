/**
 * Data on how projects are run: the files that say it (manifests, pipelines, guides), what is usual for each, and the
 * words of names, commands and headings that tell a task.
 */
import { spaced as words } from '../text/plain';
import type { Task } from './wants';

/** File names; a leading `*` matches any beginning. */
type Names = readonly string[];

export function isAmong(name: string, names: Names): boolean {
  return names.some((one) => (one.startsWith('*') ? name.endsWith(one.slice(1)) : name === one));
}

/** First words of document rows that are commands. */
export const tools = new Set(
  words(`npm npx pnpm yarn bun bunx corepack deno node tsx nx turbo lerna vite vitest next make gmake just task rake bundle ruby gem
  rubocop python python3 py pip pip3 pipx uv uvx poetry pdm hatch rye pixi conda mamba micromamba tox nox pipenv pytest mypy pyright ruff
  black isort flake8 pre-commit sphinx-build sphinx-autobuild mkdocs asv invoke inv coverage cargo rustc rustup cross trunk wasm-pack
  mdbook go gofmt gofumpt golangci-lint goreleaser mage buf mvn mvnd ./mvnw gradle ./gradlew sbt mill scala-cli bloop mix elixir iex
  rebar3 composer php phpunit symfony ./vendor/bin/phpunit dotnet nuget msbuild pwsh powershell swift swiftlint swiftformat xcodebuild pod
  carthage mint tuist fastlane flutter dart melos cmake ctest cpack conan vcpkg meson ninja scons xmake b2 ./configure ./autogen.sh
  cabal stack hlint ormolu fourmolu haddock zig dune opam lein clojure clj boot docker docker-compose podman earthly dagger bazel bazelisk
  buck buck2 pants brew port apt apt-get dnf yum pacman zypper apk snap flatpak winget choco scoop nix nix-shell nix-build nix-env
  guix sudo git ./build.sh ./test.sh sh bash julia R Rscript lua luajit luarocks busted luacheck stylua nimble crystal shards prove perl cpanm dzil tsc
  eslint jshint stylelint htmlhint yamllint pylint php-cs-fixer clang-format clang-tidy cppcheck ktlint prettier biome oxlint jest mocha playwright cypress typedoc dbt ansible-playbook ansible-galaxy forge hardhat bats shellcheck mise asdf direnv
  kubectl helm kind minikube skaffold tilt terraform hugo jekyll zola docsify antora vitepress xvfb-run xcrun env time Install-Package`),
);

/** Manifests whose syntax tree lists commands: the parent key, and what is typed before a command's name. */
export const scriptsIn: readonly { files: Names; above: string; typed: string }[] = [
  { files: ['package.json'], above: 'scripts', typed: 'npm run' },
  { files: ['composer.json'], above: 'scripts', typed: 'composer' },
  { files: ['deno.json', 'deno.jsonc'], above: 'tasks', typed: 'deno task' },
  { files: words('Taskfile.yml Taskfile.yaml taskfile.yml taskfile.yaml'), above: 'tasks', typed: 'task' },
  { files: ['pyproject.toml'], above: 'tool.poe.tasks', typed: 'poe' },
  { files: ['pyproject.toml'], above: 'tool.pdm.scripts', typed: 'pdm run' },
  { files: ['pyproject.toml'], above: 'tool.hatch.envs.*.scripts', typed: 'hatch run' },
  { files: ['hatch.toml'], above: 'envs.*.scripts', typed: 'hatch run' },
  { files: ['pyproject.toml'], above: 'tool.pixi.tasks', typed: 'pixi run' },
  { files: ['pixi.toml'], above: 'tasks', typed: 'pixi run' },
  { files: ['pyproject.toml'], above: 'tool.tox.env', typed: 'tox -e' },
  { files: ['tox.toml'], above: 'env', typed: 'tox -e' },
  { files: ['pyproject.toml'], above: 'tool.taskipy.tasks', typed: 'task' },
  { files: ['pyproject.toml'], above: 'tool.rye.scripts', typed: 'rye run' },
  { files: ['mise.toml', '.mise.toml'], above: 'tasks', typed: 'mise run' },
  { files: ['Makefile.toml'], above: 'tasks', typed: 'cargo make' },
  { files: ['Pipfile'], above: 'scripts', typed: 'pipenv run' },
];

/** True when a path of keys matches; `*` stands for one key. */
export function isAbove(above: string, around: readonly string[]): boolean {
  const names = above.split('.');
  // The head of a table is one name with dots: `tool.poe.tasks`.
  const path = around.join('.').split('.');
  return names.length === path.length && names.every((name, at) => name === '*' || name === path[at]);
}

/** Where a file says what its project needs: beginnings of its rows, of lists with all of theirs. */
export interface NeedsRow {
  files: Names;
  rows: readonly string[];
  /** Beginnings of rows of parts that are not the project: its tests. */
  until?: readonly string[];
  /** Words for what is needed. */
  of?: string;
  /** True where the manifests of parts say it, which are none of another project. */
  isOfParts?: boolean;
}

/** What manifests say of the versions that a project needs. */
export const versionsIn: readonly NeedsRow[] = [
  { files: ['package.json'], rows: words('"engines" "packageManager" "volta"'), of: 'node nodejs javascript' },
  { files: ['composer.json'], rows: ['"php"'], of: 'php' },
  { files: ['pyproject.toml'], rows: ['requires-python', 'python = '], of: 'python' },
  { files: words('setup.py setup.cfg'), rows: ['python_requires'], of: 'python' },
  { files: words('Cargo.toml rust-toolchain.toml'), rows: words('rust-version channel'), of: 'rust' },
  { files: ['go.mod'], rows: ['go ', 'toolchain '], of: 'go golang' },
  { files: ['*.gemspec'], rows: ['required_ruby_version'], of: 'ruby' },
  { files: ['Gemfile'], rows: ['ruby '], of: 'ruby' },
  { files: ['pom.xml'], rows: words('<maven.compiler.release> <maven.compiler.source> <java.version> <java.release.version> <release>'), of: 'java jdk jvm' },
  { files: words('build.gradle build.gradle.kts'), rows: words('sourceCompatibility languageVersion jvmToolchain jvmTarget minSdk compileSdk'), of: 'java jdk jvm kotlin android sdk', isOfParts: true },
  { files: ['libs.versions.toml'], rows: words('minSdk min-sdk android-minSdk'), of: 'android sdk', isOfParts: true },
  { files: ['build.sbt'], rows: ['scalaVersion', 'ThisBuild / scalaVersion'], of: 'scala' },
  { files: words('*.csproj *.fsproj Directory.Build.props'), rows: ['<TargetFramework'], of: '.net net dotnet framework c# f#', isOfParts: true },
  { files: ['global.json'], rows: ['"version"'], of: '.net net dotnet' },
  { files: ['Package.swift'], rows: ['// swift-tools-version', '.macOS(', '.iOS(', 'platforms:'], of: 'swift ios macos' },
  { files: ['*.podspec'], rows: words('swift_version ios.deployment_target osx.deployment_target'), of: 'swift ios macos' },
  { files: ['mix.exs'], rows: ['elixir:'], of: 'elixir' },
  { files: ['rebar.config'], rows: ['{minimum_otp_vsn'], of: 'erlang otp' },
  { files: ['pubspec.yaml'], rows: ['environment:'], of: 'dart flutter' },
  { files: words('*.cabal stack.yaml'), rows: words('tested-with: resolver: snapshot:'), of: 'ghc haskell' },
  { files: ['build.zig.zon'], rows: ['.minimum_zig_version'], of: 'zig' },
  { files: ['CMakeLists.txt'], rows: ['cmake_minimum_required', 'set(CMAKE_CXX_STANDARD ', 'set(CMAKE_C_STANDARD '], of: 'cmake c++ c' },
  { files: words('dune-project *.opam'), rows: ['(lang dune', '"ocaml"'], of: 'dune ocaml' },
  { files: ['Project.toml'], rows: ['julia = '], of: 'julia' },
  { files: ['*.nimble'], rows: ['requires "nim '], of: 'nim' },
  { files: words('shard.yml gleam.toml elm.json'), rows: words('crystal: gleam "elm-version"'), of: 'crystal gleam elm' },
  { files: ['DESCRIPTION'], rows: ['Depends:'], of: 'r' },
  { files: ['Makefile.PL'], rows: ['MIN_PERL_VERSION'], of: 'perl' },
  { files: ['foundry.toml'], rows: ['solc'], of: 'solidity solc' },
]; // prettier-ignore

/** Where manifests list what a project depends on. */
export const dependenciesIn: readonly NeedsRow[] = [
  { files: ['package.json'], rows: words('"dependencies" "peerDependencies"') },
  { files: ['composer.json'], rows: ['"require"'] },
  { files: ['pyproject.toml'], rows: ['dependencies = [', '[tool.poetry.dependencies]'] },
  { files: ['Cargo.toml'], rows: words('[dependencies [workspace.dependencies') },
  { files: words('pubspec.yaml shard.yml'), rows: ['dependencies:'] },
  { files: ['Project.toml'], rows: ['[deps]'] },
  { files: ['go.mod'], rows: ['require '] },
  { files: ['requirements.txt'], rows: [''] },
  { files: ['*.gemspec'], rows: words('add_dependency add_runtime_dependency') },
  { files: ['mix.exs'], rows: ['{:'] },
  { files: words('*.csproj *.fsproj'), rows: ['<PackageReference'], isOfParts: true },
  { files: words('build.gradle build.gradle.kts'), rows: words('implementation api'), isOfParts: true },
  { files: ['build.sbt'], rows: ['libraryDependencies'] },
  { files: ['*.cabal'], rows: ['build-depends:'], until: ['test-suite ', 'benchmark '] },
  { files: ['DESCRIPTION'], rows: ['Imports:', 'Depends:', 'LinkingTo:'] },
  { files: ['*.nimble'], rows: ['requires '], until: ['task '] },
  { files: ['*.rockspec'], rows: ['dependencies '] },
  { files: ['Package.swift'], rows: ['.package('] },
];

/** Package managers other than npm, by a file beside the manifest. */
export const managersBy = [['pnpm-workspace.yaml', 'pnpm'], ['pnpm-lock.yaml', 'pnpm'], ['yarn.lock', 'yarn'], ['.yarnrc.yml', 'yarn'], ['.yarnrc', 'yarn'], ['bun.lock', 'bun'], ['bunfig.toml', 'bun']] as const; // prettier-ignore

/** Files of continuous integration at the root, and the keys that hold their commands. */
export const pipelines =
  /^(?:\.github\/workflows\/[^/]{1,100}|\.github\/actions\/[^/]{1,100}\/action|\.gitlab-ci|\.travis|\.?appveyor|azure-pipelines|bitbucket-pipelines|\.circleci\/config|\.woodpecker(?:\/[^/]{1,100})?|\.drone|\.cirrus)\.ya?ml$/;
export const pipelineKeys: ReadonlySet<string> = new Set(words('run script command commands test_script build_script')); // prettier-ignore

/** Beginnings of the names of documents for contributors, which may contain commands. */
const guideNames = words(
  'contributing develop hacking building build compiling compile install testing agents claude readme maintaining maintainers',
);
/**
 * Folders of documents, names of guides that lie deeper in one, and of folders of them; other documents there are about
 * the use of the project.
 */
const guideFolders = new Set(words('docs doc .github documentation website dev'));
const deepNames = new Set(words('contributing develop hacking building maintaining'));
const deepFolders = new Set(words('contributing contributors contributor development developers-guide developer-guide hacking')); // prettier-ignore
/** Endings of documents; `INSTALL` is one without, `install` a program. */
const documentEnds = new Set(words('md markdown mdx rst rdoc txt adoc asciidoc org'));
/** Most characters of a guide's name behind its first word: `install_unix.md`. */
const maxAfter = 24;

/** True for documents for contributors; a readme in another language repeats the first. */
export function isGuide(place: string): boolean {
  const folders = place.toLowerCase().split('/');
  const name = folders.pop() ?? '';
  const [, ending, ...more] = name.split('.');
  if (ending === undefined ? place.endsWith(name) : !documentEnds.has(more.at(-1) ?? ending)) return false;
  const isDeep = folders.length <= maxGuideDepth && guideFolders.has(folders[0] ?? '');
  const begin = guideNames.find((one) => name.startsWith(one));
  if (begin === undefined || name.length > begin.length + maxAfter)
    return isDeep && folders.some((one) => deepFolders.has(one));
  if (begin === 'readme') return more.length === 0 && folders.length <= 2;
  return folders.length <= 1 || (isDeep && (deepNames.has(begin) || folders.some((one) => deepFolders.has(one))));
}
const maxGuideDepth = 4;

/**
 * Usual commands for a project with a file of this name, when nothing else says them; with `having`, only when that text
 * is in the file, since a manifest may be without benchmarks, with `beside`, only where there is such a file or folder, and
 * with `without`, only where there is none.
 */
export const usual: readonly {
  files: Names;
  having?: string;
  beside?: Names;
  /** Files beside which the manifest is only for packages. */
  without?: Names;
  typed: Partial<Record<Task, string>>;
}[] = [
  { files: ['Cargo.toml'], having: '[[bin]]', typed: { run: 'cargo run' } },
  { files: ['Cargo.toml'], having: 'default-run', typed: { run: 'cargo run' } },
  { files: ['Cargo.toml'], beside: ['src/main.rs', 'src/bin/'], typed: { run: 'cargo run' } },
  { files: ['Cargo.toml'], having: '[[bench]]', typed: { bench: 'cargo bench' } },
  { files: ['*.cabal'], having: '\nbenchmark ', typed: { bench: 'cabal bench' } },
  { files: ['mix.exs'], having: ':ex_doc', typed: { docs: 'mix docs' } },
  { files: ['mix.exs'], having: ':credo', typed: { lint: 'mix credo' } },
  { files: ['mix.exs'], having: ':dialyxir', typed: { types: 'mix dialyzer' } },
  { files: ['pyproject.toml'], having: '[tool.mypy', typed: { types: 'mypy .' } },
  { files: ['pyproject.toml'], having: '[tool.pyright', typed: { types: 'pyright' } },
  { files: words('mypy.ini .mypy.ini'), typed: { types: 'mypy .' } },
  { files: ['pyproject.toml'], having: '[tool.ruff', typed: { lint: 'ruff check', format: 'ruff format' } },
  { files: ['pyproject.toml'], having: '[tool.black', typed: { format: 'black .' } },
  { files: ['.pre-commit-config.yaml'], typed: { lint: 'pre-commit run --all-files', format: 'pre-commit run --all-files' } },
  { files: ['mkdocs.yml'], typed: { docs: 'mkdocs build' } },
  { files: ['tsconfig.json'], typed: { types: 'npx tsc --noEmit' } },
  { files: words('.prettierrc .prettierrc.json .prettierrc.js prettier.config.js'), typed: { format: 'npx prettier --write .' } },
  { files: words('phpstan.neon phpstan.neon.dist'), typed: { types: 'vendor/bin/phpstan analyse', lint: 'vendor/bin/phpstan analyse' } },
  { files: words('phpcs.xml phpcs.xml.dist'), typed: { lint: 'vendor/bin/phpcs', format: 'vendor/bin/phpcbf' } },
  { files: words('.hlint.yaml .hlint.yml'), typed: { lint: 'hlint .' } },
  { files: words('.golangci.yml .golangci.yaml .golangci.toml'), typed: { lint: 'golangci-lint run' } },
  { files: ['selene.toml'], typed: { lint: 'selene .' } },
  { files: ['.luacheckrc'], typed: { lint: 'luacheck .' } },
  { files: ['.swiftlint.yml'], typed: { lint: 'swiftlint' } },
  { files: ['.swiftformat'], typed: { format: 'swiftformat .' } },
  { files: ['.credo.exs'], typed: { lint: 'mix credo' } },
  { files: words('eslint.config.js eslint.config.mjs .eslintrc .eslintrc.js .eslintrc.json .eslintrc.cjs'), typed: { lint: 'npx eslint .' } },
  { files: ['.rubocop.yml'], typed: { lint: 'bundle exec rubocop', format: 'bundle exec rubocop -a' } },
  { files: ['.scalafmt.conf'], typed: { format: 'sbt scalafmtAll' } },
  { files: words('stylua.toml .stylua.toml'), typed: { format: 'stylua .' } },
  { files: ['package.json'], beside: ['pnpm-lock.yaml', 'pnpm-workspace.yaml'], typed: { install: 'pnpm install' } },
  { files: ['package.json'], beside: ['yarn.lock', '.yarnrc.yml', '.yarnrc'], typed: { install: 'yarn install' } },
  { files: ['package.json'], beside: ['bun.lock', 'bun.lockb'], typed: { install: 'bun install' } },
  { files: ['package.json'], typed: { install: 'npm install' } },
  { files: ['Cargo.toml'], typed: { format: 'cargo fmt', docs: 'cargo doc', types: 'cargo check', test: 'cargo test', build: 'cargo build', lint: 'cargo clippy', install: 'cargo build' } },
  { files: ['go.mod'], typed: { format: 'gofmt -w .', coverage: 'go test -cover ./...', types: 'go vet ./...', test: 'go test ./...', build: 'go build ./...', lint: 'go vet ./...', install: 'go mod download' } },
  { files: ['go.mod'], beside: ['main.go'], typed: { run: 'go run .' } },
  { files: words('build.gradle build.gradle.kts'), having: 'commonTest', beside: ['gradlew'], typed: { test: './gradlew allTests', build: './gradlew build' } },
  { files: words('build.gradle build.gradle.kts'), having: 'spotless', beside: ['gradlew'], typed: { lint: './gradlew spotlessCheck', format: './gradlew spotlessApply' } },
  { files: words('build.gradle build.gradle.kts'), having: 'ktlint', beside: ['gradlew'], typed: { lint: './gradlew ktlintCheck' } },
  { files: words('build.gradle build.gradle.kts'), having: 'detekt', beside: ['gradlew'], typed: { lint: './gradlew detekt' } },
  { files: words('build.gradle build.gradle.kts'), beside: ['gradlew'], typed: { test: './gradlew test', build: './gradlew build' } },
  { files: words('build.gradle build.gradle.kts'), having: 'mainClass', beside: ['gradlew'], typed: { run: './gradlew run' } },
  { files: ['mvnw'], typed: { test: './mvnw test', build: './mvnw package', install: './mvnw install' } },
  { files: ['pom.xml'], without: ['deps.edn', 'project.clj'], typed: { test: 'mvn test', build: 'mvn package', install: 'mvn install' } },
  { files: words('build.gradle build.gradle.kts'), typed: { test: 'gradle test', build: 'gradle build' } },
  { files: words('build.gradle build.gradle.kts'), having: 'mainClass', typed: { run: 'gradle run' } },
  { files: words('build.mill build.sc'), beside: ['mill'], typed: { test: './mill __.test', build: './mill __.compile' } },
  { files: ['build.sbt'], typed: { test: 'sbt test', build: 'sbt compile' } },
  { files: ['erlang.mk'], typed: { test: 'make tests', build: 'make', types: 'make dialyze' } },
  { files: ['rebar.config'], typed: { test: 'rebar3 eunit', build: 'rebar3 compile' } },
  { files: ['project.clj'], typed: { test: 'lein test', build: 'lein jar' } },
  { files: ['DESCRIPTION'], beside: ['R/'], typed: { test: "Rscript -e 'devtools::test()'", build: 'R CMD build .', install: 'R CMD INSTALL .' } },
  { files: ['build.sbt'], having: 'mainClass', typed: { run: 'sbt run' } },
  { files: ['mix.exs'], typed: { test: 'mix test', build: 'mix compile', install: 'mix deps.get', format: 'mix format' } },
  { files: ['pubspec.yaml'], typed: { lint: 'dart analyze', format: 'dart format .', test: 'dart test', install: 'dart pub get' } },
  { files: ['pubspec.yaml'], having: 'executables:', typed: { run: 'dart run' } },
  { files: words('*.sln *.slnx *.csproj *.fsproj'), typed: { format: 'dotnet format', test: 'dotnet test', build: 'dotnet build', install: 'dotnet restore' } },
  { files: words('*.csproj *.fsproj'), having: 'Exe</OutputType>', typed: { run: 'dotnet run' } },
  { files: ['Package.swift'], typed: { build: 'swift build' } },
  { files: ['Package.swift'], having: '.testTarget', typed: { test: 'swift test' } },
  { files: ['Package.swift'], having: '.executable', typed: { run: 'swift run' } },
  { files: ['CMakeLists.txt'], typed: { build: 'cmake -B build && cmake --build build', test: 'ctest --test-dir build' } },
  { files: ['meson.build'], typed: { build: 'meson setup build && ninja -C build', test: 'meson test -C build' } },
  { files: ['cabal.project'], typed: { docs: 'cabal haddock all', test: 'cabal test all', build: 'cabal build all' } },
  { files: ['*.cabal'], without: ['cabal.project'], typed: { docs: 'cabal haddock', test: 'cabal test', build: 'cabal build' } },
  { files: ['*.cabal'], having: '\nexecutable ', typed: { run: 'cabal run' } },
  { files: ['dune-project'], typed: { test: 'dune test', build: 'dune build' } },
  { files: ['build.zig'], typed: { format: 'zig fmt .', build: 'zig build' } },
  { files: ['build.zig'], having: '"test"', typed: { test: 'zig build test' } },
  { files: ['build.zig'], having: '"run"', typed: { run: 'zig build run' } },
  { files: ['Rakefile'], having: 'bundler/gem_tasks', typed: { build: 'rake build', install: 'rake install' } },
  { files: ['*.gemspec'], typed: { build: 'gem build' } },
  { files: ['Project.toml'], having: 'uuid', typed: { test: "julia --project -e 'using Pkg; Pkg.test()'", install: "julia --project -e 'using Pkg; Pkg.instantiate()'" } },
  { files: ['*.nimble'], typed: { test: 'nimble test', install: 'nimble install' } },
  { files: ['*.nimble'], having: '\nbin', typed: { build: 'nimble build', run: 'nimble run' } },
  { files: ['Gemfile'], typed: { install: 'bundle install' } },
  { files: ['Gemfile'], beside: ['Rakefile'], typed: { test: 'bundle exec rake' } },
  { files: words('phpunit.xml phpunit.xml.dist'), typed: { test: 'vendor/bin/phpunit' } },
  { files: ['composer.json'], typed: { install: 'composer install' } },
  { files: words('pytest.ini conftest.py'), typed: { test: 'pytest' } },
  { files: ['tox.ini'], typed: { test: 'tox' } },
  { files: ['noxfile.py'], typed: { test: 'nox' } },
  { files: ['requirements.txt'], typed: { install: 'pip install -r requirements.txt' } },
  { files: words('pyproject.toml setup.py'), typed: { install: 'pip install .' } },
  { files: words('docker-compose.yml docker-compose.yaml compose.yml compose.yaml'), having: 'ports:', typed: { run: 'docker compose up' } },
  { files: ['foundry.toml'], typed: { test: 'forge test', build: 'forge build' } },
]; // prettier-ignore

/** How to run a single test, by the tool that runs all of them; the first match counts. */
export const onePart: readonly (readonly [by: string, typed: string])[] = [
  ['pytest', 'pytest PATH -k NAME'],
  ['vitest', 'npx vitest run PATH -t NAME'],
  ['jest', 'npx jest PATH -t NAME'],
  ['mocha', 'npx mocha PATH -g NAME'],
  ['ava', 'npx ava PATH --match NAME'],
  ['node --test', 'node --test --test-name-pattern NAME PATH'],
  ['rspec', 'bundle exec rspec PATH:LINE'],
  ['rake test', 'bundle exec rake test TEST=PATH'],
  ['rake spec', 'bundle exec rspec PATH:LINE'],
  ['phpunit', 'vendor/bin/phpunit --filter NAME'],
  ['cargo test', 'cargo test NAME'],
  ['go test', 'go test ./FOLDER -run NAME'],
  ['mvn', 'mvn test -Dtest=NAME'],
  ['mvnw', './mvnw test -Dtest=NAME'],
  ['gradlew', './gradlew test --tests NAME'],
  ['gradle', 'gradle test --tests NAME'],
  ['mix test', 'mix test PATH:LINE'],
  ['dart test', 'dart test PATH --name NAME'],
  ['flutter test', 'flutter test PATH --name NAME'],
  ['dotnet test', 'dotnet test --filter NAME'],
  ['swift test', 'swift test --filter NAME'],
  ['ctest', 'ctest -R NAME'],
  ['sbt', 'sbt "testOnly NAME"'],
  ['forge test', 'forge test --match-test NAME'],
];

/** The file of a tool that shares its name with a language, and what names one of its steps. */
export const steps = { files: ['build.zig'], typed: 'zig build' };

/** Files of a build whose tasks are run by a program that the project brings, or by one that is installed. */
export const buildTasks = { files: ['build.gradle', 'build.gradle.kts'], typed: './gradlew', installed: 'gradle' };

/** Folders of a project's scripts. */
export const scriptFolders = new Set(words('script scripts bin tool tools dev ci hack'));

/** Words of commands by which a language is named: `pytest` tests Python. */
const ofLanguages: Readonly<Record<string, readonly string[]>> = {
  python: words('py pytest tox nox ruff flake8 pylint'),
  go: words('golang golangci'),
  golang: words('go golangci'),
  rust: words('cargo clippy'),
  ruby: words('rspec rake rubocop'),
  php: words('phpunit pest composer phpstan phpcs'),
  java: words('gradle gradlew mvn mvnw checkstyle'),
  kotlin: words('gradle gradlew ktlint detekt'),
  csharp: ['dotnet'],
  elixir: ['mix'],
  haskell: words('cabal stack'),
  javascript: words('js jest vitest mocha eslint'),
};

/** Parts of projects, which are no kinds of tests: `make web` tests nothing of it. */
export const usualParts = new Set(words('frontend backend web ui client server app admin desktop mobile'));

/** True for a language whose tools are known by name. */
export const isLanguage = (kind: string): boolean => Object.hasOwn(ofLanguages, kind);

const alike: Readonly<Record<string, readonly string[]>> = {
  ...ofLanguages,
  js: ['javascript'],
  typescript: ['ts'],
  integration: ['integ', 'int'],
  without: ['no', 'skip', 'disable'],
  frontend: ['ui', 'web'],
  ui: ['frontend'],
  site: ['website', 'www'],
  website: ['site', 'www'],
  coverage: ['cov', 'cover'],
  documentation: ['doc', 'docs'],
  development: ['dev'],
  fuzzers: ['fuzz'],
  features: ['feature'],
  stylesheets: ['css', 'scss', 'sass', 'less', 'styles'],
};

/** Words that name a kind otherwise. */
export const alikeOf = (kind: string): readonly string[] => (Object.hasOwn(alike, kind) ? alike[kind]! : []);

/** Phrases that are one word here, in questions and in files. */
export const oneWord = [['end-to-end', 'e2e'], ['end to end', 'e2e'], ['c++', 'cpp'], ['c#', 'csharp']] as const; // prettier-ignore

// Section: what a name or a command of a project does: the names of scripts, the words of commands and of headings.

/**
 * Names of scripts, targets and tasks: whole names are the best, then first words, also of those that no name is alone, then
 * last words, where these say it.
 */
interface TaskNames {
  whole: readonly string[];
  first: readonly string[];
  last: readonly string[];
}
const named = (whole: string, also = '', isLast = true): TaskNames => ({
  whole: words(whole),
  first: words(`${whole} ${also}`),
  last: isLast ? words(whole) : [],
});
export const namesOfTask: Readonly<Record<Task, TaskNames>> = {
  test: named('test tests spec specs', 'unit'),
  build: named('build', 'compile bundle all package assemble'),
  run: named('start run dev serve', 'develop watch preview up server', false),
  install: named('install setup bootstrap', 'deps dependencies init', false),
  lint: named(
    'lint lints ktlint checkstyle detekt eslint stylelint',
    'linter clippy style format fmt phpstan psalm phpcs cppcheck staticanalyze',
  ),
  format: named('format fmt', 'fmtcheck prettier style'),
  types: named(
    'typecheck type-check types mypy typing check-types check_types tsc pyright emmylua-check',
    'typechecking pyre sorbet',
  ),
  docs: named(
    'docs doc documentation site website apidoc',
    'rdoc yard typedoc jsdoc javadoc dokka haddock sphinx mkdocs',
  ),
  bench: named('bench benchmark benchmarks', 'benches'),
  coverage: named('coverage cov cover'),
  release: named('release publish deploy', 'version', false),
};

/** Endings of scripts of a shell, of those that a folder for scripts may hold, and of those that commands run. */
export const shellEndings = words('sh bash ps1 cmd bat');
export const scriptEndings = [...shellEndings, ...words('py rb mjs js ts')];
export const runEndings: ReadonlySet<string> = new Set([...scriptEndings, ...words('pl exs fsx')]);

const set = (text: string): ReadonlySet<string> => new Set(words(text));

/** Words of names and commands that say something else than a task. */
export const otherWords = {
  /** First or last words of names that undo a task: `clean-test`, `stop-server`. */
  undoing: set('clean stop kill teardown down rm remove uninstall reset help list activate update'),
  /** First words of names that prepare a task, or look at what it made: `install-benchmark`, `validate-build`. */
  preparing: set('install setup upload update bump generate validate verify download get deps dependencies repl watch'),
  /** What nobody means who asks how something is done, though its words are those of a task: `luarocks remove busted`. */
  harmful: set('remove uninstall destroy purge add-apt-repository'),
  /** Verbs that install whatever is named after them: `gem install minitest` is no test. */
  installing: set('install add require get'),
  /** Scripts that a build makes first. */
  generated: set('configure config.status'),
  /** What stands between a program and the name that it is given. */
  runs: set('run run-script'),
};

/** Beginnings of what a build tool is given where it does something else than to build the project. */
export const besideBuild = words('--noEmit --help --install test release example ci- docs check');

/** Programs by what is typed behind them. */
export const programs = {
  /** Any number of tasks: `mvn clean package`. */
  ofTasks: set(
    'mvn ./mvnw mvnw gradle ./gradlew gradlew sbt lein mill ./mill make gmake just task rake invoke inv dune ninja',
  ),
  /** Names that the project gives, of scripts, targets or sessions: `npm run lint`, `make test`, `tox -e docs`. */
  ofNames: set('make gmake just task rake invoke inv npm yarn pnpm bun composer poe tox nox'),
  /** Those of them whose sessions run the tests where they are named like a version: `tox -e py312`. */
  ofSessions: set('tox nox'),
  /** `run` and another program. */
  ofPrograms: set('uv poetry pipenv pdm rye hatch'),
  /** Another command. */
  wrappers: set('sudo env time xvfb-run xcrun npx'),
  /** A file. */
  interpreters: set('node python python3 ruby perl php sh bash'),
  /** Only what is to be installed. */
  installers:
    set(`cpanm rustup gem pip pip3 pipx opam corepack conda mamba apt apt-get brew port apk dnf yum zypper pacman guix emerge
    snap flatpak choco scoop winget`),
  /** `install`, which is the build and then puts the result into a local repository. */
  buildsInstalled: set('mvn ./mvnw mvnw'),
};

/** Words of a command that does a task; words tied by `+` must be adjacent, and `$` stands for the end. */
export const commandsOfTask: Readonly<Record<Task, readonly string[]>> = {
  test: words(`ninja+check gradle+check gradlew+check mix+check mvn+verify mvnw+verify --test test tests pytest jest vitest mocha rspec phpunit
    pest tox nox ctest spec unittest busted minitest ava karma testonly cucumber nextest runtests eunit proper kaocha`),
  build: words(`build compile package cmake assemble tsc webpack make+$ mvn+verify mvnw+verify
    xcodebuild+-project xcodebuild+-workspace xcodebuild+-scheme`),
  run: words('run start serve up dev server exec runserver bootrun phx.server'),
  install: words('install add get sync restore bootstrap require ci setup deps.get local.hex'),
  lint: words(`lint analyze eslint jshint htmlhint yamllint oxlint biome flake8 ruff pylint clippy fmt format rubocop golangci-lint prettier black mypy phpstan psalm phpcs credo stylelint hlint
    luacheck detekt ktlint checkstyle swiftlint shellcheck pre-commit staticcheck staticanalyze cppcheck clang-tidy vet selene xo standardrb ameba fantomas perlcritic gdlint hlint treefmt scalafmtcheckall scalafmtcheck spotlesscheck scalafix`),
  format:
    words(`format fmt prettier black gofmt gofumpt goimports scalafmt scalafmtall scalafmtcheckall scalafmtcheck spotlessapply spotlesscheck ktlintformat ktfmt stylua
    clang-format rustfmt phpcbf php-cs-fixer autopep8 yapf isort swiftformat ormolu fourmolu fantomas treefmt uncrustify gdformat stylish-haskell ocamlformat pre-commit
    rubocop+-a biome+check`),
  types: words(
    'cargo+check mypy pyright basedpyright pyre pytype typecheck type-check tsc vue-tsc flow dialyzer sorbet steep typing types attw',
  ),
  docs: words(`docs doc documentation rustdoc sphinx-build sphinx-apidoc sphinx-autobuild mkdocs typedoc jsdoc haddock javadoc dokka dokkahtml dokkagenerate builddoc
    rdoc yard mdbook docusaurus doxygen mdoc unidoc tlsite ldoc godoc pdoc docfx antora vitepress v2-haddock haddock-project site website docsify`),
  bench: words('bench benches benchmark benchmarks asv phpbench criterion hyperfine -bench jmh pbenchmark airspeed'),
  coverage: words(
    'coverage cov --cov cover -cover -coverprofile --coverage coverage-html llvm-cov tarpaulin nyc c8 jacoco kover simplecov lcov gcovr koverxmlreport koverhtmlreport pjacoco',
  ),
  release: words('release publish deploy push twine goreleaser'),
};

/** Beginnings of words in headings for a task, also of two words tied by `+`. */
export const headingsOfTask = {
  layout:
    words(`project+structure code+structure directory+structure repository+structure repo+structure folder+structure source+structure
    code+layout project+layout repository+layout directory+layout source+layout code+architecture project+architecture system+architecture
    software+architecture structure+of architecture+overview code+organi project+organi source+tree code+overview codebase`),
  needs: words('requirement prerequisite dependenc compatib'),
  test: words('test spec+ specs+'),
  build: words('build compil source'),
  run: words('run start usage development developing quick'),
  install: words('install setup set+up setting+up start'),
  lint: words('lint style+ styleguide code+style coding+s formatting static+analy'),
  format: words('formatting formatter format+the format+your format+code code+style coding+s style+'),
  types: words('typecheck type+check types typing static+typ'),
  docs: words('docs+ doc+ documentation documenting site+ website'),
  bench: words('bench perform'),
  coverage: words('cover'),
  release: words('releas publish deploy'),
} satisfies Record<Task | 'needs' | 'layout', readonly string[]>;
