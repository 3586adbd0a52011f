/**
 * A file that declares dependencies in a form that we do not read. The outcome names it if no lockfile covers its
 * folder.
 */
export interface Recognised {
  /** Name of the file in a sentence: `Cargo.toml`. */
  title: string;
  ecosystem?: string;
  /** Ids of readers whose file in the same folder covers this one. */
  yieldsTo: readonly string[];
  /** What the user can do, preferably a command. */
  hint?: string;
}

type Row = readonly [name: string, ecosystem: string | undefined, yieldsTo: readonly string[], hint?: string];

const GRADLE = ['gradle-lockfile', 'gradle-verification'];
const CONDA = ['conda-env'];
const PYTHON = ['pylock', 'poetry-lock', 'uv-lock', 'pdm-lock', 'pipfile-lock', 'pip-compile', 'requirements', 'pyproject'];
const SBOM = 'export an SBOM (CycloneDX or SPDX) and scan that';
const GRADLE_HINT = 'run `gradle dependencies --write-locks` with dependency locking switched on';
const PIP_HINT = 'run `pip freeze > requirements.txt` in the environment';
const BUNDLE_HINT = 'run `bundle lock`';
const DEPS_HINT = 'run `deno install` to write deno.lock';
const CONAN_HINT = 'run `conan lock create .`';
const STACK_HINT = 'run `stack build --dry-run` to write stack.yaml.lock';

/** Files by base name. Names that a reader accepts are not listed here. */
const ROWS: readonly Row[] = [
  ['Cargo.toml', 'crates.io', ['cargo-lock'], 'run `cargo generate-lockfile`'],
  ['Gemfile', 'RubyGems', ['gemfile-lock'], BUNDLE_HINT],
  ['gems.rb', 'RubyGems', ['gemfile-lock'], BUNDLE_HINT],
  ['composer.json', 'Packagist', ['composer-lock'], 'run `composer update --no-install`'],
  ['Pipfile', 'PyPI', ['pipfile-lock'], 'run `pipenv lock`'],
  ['setup.py', 'PyPI', PYTHON, PIP_HINT],
  ['setup.cfg', 'PyPI', PYTHON, PIP_HINT],
  ['conda-lock.yml', 'conda', CONDA, 'run `conda env export > environment.yml`'],
  ['pixi.toml', 'conda', CONDA, SBOM],
  ['pixi.lock', 'conda', CONDA, SBOM],
  ['build.gradle', 'Maven', GRADLE, GRADLE_HINT],
  ['build.gradle.kts', 'Maven', GRADLE, GRADLE_HINT],
  ['build.sbt', 'Maven', ['maven-pom'], 'run `sbt makePom` and scan the pom.xml'],
  ['ivy.xml', 'Maven', ['maven-pom'], SBOM],
  ['project.clj', 'Maven', ['maven-pom'], 'run `lein pom`'],
  ['deps.edn', 'Maven', ['maven-pom'], 'run `clojure -Spom`'],
  ['build.sc', 'Maven', ['maven-pom'], SBOM],
  ['Package.swift', 'SwiftURL', ['package-resolved'], 'run `swift package resolve`'],
  ['Cartfile', 'SwiftURL', ['cartfile-resolved'], 'run `carthage update --no-build`'],
  ['Cartfile.private', 'SwiftURL', ['cartfile-resolved'], 'run `carthage update --no-build`'],
  ['Podfile', 'cocoapods', ['podfile-lock'], 'run `pod install`'],
  ['mix.exs', 'Hex', ['mix-lock'], 'run `mix deps.get`'],
  ['rebar.config', 'Hex', [], SBOM],
  ['rebar.lock', 'Hex', [], SBOM],
  ['gleam.toml', 'Hex', [], SBOM],
  ['pubspec.yaml', 'Pub', ['pubspec-lock'], 'run `dart pub get` or `flutter pub get`'],
  ['bun.lockb', 'npm', ['bun-lock'], 'run `bun install --save-text-lockfile`'],
  ['bower.json', 'npm', [], SBOM],
  ['deno.json', 'jsr', ['deno-lock'], DEPS_HINT],
  ['deno.jsonc', 'jsr', ['deno-lock'], DEPS_HINT],
  ['jsr.json', 'jsr', ['deno-lock'], DEPS_HINT],
  ['paket.dependencies', 'NuGet', [], SBOM],
  ['paket.lock', 'NuGet', [], SBOM],
  ['flake.nix', undefined, [], SBOM],
  ['flake.lock', undefined, [], SBOM],
  ['cabal.project', 'Hackage', ['cabal-freeze', 'stack-lock'], 'run `cabal freeze`'],
  ['stack.yaml', 'Hackage', ['stack-lock'], STACK_HINT],
  ['conanfile.txt', 'ConanCenter', ['conan-lock'], CONAN_HINT],
  ['conanfile.py', 'ConanCenter', ['conan-lock'], CONAN_HINT],
  ['vcpkg.json', undefined, [], SBOM],
  ['WORKSPACE', undefined, [], SBOM],
  ['WORKSPACE.bazel', undefined, [], SBOM],
  ['MODULE.bazel', undefined, [], SBOM],
  ['MODULE.bazel.lock', undefined, [], SBOM],
  ['shard.yml', undefined, [], SBOM],
  ['shard.lock', undefined, [], SBOM],
  ['elm.json', undefined, [], SBOM],
  ['elm-package.json', undefined, [], SBOM],
  ['Project.toml', 'Julia', [], SBOM],
  ['Manifest.toml', 'Julia', [], SBOM],
  ['JuliaManifest.toml', 'Julia', [], SBOM],
  ['spago.yaml', undefined, [], SBOM],
  ['spago.lock', undefined, [], SBOM],
  ['dub.json', undefined, [], SBOM],
  ['dub.sdl', undefined, [], SBOM],
  ['dub.selections.json', undefined, [], SBOM],
  ['cpanfile', undefined, [], SBOM],
  ['cpanfile.snapshot', undefined, [], SBOM],
  ['build.zig.zon', undefined, [], SBOM],
  ['foundry.lock', undefined, [], SBOM],
  ['Gopkg.toml', 'Go', ['go-mod'], 'run `go mod init`'],
  ['Gopkg.lock', 'Go', ['go-mod'], 'run `go mod init`'],
  ['glide.lock', 'Go', ['go-mod'], 'run `go mod init`'],
  ['glide.yaml', 'Go', ['go-mod'], 'run `go mod init`'],
];

/** Files that are recognised by the end of their name. */
const SUFFIXES: readonly Row[] = [
  ['.cabal', 'Hackage', ['cabal-freeze', 'stack-lock'], 'run `cabal freeze`'],
  ['.gemspec', 'RubyGems', ['gemfile-lock'], BUNDLE_HINT],
  ['.podspec', 'cocoapods', ['podfile-lock'], 'run `pod install`'],
  ['.rockspec', undefined, [], SBOM],
  ['.opam', undefined, [], SBOM],
  ['.opam.locked', undefined, [], SBOM],
  ['.nimble', undefined, [], SBOM],
];

function recognised([name, ecosystem, yieldsTo, hint]: Row): Recognised {
  return {
    title: name.startsWith('.') ? `*${name}` : name,
    yieldsTo,
    ...(ecosystem !== undefined && { ecosystem }),
    ...(hint && { hint }),
  };
}

const BY_NAME: ReadonlyMap<string, Recognised> = new Map(ROWS.map((row) => [row[0], recognised(row)]));
const BY_SUFFIX: readonly { suffix: string; known: Recognised }[] = SUFFIXES.map((row) => ({ suffix: row[0], known: recognised(row) }));

/**
 * Describes an unread manifest or lockfile by its base name; undefined for all other files, including those that a
 * reader accepts.
 */
export function recognisedOf(path: string): Recognised | undefined {
  const name = path.slice(path.lastIndexOf('/') + 1);
  return BY_NAME.get(name) ?? BY_SUFFIX.find(({ suffix }) => name.length > suffix.length && name.endsWith(suffix))?.known;
}

/** True when `recognisedOf` knows the file; called for every file of a tree. */
export function isRecognised(path: string): boolean {
  return recognisedOf(path) !== undefined;
}

/** All of them in the order of the table, for the documentation. */
export const recognisedFiles: readonly Recognised[] = [...ROWS, ...SUFFIXES].map(recognised);
