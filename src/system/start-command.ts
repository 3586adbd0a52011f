import { existsSync, realpathSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, delimiter, isAbsolute, join, resolve } from 'node:path';
import { OperationalError } from '../support/errors.js';
import { programFile } from './program-file.js';

const ownScripts = ['castellan', 'castellan.cjs'];

/** Folders whose content other programs clear away: caches of package runners, folders of one terminal window. */
const PASSING = /[\\/](?:_npx|fnm_multishells|dlx-[^\\/]+)[\\/]/;

/**
 * The words that start this program from anywhere and for long: node and the script, both by absolute path, because clients with a window
 * are started without a PATH. Each by the link that this program was started through or that PATH has (`/usr/local/bin/castellan`,
 * `/opt/homebrew/bin/node`), which an update points to the new version. Throws OperationalError where the program lies in a cache.
 */
export function startCommand(environment: Readonly<Record<string, string | undefined>>): [string, string] {
  const script = realpathSync(programFile());
  const started = process.argv[1];
  const link = started !== undefined && isAbsolute(started) && real(started) === script && isKnown(started) ? resolve(started) : script;
  if (PASSING.test(link))
    throw new OperationalError({
      where: link,
      message: 'castellan runs from a cache that may be cleared at any time',
      hint: 'npm install --global castellan',
    });
  return [node(environment), link];
}

/** Why words that name castellan, or node and its script, do not start this program; undefined where they do, or where PATH decides. */
export function strangeStart([first = '', second = '']: readonly string[]): string | undefined {
  const script = ownScripts.includes(basename(first)) ? first : second;
  const paths = [...(script === second ? [{ path: first, wanted: process.execPath }] : []), { path: script, wanted: programFile() }];
  for (const { path, wanted } of paths.filter((one) => isAbsolute(one.path))) {
    const found = real(path);
    if (found === undefined) return `it cannot start: ${path} is gone`;
    if (found !== real(wanted)) return `it starts ${path}, which is not what runs now`;
  }
  return undefined;
}

/** The link must have a name by which a reader of the configuration sees what it starts. */
function isKnown(path: string): boolean {
  return ownScripts.includes(basename(path));
}

function node({ PATH = '' }: Readonly<Record<string, string | undefined>>): string {
  const running = realpathSync(process.execPath);
  const name = process.platform === 'win32' ? 'node.exe' : 'node';
  const links = PATH.split(delimiter)
    .filter((folder) => isAbsolute(folder) && !PASSING.test(`${folder}/`) && !folder.startsWith(tmpdir()))
    .map((folder) => join(folder, name));
  return links.find((link) => existsSync(link) && real(link) === running) ?? process.execPath;
}

function real(path: string): string | undefined {
  try {
    return realpathSync(path);
  } catch {
    return undefined;
  }
}
