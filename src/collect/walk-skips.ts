/** Folders that hold other people's packages or build output; what they contain is stated by a lockfile elsewhere. */
const ALWAYS = new Set([
  'node_modules',
  'bower_components',
  'jspm_packages',
  '.pnpm-store',
  '.yarn',
  'site-packages',
  'dist-packages',
  '__pypackages__',
  '__pycache__',
  '.tox',
  '.nox',
  '.bundle',
  '.gradle',
  '.m2',
  '.dart_tool',
  '.pub-cache',
  'elm-stuff',
  '.terraform',
  '.stack-work',
  'Pods',
  'Carthage',
  '.cargo',
  '.eggs',
]);

/** Version control's own storage: neither evidence nor worth counting. */
const STORAGE = new Set(['.git', '.hg', '.svn', '.bzr', '.jj']);

/** Folders that are someone else's only beside the file that makes them so. */
const BESIDE: Readonly<Record<string, readonly string[]>> = {
  vendor: ['go.mod', 'composer.json', 'composer.lock', 'Gemfile', 'Gemfile.lock', 'Cargo.toml'],
  target: ['Cargo.toml', 'pom.xml', 'build.sbt'],
  deps: ['mix.exs'],
  _build: ['mix.exs'],
  '.build': ['Package.swift'],
  'dist-newstyle': ['cabal.project'],
};

export type FolderKind = 'own' | 'dependency' | 'storage';

/** What a folder is, by its name, its neighbours and what lies in it (asked for only when a name could be a virtual environment). */
export function folderKind(name: string, neighbours: ReadonlySet<string>, has: (file: string) => boolean): FolderKind {
  if (STORAGE.has(name)) return 'storage';
  if (ALWAYS.has(name)) return 'dependency';
  const makers = Object.hasOwn(BESIDE, name) ? BESIDE[name] : undefined;
  if (makers?.some((file) => neighbours.has(file))) return 'dependency';
  return isEnvironmentName(name) && has('pyvenv.cfg') ? 'dependency' : 'own';
}

function isEnvironmentName(name: string): boolean {
  return /^\.?v?env|^\.?virtualenv|^conda|^\.conda/i.test(name);
}
