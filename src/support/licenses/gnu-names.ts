import type { Leaf } from './expression.js';
import { listedException, listedExceptions, listedLicense } from './ids.js';

const LATER = String.raw`\+|,? ?(?:or|and) (?:at your option )?(?:any )?(?:later|newer|above|greater|higher)(?: versions?)?`;
/** "Or later" in all the ways people write it; not a part of a choice between licences. */
export const OR_LATER = new RegExp(String.raw`\s*(?:${LATER})(?![a-z])`, 'gi');

const NAME = new RegExp(
  [
    '^(?:the )?(?:gnu[ -]?)?(?:(?<kind>affero|lesser|library|(?:library or lesser|lesser or library)) )?',
    '(?:general public(?: license)?|(?<short>[al]?gpl)|(?<doc>free documentation(?: license)?|g?fdl)(?<niv>[ -]niv)?)',
    String.raw`(?:[ ,:-]*(?:gnu )?[al]?gpl(?=[ ,:v\d]))?[ ,:-]*`,
    String.raw`(?:(?:version|ver\.?|v\.?) ?)?(?<least>>= ?)?(?:== ?)?(?<version>\d(?:\.\d)*)?(?: license)?`,
    String.raw`(?<later> ?(?:${LATER}))?(?: ?-?only)?(?:,? (?:with|w\/|plus) ?(?:the )?(?<exception>.+))?$`,
  ].join(''),
);

/**
 * Reads the names that people give to the licences of GNU: `GPLv2+`, `GNU Lesser General Public License, Version 2.1`,
 * `GPL2 w/ CPE`, `GPL (>= 2)`. Undefined for other names, and where the version or the exception is not said.
 */
export function readGnuName(text: string): Leaf | undefined {
  const name = text
    .toLowerCase()
    .replaceAll('licence', 'license')
    .replace(/\((?:the )?(?:gnu )?(?:[al]?gpl|g?fdl)[^()]*\)/g, ' ')
    .replace(/["'“”‘’()]/g, ' ')
    .replace(/\s+/g, ' ')
    .replaceAll(' ,', ',')
    .trim();
  const { kind, short, doc, niv, least, version, later, exception } = NAME.exec(name)?.groups ?? {};
  const family = familyOf(kind, short, doc);
  if (family === undefined || kind?.includes(' or ')) return undefined;
  const isLater = later !== undefined || least !== undefined;
  const stated = version ?? (isLater ? OLDEST[family] : undefined);
  if (stated === undefined) return undefined;
  const full = stated.includes('.') ? stated : `${stated}.0`;
  const license = listedLicense(`${family}-${full}${niv ? '-no-invariants' : ''}-${isLater ? 'or-later' : 'only'}`);
  if (license === undefined) return undefined;
  if (exception === undefined) return { license };
  const named = exceptionNamed(exception);
  return named === undefined ? undefined : { license, exception: named };
}

/** "Or later" of no version is every version. */
const OLDEST: Readonly<Record<string, string>> = { GPL: '1.0', LGPL: '2.0' };

function familyOf(kind: string | undefined, short: string | undefined, doc: string | undefined): string | undefined {
  if (doc !== undefined) return 'GFDL';
  if (short !== undefined) return kind === undefined ? short.toUpperCase() : `${kind === 'affero' ? 'A' : 'L'}GPL`;
  if (kind === undefined) return 'GPL';
  return kind === 'affero' ? 'AGPL' : 'LGPL';
}

/** `classpath exception` where the list has one exception of that name; several of one name are not told apart. */
function exceptionNamed(words: string): string | undefined {
  const name = words
    .replace(/[- ]exceptions?(?: |$)/g, '')
    .replace(/[ -]+$/, '')
    .trim()
    .replaceAll(' ', '-');
  const literal = listedException(words.replaceAll(' ', '-'));
  if (literal !== undefined) return literal;
  const base = name === 'cpe' ? 'classpath' : name;
  const found = listedExceptions().filter((id) => id.toLowerCase().startsWith(`${base}-exception`));
  return found.length === 1 ? found[0] : undefined;
}
