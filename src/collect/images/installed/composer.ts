import { InputError } from '../../../support/errors.js';
import { isObject, type JsonObject, own, parseJson } from '../../../support/json.js';
import type { PackageRecord } from '../../reader.js';
import type { InstalledReader } from '../contract/installed-reader.js';
import { imageSource } from './image-source.js';
import { isSensible, textMember } from './metadata.js';
import { METADATA } from './sizes.js';

/** Packages that Composer installed; version 1 wrote a list, version 2 an object. */
export const composer: InstalledReader = {
  id: 'composer-installed',
  title: 'PHP: `vendor/composer/installed.json`',
  ecosystem: 'Packagist',
  kind: 'language',
  wants: (path) => (/(?:^|\/)composer\/installed\.json$/.test(path) ? { most: METADATA } : undefined),
  read(file) {
    const value = parseJson(imageSource(file).text(), file.path);
    const list = isObject(value) ? own(value, 'packages') : value;
    if (!Array.isArray(list)) throw new InputError({ where: file.path, message: 'expected the packages that Composer installed' });
    const dev = new Set(isObject(value) ? devNames(value) : []);
    const packages = list.filter(isObject).flatMap((entry) => packageOf(entry, dev));
    const missed = list.length - packages.length;
    return {
      packages,
      issues: missed === 0 ? [] : [{ kind: 'invalid_entry', reason: `${missed} of ${list.length} entries name no package and version` }],
    };
  },
};

function devNames(value: JsonObject): unknown[] {
  const names = own(value, 'dev-package-names');
  return Array.isArray(names) ? names : [];
}

function packageOf(entry: JsonObject, dev: ReadonlySet<unknown>): PackageRecord[] {
  const name = textMember(entry, 'name');
  const version = textMember(entry, 'version');
  if (!isSensible(name) || !isSensible(version)) return [];
  const licenses = own(entry, 'license');
  const words = (Array.isArray(licenses) ? licenses : [licenses]).filter((word) => typeof word === 'string' && word !== '');
  return [
    { name, version: version.replace(/^v(?=\d)/, ''), scope: dev.has(name) ? 'dev' : 'prod', ...(words.length > 0 && { licenses: words }) },
  ];
}
