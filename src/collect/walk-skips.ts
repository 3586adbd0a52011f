/** Folders with third-party packages or build output; a lockfile elsewhere states their contents. */
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

/** Version control's own storage, which is neither evidence nor counted. */
const STORAGE = new Set(['.git', '.hg', '.svn', '.bzr', '.jj']);

/** Folders that hold third-party content only if one of these files is beside them. */
const BESIDE: Readonly<Record<string, readonly string[]>> = {
  vendor: ['go.mod', 'composer.json', 'composer.lock', 'Gemfile', 'Gemfile.lock', 'Cargo.toml'],
  target: ['Cargo.toml', 'pom.xml', 'build.sbt'],
  deps: ['mix.exs'],
  _build: ['mix.exs'],
  '.build': ['Package.swift'],
  'dist-newstyle': ['cabal.project'],
};

export type FolderKind = 'own' | 'dependency' | 'storage';

/**
 * What a folder is, by its name, its neighbours and its contents (only queried when the name could be a virtual
 * environment).
 */
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
