import type { RegistrySetting } from '../../../../model/inventory.js';
import type { ReadContext, ReadResult, SourceFile } from '../../../reader.js';
import { YamlLines } from '../../syntax/yaml-lines.js';
import { reportRefusal } from '../report.js';

const MAX_PARENTS = 16;
const CONFIGURATIONS: readonly { name: string; parse: (file: SourceFile, result: ReadResult) => RegistrySetting[] }[] = [
  { name: '.npmrc', parse: parseNpmrc },
  { name: '.yarnrc', parse: parseYarnrc },
  { name: '.yarnrc.yml', parse: parseYarnrcYml },
];

/**
 * Adds the registries that `.npmrc`, `.yarnrc` and `.yarnrc.yml` set for this folder: for each file name, the nearest
 * file from here up to the scan root. Only scopes and hosts are read; lines with tokens are not looked at.
 */
export function readRegistries(context: ReadContext, result: ReadResult): void {
  let found: RegistrySetting[] = [];
  for (const { name, parse } of CONFIGURATIONS) {
    const file = nearest(context, name);
    if (!file) continue;
    try {
      found = found.concat(parse(file, result));
    } catch (error) {
      reportRefusal(error, file.path, result);
    }
  }
  if (found.length > 0) result.registries = found;
}

function nearest(context: ReadContext, name: string): SourceFile | undefined {
  let path = name;
  for (let level = 0; level < MAX_PARENTS && !context.outside(path); level++) {
    const file = context.sibling(path);
    if (file) return file;
    path = `../${path}`;
  }
  return undefined;
}

/** `registry=https://…` and `@scope:registry=…` in an INI file. */
function parseNpmrc(file: SourceFile): RegistrySetting[] {
  return settingsOf(file, /^\s*(?:(@[^\s:=]+):)?registry\s*=\s*["']?([^"'\s]+)/);
}

/** Yarn 1: `registry "https://…"` and `"@scope:registry" "https://…"`. */
function parseYarnrc(file: SourceFile): RegistrySetting[] {
  return settingsOf(file, /^\s*"?(?:(@[^\s:"]+):)?registry"?\s+"?([^"\s]+)/);
}

function settingsOf(file: SourceFile, pattern: RegExp): RegistrySetting[] {
  const lines = file.text().split('\n');
  return lines.flatMap((line, index) => {
    const [, scope = '*', address] = pattern.exec(line) ?? [];
    return address === undefined ? [] : setting(file, { scope, address, line: index + 1 });
  });
}

/** Yarn 2 and later: `npmRegistryServer`, and the same below each name of `npmScopes`. */
function parseYarnrcYml(file: SourceFile, result: ReadResult): RegistrySetting[] {
  const found: RegistrySetting[] = [];
  const lines = new YamlLines(file.text(), file.path);
  let section = '';
  let scope = '*';
  while (lines.next()) {
    const { key, indent } = lines;
    if (indent === 0) section = key;
    if (indent === 0 || (section === 'npmScopes' && lines.value === '')) scope = indent === 0 ? '*' : `@${key}`;
    const isSetting = key === 'npmRegistryServer' && (indent === 0 || section === 'npmScopes');
    if (isSetting) found.push(...setting(file, { scope, address: lines.scalar(), line: lines.line }));
  }
  // One issue is enough: the packages are in the lock, and only the assignment of registries may be missing.
  const [problem] = lines.problems;
  if (problem) result.issues.push({ kind: 'unparsable', reason: problem.reason, path: file.path, line: problem.line, note: true });
  return found;
}

/** A value with a variable in it (`${REGISTRY}`) names no host. */
function setting(file: SourceFile, { scope, address, line }: { scope: string; address: string; line: number }): RegistrySetting[] {
  const host = /^https?:\/\/(?:[^/@]*@)?([A-Za-z0-9.-]+(?::\d+)?)(?:[/?#]|$)/.exec(address)?.[1];
  return host === undefined ? [] : [{ ecosystem: 'npm', scope, host: host.toLowerCase(), path: file.path, line }];
}
