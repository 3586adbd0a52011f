import deprecatedExceptions from 'spdx-exceptions/deprecated.json' with { type: 'json' };
import exceptions from 'spdx-exceptions/index.json' with { type: 'json' };
import deprecated from 'spdx-license-ids/deprecated.json' with { type: 'json' };
import ids from 'spdx-license-ids/index.json' with { type: 'json' };
import { dataFile } from '../data-file.js';
import { pairsOf } from '../data-table.js';

/** By the id in lower case: the id in the spelling of the SPDX list. Deprecated ids are among them. */
const LICENSES = new Map([...ids, ...deprecated].map((id) => [id.toLowerCase(), id]));
const EXCEPTIONS = new Map([...exceptions, ...deprecatedExceptions].map((id) => [id.toLowerCase(), id]));

let replacements: ReadonlyMap<string, string> | undefined;

/** The id in the spelling of the SPDX list, deprecated ones included; undefined for an id that is not on it. */
export function listedLicense(id: string): string | undefined {
  return LICENSES.get(id.toLowerCase());
}

export function listedException(id: string): string | undefined {
  return EXCEPTIONS.get(id.toLowerCase());
}

/** The ids of the list that are in use today, in its order. */
export function currentLicenses(): readonly string[] {
  return ids;
}

export function listedExceptions(): readonly string[] {
  return exceptions;
}

/**
 * What the list says instead of a deprecated id: an expression of one licence and perhaps an exception. An id in use stands for
 * itself; of `GPL-2.0` and its like the list says `-only`.
 */
export function currentForm(id: string): string {
  if (LICENSES.has(`${id}-only`.toLowerCase())) return `${id}-only`;
  replacements ??= new Map(pairsOf(dataFile('license-replacements.tsv')));
  return replacements.get(id) ?? id;
}

/** `GPL-2.0-or-later` of `GPL-2.0-only`; undefined where the list has no such id. */
export function orLaterForm(id: string): string | undefined {
  return LICENSES.get(id.toLowerCase().replace(/(?:-only|-or-later)?$/, '-or-later'));
}

/**
 * The versions of a licence from the one that the id names on, that one included: of `GPL-2.0-or-later` the ids `GPL-2.0-only`,
 * `GPL-2.0-or-later`, `GPL-3.0-only` and `GPL-3.0-or-later`.
 */
export function versionsFrom(id: string): string[] {
  const own = versioned(id);
  if (own === undefined) return [id];
  return ids.filter((other) => {
    const found = versioned(other);
    return found !== undefined && found.family === own.family && compareVersions(found.version, own.version) >= 0;
  });
}

function versioned(id: string): { family: string; version: number[] } | undefined {
  const [, family, version] = /^(.+?)-(\d+(?:\.\d+)*)(?:-only|-or-later)?$/.exec(id) ?? [];
  return family === undefined || version === undefined ? undefined : { family, version: version.split('.').map(Number) };
}

function compareVersions(a: readonly number[], b: readonly number[]): number {
  const at = a.findIndex((part, index) => part !== (b[index] ?? 0));
  return at === -1 ? a.length - b.length : (a[at] ?? 0) - (b[at] ?? 0);
}
