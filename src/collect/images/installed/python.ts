import { posix } from 'node:path';
import { decodeOldText } from '../../../support/decode.js';
import { InputError } from '../../../support/errors.js';
import { isObject, own, parseJson } from '../../../support/json.js';
import { firstOf } from '../../../support/listing.js';
import { openZip } from '../../archives/zip-file.js';
import type { ImageFile, ImageTree } from '../contract/image-tree.js';
import type { InstalledReader, InstalledReading } from '../contract/installed-reader.js';
import { imageSource } from './image-source.js';
import { noPackage, onePackage, unnamed } from './metadata.js';
import { pythonPackage } from './python-metadata.js';
import { MEBIBYTE, METADATA } from './sizes.js';

const SITE = '(?:site|dist)-packages/';
/** In a source folder the name has no version: `src/app.egg-info` is the project itself. */
const VERSIONED = String.raw`[^/]+-\d[^/]*`;
const METADATA_FILES = [
  /(?:^|\/)[^/]+\.dist-info\/METADATA$/,
  new RegExp(`(?:^|/)(?:${SITE}[^/]+|${VERSIONED})\\.egg-info(?:/PKG-INFO)?$`),
  /(?:^|\/)[^/]+\.egg\/EGG-INFO\/PKG-INFO$/,
];
const ZIPPED = /(?:^|\/)[^/]+\.egg$/;
const EDITABLE = /(?:^|\/)[^/]+\.dist-info\/direct_url\.json$/;
const LINK = new RegExp(`${SITE}[^/]+\\.egg-link$`);
const VENDORED = /(?:^|\/)pip\/_vendor\/vendor\.txt$/;

/** Python's installed distributions, wherever an interpreter, a virtual environment or `pip --target` keeps them. */
export const python: InstalledReader = {
  id: 'python-installed',
  title: 'Python: `*.dist-info/METADATA`, `*.egg-info`, `*.egg`, `*.egg-link`, `pip/_vendor/vendor.txt`',
  ecosystem: 'PyPI',
  kind: 'language',
  wants(path) {
    if (ZIPPED.test(path)) return { most: METADATA, head: isZipHead };
    const isWanted = METADATA_FILES.some((form) => form.test(path)) || EDITABLE.test(path) || LINK.test(path) || VENDORED.test(path);
    return isWanted ? { most: METADATA } : undefined;
  },
  read(file, tree) {
    const { path } = file;
    if (VENDORED.test(path)) return vendored(file);
    if (EDITABLE.test(path)) return noPackage();
    if (LINK.test(path)) return local(path, 'a link to the folder of a project');
    if (isEditable(file, tree)) return local(path, 'installed from a folder, so it is the project itself');
    const record = pythonPackage(ZIPPED.test(path) ? metadataOfEgg(file) : imageSource(file).text());
    return record ? onePackage(record) : unnamed(file, 'the name and version of a Python distribution');
  },
};

function isZipHead(head: Uint8Array): boolean {
  return head[0] === 0x50 && head[1] === 0x4b;
}

function local(path: string, reason: string): InstalledReading {
  return { packages: [], issues: [{ kind: 'skipped', path, reason, note: true }] };
}

/** `direct_url.json` says where a distribution came from; an editable one, or one of a local folder, is not third-party. */
function isEditable(file: ImageFile, tree: ImageTree): boolean {
  const origin = file.path.endsWith('/METADATA') ? tree.file(posix.join(posix.dirname(file.path), 'direct_url.json')) : undefined;
  if (!origin) return false;
  try {
    const value = parseJson(imageSource(origin).text(), origin.path);
    const folder = isObject(value) ? own(value, 'dir_info') : undefined;
    return isObject(folder) && own(folder, 'editable') === true;
  } catch (error) {
    if (error instanceof InputError) return false;
    throw error;
  }
}

function metadataOfEgg(file: ImageFile): string {
  const egg = openZip(file.content(), file.path);
  const entry = egg.entries.find(({ name }) => name === 'EGG-INFO/PKG-INFO');
  if (!entry) throw new InputError({ where: file.path, issue: 'archive', message: 'an egg without EGG-INFO/PKG-INFO' });
  return decodeOldText(egg.bytesOf(entry, MEBIBYTE), file.path);
}

const SHOWN = 8;

/** What pip carries within itself is part of pip, whose own advisories tell of it. */
function vendored(file: ImageFile): InstalledReading {
  const pins = [
    ...imageSource(file)
      .text()
      .matchAll(/^[ \t]*([A-Za-z0-9][\w.-]{0,100})==([\w.+!-]{1,60})/gm),
  ];
  if (pins.length === 0) return noPackage();
  const names = pins.map(([, name = '', version = '']) => `${name} ${version}`);
  return {
    packages: [],
    issues: [{ kind: 'skipped', reason: `part of pip, not looked up on their own: ${firstOf(names, SHOWN)}`, note: true }],
  };
}
