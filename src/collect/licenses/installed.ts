import { InputError } from '../../support/errors.js';
import { isObject, own } from '../../support/json.js';
import type { ImageFile, ImageTree } from '../images/contract/image-tree.js';
import type { InstalledReader, Room } from '../images/contract/installed-reader.js';
import { composer } from '../images/installed/composer.js';
import { gems } from '../images/installed/gems.js';
import { imageSource } from '../images/installed/image-source.js';
import { npm } from '../images/installed/npm.js';
import { python } from '../images/installed/python.js';
import { parseToml } from '../lockfiles/syntax/toml-document.js';
import type { PackageRecord } from '../reader.js';
import { type DependencyDisk, isPlain } from './disk.js';

/** A package that lies beside a project, as its own metadata names it. */
export interface InstalledPackage {
  name: string;
  version: string;
  /** As written; empty where the metadata names none. */
  licenses: readonly string[];
  /** Folder that may hold the text of its licence. */
  folder: string;
  /** File with the text, relative to the folder, where the metadata names it. */
  textFile?: string;
}

/** Packages that are looked for. Who finds one takes it out, so that the search can end. */
export interface Wanted {
  readonly size: number;
  has(name: string, version: string): boolean;
  hasName(name: string): boolean;
}

/** Finds packages of one kind in the dependency folders of a project. */
export interface InstalledFinder {
  readonly purlType: string;
  /** Looks only at the names of the folders in the project's folder. */
  isNear(folders: ReadonlySet<string>): boolean;
  find(project: string, disk: DependencyDisk, wanted: Wanted): Iterable<InstalledPackage>;
}

/** What readers of installed packages ask of an image; of a folder they read the file alone. */
const ALONE: ImageTree = {
  file: () => undefined,
  list: () => [],
  real: (path) => path,
  wanted: () => [],
  states: () => [],
};

/** Readers of small files need none. */
const NO_ROOM: Room = {
  openScratch() {
    throw new InputError({ issue: 'too_large', message: 'it is too large to be read' });
  },
};

/** The packages that a file names; none where it cannot be read. */
function packagesIn(reader: InstalledReader, file: ImageFile | undefined): readonly PackageRecord[] {
  if (file === undefined) return [];
  const reading = tolerant(() => reader.read(file, ALONE, NO_ROOM));
  return reading === undefined || reading instanceof Promise ? [] : reading.packages;
}

function tolerant<T>(read: () => T): T | undefined {
  try {
    return read();
  } catch (error) {
    if (error instanceof InputError) return undefined;
    throw error;
  }
}

function* installedAt(records: readonly PackageRecord[], folder: (record: PackageRecord) => string): Generator<InstalledPackage> {
  for (const record of records) {
    const { name, version, licenses = [] } = record;
    if (version !== null) yield { name, version, licenses, folder: folder(record) };
  }
}

const STORES = new Set(['.pnpm', '.bun', '.store']);

const nodeModules: InstalledFinder = {
  purlType: 'npm',
  isNear: (names) => names.has('node_modules'),
  *find(project, disk, wanted) {
    const queue = [`${project}/node_modules`];
    for (let at = 0; at < queue.length && wanted.size > 0; at++) {
      for (const { name, folder } of packageFolders(queue[at] ?? '', disk, wanted, queue)) {
        if (wanted.hasName(name)) yield* installedAt(packagesIn(npm, disk.file(`${folder}/package.json`)), () => folder);
        queue.push(`${folder}/node_modules`);
      }
    }
  },
};

/** The packages of one `node_modules`; the stores of pnpm and bun in it are queued. */
function* packageFolders(
  modules: string,
  disk: DependencyDisk,
  wanted: Wanted,
  queue: string[],
): Generator<{ name: string; folder: string }> {
  for (const name of disk.folders(modules)) {
    const folder = `${modules}/${name}`;
    if (STORES.has(name)) {
      for (const entry of disk.folders(folder)) if (wanted.hasName(nameInStore(entry))) queue.push(`${folder}/${entry}/node_modules`);
    } else if (name.startsWith('@'))
      for (const inner of disk.folders(folder)) yield { name: `${name}/${inner}`, folder: `${folder}/${inner}` };
    else if (!name.startsWith('.')) yield { name, folder };
  }
}

/** `@scope+name@1.0.0_peer` is `@scope/name`. */
function nameInStore(entry: string): string {
  const end = entry.indexOf('@', 1);
  return (end === -1 ? entry : entry.slice(0, end)).replace('+', '/');
}

const ENVIRONMENT = /^\.?v?env|^\.?virtualenv/i;
const DIST_INFO = /^(.+?)-([^-]+)\.dist-info$/;

const sitePackages: InstalledFinder = {
  purlType: 'pypi',
  isNear: (names) => [...names].some((name) => ENVIRONMENT.test(name) || name === 'site-packages'),
  *find(project, disk, wanted) {
    for (const folder of siteFolders(project, disk)) {
      for (const entry of disk.folders(folder)) {
        const [, name = '', version = ''] = DIST_INFO.exec(entry) ?? [];
        if (!wanted.has(name.toLowerCase().replace(/[-_.]+/g, '-'), version)) continue;
        yield* installedAt(packagesIn(python, disk.file(`${folder}/${entry}/METADATA`)), () => `${folder}/${entry}`);
      }
    }
  },
};

function* siteFolders(project: string, disk: DependencyDisk): Generator<string> {
  for (const name of disk.folders(project)) {
    const folder = `${project}/${name}`;
    if (name === 'site-packages') yield folder;
    if (!ENVIRONMENT.test(name) || disk.file(`${folder}/pyvenv.cfg`) === undefined) continue;
    for (const inner of disk.folders(folder)) {
      if (inner === 'Lib') yield `${folder}/Lib/site-packages`;
      if (inner !== 'lib') continue;
      for (const release of disk.folders(`${folder}/lib`))
        if (/^(?:python|pypy)/.test(release)) yield `${folder}/lib/${release}/site-packages`;
    }
  }
}

const bundledGems: InstalledFinder = {
  purlType: 'gem',
  isNear: (names) => names.has('vendor'),
  *find(project, disk, wanted) {
    const bundle = `${project}/vendor/bundle`;
    for (const engine of disk.folders(bundle)) {
      for (const release of disk.folders(`${bundle}/${engine}`)) {
        const home = `${bundle}/${engine}/${release}`;
        for (const { name: file } of disk.list(`${home}/specifications`)) {
          const [, name = '', version = ''] = /^(.+)-(\d[^-]*)\.gemspec$/.exec(file) ?? [];
          if (!wanted.has(name, version)) continue;
          const records = packagesIn(gems, disk.file(`${home}/specifications/${file}`));
          yield* installedAt(records, () => `${home}/gems/${name}-${version}`);
        }
      }
    }
  },
};

const composerVendor: InstalledFinder = {
  purlType: 'composer',
  isNear: (names) => names.has('vendor'),
  *find(project, disk) {
    const folder = `${project}/vendor/composer`;
    const isThere = disk.folders(`${project}/vendor`).includes('composer');
    const records = isThere ? packagesIn(composer, disk.file(`${folder}/installed.json`, true)) : [];
    yield* installedAt(records, ({ name }) => `${project}/vendor/${name}`);
  },
};

const goVendor: InstalledFinder = {
  purlType: 'golang',
  isNear: (names) => names.has('vendor'),
  *find(project, disk, wanted) {
    const list = disk.file(`${project}/vendor/modules.txt`, true);
    const text = list === undefined ? '' : (tolerant(() => imageSource(list).text()) ?? '');
    for (const [, name = '', version = ''] of text.matchAll(/^# (\S+) v(\S+)[ \t]*\r?$/gm)) {
      if (wanted.has(name, version) && isPlain(name)) yield { name, version, licenses: [], folder: `${project}/vendor/${name}` };
    }
  },
};

const cargoVendor: InstalledFinder = {
  purlType: 'cargo',
  isNear: (names) => names.has('vendor'),
  *find(project, disk, wanted) {
    for (const entry of disk.folders(`${project}/vendor`)) {
      const name = entry.replace(/-\d+\.\d+\.\d+.*$/, '');
      const folder = `${project}/vendor/${entry}`;
      const manifest = wanted.hasName(name) ? disk.file(`${folder}/Cargo.toml`) : undefined;
      const table = manifest && tolerant(() => own(parseToml(imageSource(manifest).text(), manifest.path), 'package'));
      if (!isObject(table)) continue;
      const [version, license, textFile] = ['version', 'license', 'license-file'].map((key) => own(table, key));
      if (typeof version !== 'string' || own(table, 'name') !== name) continue;
      yield {
        name,
        version,
        licenses: typeof license === 'string' ? [license] : [],
        folder,
        ...(typeof textFile === 'string' && { textFile }),
      };
    }
  },
};

export const installedFinders: readonly InstalledFinder[] = [nodeModules, sitePackages, bundledGems, composerVendor, goVendor, cargoVendor];
