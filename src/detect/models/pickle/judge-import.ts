import { dataFile } from '../../../support/data-file.js';
import { pairsOf } from '../../../support/data-table.js';
import { allowedFamilies, notInFamilies } from './allowed-families.js';
import { codeMakers, codePackages, deniedMethods, deniedPackages } from './denied.js';
import { modernNames } from './python2-names.js';
import { readsSerialised } from './serializers.js';

/**
 * The danger of an import: `safe` is on the list of harmless names, `dangerous` on the list of those with access to the
 * machine, `code` builds code objects. Everything else is `unknown`, because no list of dangerous names can be complete
 * (CWE-184).
 */
export type ImportClass = 'safe' | 'dangerous' | 'code' | 'unknown';

interface NameTable {
  exact: Map<string, Set<string>>;
  patterns: Map<string, string[]>;
}

const allowed = tableOf(dataFile('pickle-allowed-names.tsv'));
const denied = tableOf(dataFile('pickle-denied-names.tsv'));
const code = tableOf(codeMakers);

/** Judges a module and the (dotted) name in it, as a pickle, a configuration or a schema requests them. */
export function judgeImport(module: string, name: string): ImportClass {
  const [modern, word] = modernNames(module.trim(), name.trim());
  if (isSafe(modern, word)) return 'safe';
  if (readsSerialised(modern, word)) return 'dangerous';
  if (has(code, modern, word) || inPackage(codePackages, modern)) return 'code';
  if (isDenied(modern, word) || leadsToDenied(word)) return 'dangerous';
  return 'unknown';
}

/** A name that looks up attributes: `Outer.Inner`, `os.system`. */
export function isDotted(name: string): boolean {
  return name.includes('.');
}

function isSafe(module: string, name: string): boolean {
  if (has(allowed, module, name)) return true;
  if (notInFamilies.has(name)) return false;
  return allowedFamilies.some((family) => family.module.test(module) && family.name.test(name));
}

function isDenied(module: string, name: string): boolean {
  if (inPackage(deniedPackages, module) || has(denied, module, name) || has(denied, module.replace(/^_+/, ''), name)) return true;
  const last = name.slice(name.lastIndexOf('.') + 1);
  if (deniedMethods.has(last)) return true;
  const root = module.split('.', 1)[0] ?? '';
  return root !== module && root !== 'numpy' && has(denied, root, last) && !/^[A-Z]/.test(last) && isFramework(root);
}

/** Frameworks whose dangerous functions exist under the same name in many of their modules. */
function isFramework(root: string): boolean {
  return root === 'pandas' || root === 'keras' || root === 'tensorflow' || root === 'torch';
}

/** True for the package itself and its submodules, ignoring leading underscores of its name. */
function inPackage(packages: ReadonlySet<string>, module: string): boolean {
  const parts = module.split('.');
  parts[0] = (parts[0] ?? '').replace(/^_+/, '');
  for (let length = parts.length; length > 0; length--) if (packages.has(parts.slice(0, length).join('.'))) return true;
  return packages.has(module);
}

/**
 * `torch` + `os.system`: modules are attributes of the modules that import them, so every part except the last may be
 * one.
 */
function leadsToDenied(name: string): boolean {
  const parts = name.split('.').map((part) => part.replace(/^_+(?=[a-z])/, ''));
  return parts.slice(0, -1).some((part, index) => deniedPackages.has(part) || has(denied, part, parts.slice(index + 1).join('.')));
}

function has(table: NameTable, module: string, name: string): boolean {
  if (table.exact.get(module)?.has(name) === true) return true;
  return (table.patterns.get(module) ?? []).some((pattern) => fits(name, pattern));
}

function fits(name: string, pattern: string): boolean {
  return pattern.startsWith('*') ? name.endsWith(pattern.slice(1)) : name.startsWith(pattern.slice(0, -1));
}

/** By module, the names and patterns of its rows. */
function tableOf(rows: readonly string[]): NameTable {
  const table: NameTable = { exact: new Map(), patterns: new Map() };
  for (const [module, name] of pairsOf(rows)) {
    if (name.includes('*')) table.patterns.set(module, [...(table.patterns.get(module) ?? []), name]);
    else table.exact.set(module, (table.exact.get(module) ?? new Set()).add(name));
  }
  return table;
}
