import { isObject, type JsonObject, own } from '../../../support/json.js';
import type { InstalledReader } from '../contract/installed-reader.js';
import { isSensible, jsonObject, noPackage, onePackage, textMember } from './metadata.js';
import { METADATA } from './sizes.js';

const NAME = '(?:@[^/]+/)?[^/@.][^/]*';
/** What stands between the first `node_modules` and a package: packages with their own `node_modules`, and the stores of pnpm and bun. */
const NESTED = String.raw`(?:(?:${NAME}|\.(?:pnpm|store|bun)/[^/]+)/node_modules/)*`;
const INSTALLED = new RegExp(`^${NESTED}${NAME}/package\\.json$`);
const FOLDER = 'node_modules/';

/** True where an installer puts a manifest. `node_modules/resolve/test/node_modules/x` is a test's. */
function isInstalled(path: string): boolean {
  if (!path.endsWith('/package.json')) return false;
  const at = path.startsWith(FOLDER) ? 0 : path.indexOf(`/${FOLDER}`) + 1;
  return path.startsWith(FOLDER, at) && INSTALLED.test(path.slice(at + FOLDER.length));
}

/** npm, pnpm and yarn install each package in `node_modules`; a package.json elsewhere is a project's, a test's or an extension's. */
export const npm: InstalledReader = {
  id: 'npm-installed',
  title: 'npm: `node_modules/[@scope/]name/package.json`',
  ecosystem: 'npm',
  kind: 'language',
  wants: (path) => (isInstalled(path) ? { most: METADATA } : undefined),
  read(file) {
    const manifest = jsonObject(file);
    const name = textMember(manifest, 'name');
    const version = textMember(manifest, 'version')?.replace(/^[=v]+/, '');
    // Folders of `node_modules` without a name and version are parts of a package (`dist/esm/package.json` says only its module type).
    if (!isSensible(name) || !isSensible(version)) return noPackage();
    const licenses = licensesOf(manifest);
    return onePackage({ name, version, ...(licenses.length > 0 && { licenses }) });
  },
};

/** `"license": "MIT"`, or as it was written once: `{"type": "MIT"}`, `"licenses": [{"type": "MIT"}]`. */
function licensesOf(manifest: JsonObject): string[] {
  const old = own(manifest, 'licenses');
  return [own(manifest, 'license'), ...(Array.isArray(old) ? old : [])].flatMap((entry) => {
    const word = typeof entry === 'string' ? entry : isObject(entry) ? textMember(entry, 'type') : undefined;
    return word !== undefined && word.trim() !== '' ? [word.trim()] : [];
  });
}
