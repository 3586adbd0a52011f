import {
  type LicenseLists,
  type LicenseOverride,
  type LicensePolicy,
  licenseRules,
  licenseVerdicts,
  policyScopes,
} from '../model/license.js';
import { parsePurl } from '../model/purl.js';
import type { IgnoreRule } from '../model/request.js';
import { InputError } from '../support/errors.js';
import { licenseCategories } from '../support/licenses/categories.js';
import { formatLeaf, isGroup, normalForm, parseExpression } from '../support/licenses/expression.js';
import { currentLicenses, listedException, listedExceptions } from '../support/licenses/ids.js';
import { type LocatedYaml, MapReader } from '../support/located-yaml.js';
import { quote } from '../support/quote.js';
import { didYouMean } from '../support/suggest.js';
import { lastDay } from './ignore-file.js';

/** What stands under `licenses` in a policy file. */
export interface LicensePart {
  licenses: LicensePolicy;
  /** Packages that are allowed whatever their licence: their findings are set aside, with the reason. */
  ignores: IgnoreRule[];
}

const LISTS = ['allow', 'review', 'deny', 'exceptions', 'critical', 'default'] as const;

/** Reads the part `licenses` strictly: an id that is not on the SPDX list is a UsageError with the nearest one that is. */
export function licensesOf(node: LocatedYaml, source: string): LicensePart {
  const reader = new MapReader(node, source, '"licenses"').only(...LISTS, 'scopes', 'overrides');
  const lists = listsOf(reader, NOTHING);
  const scopes = reader.get('scopes');
  const overrides = reader.list('overrides').map((entry) => override(entry, source));
  return {
    licenses: {
      ...lists,
      scopes: scopes ? scopesOf(scopes, source, lists) : {},
      overrides: overrides.flatMap((one) => one.override ?? []),
    },
    ignores: overrides.flatMap((one) => one.ignores ?? []),
  };
}

const NOTHING: LicenseLists = { allow: [], review: [], deny: [], exceptions: [], critical: [], default: 'review' };

/** A list that a scope does not have is that of the policy. */
function scopesOf(node: LocatedYaml, source: string, lists: LicenseLists): LicensePolicy['scopes'] {
  const reader = new MapReader(node, source, '"scopes"').only(...policyScopes);
  const scopes: LicensePolicy['scopes'] = {};
  for (const scope of policyScopes) {
    const own = reader.get(scope);
    if (own) scopes[scope] = listsOf(new MapReader(own, source, `the scope "${scope}"`).only(...LISTS), lists);
  }
  return scopes;
}

function listsOf(reader: MapReader, base: LicenseLists): LicenseLists {
  const list = (key: 'allow' | 'review' | 'deny' | 'critical') =>
    reader.get(key) === undefined ? base[key] : texts(reader, key).map(({ text, line }) => entryOf(text, line, reader));
  return {
    allow: list('allow'),
    review: list('review'),
    deny: list('deny'),
    critical: list('critical'),
    exceptions:
      reader.get('exceptions') === undefined ? base.exceptions : texts(reader, 'exceptions').map((one) => exceptionOf(one, reader)),
    default: reader.get('default') === undefined ? base.default : reader.word('default', licenseVerdicts),
  };
}

interface Entry {
  text: string;
  line: number;
}

function texts(reader: MapReader, key: string): Entry[] {
  return reader.list(key).map((node) => {
    if (node.kind === 'scalar' && typeof node.value === 'string' && node.value.trim() !== '')
      return { text: node.value.trim(), line: node.line };
    throw reader.error(`"${key}" must be a list of texts`, node.line);
  });
}

function entryOf(text: string, line: number, reader: MapReader): string {
  const category = /^category:\s*(.*)$/.exec(text)?.[1];
  if (category !== undefined) {
    if (licenseCategories.some((one) => one === category)) return `category:${category}`;
    throw reader.error(
      `no category "${quote(category, 40)}"${didYouMean(category, licenseCategories)}; there are ${licenseCategories.join(', ')}`,
      line,
    );
  }
  // npm's word for a package that grants no rights.
  if (text.includes('*') || text === 'UNLICENSED') return text;
  const node = parseExpression(text);
  if (node === undefined)
    throw reader.error(
      `"${quote(text, 60)}" is no id of the SPDX list${didYouMean(text, currentLicenses())}; other names take a pattern with *`,
      line,
    );
  if (isGroup(node)) throw reader.error(`"${quote(text, 60)}" is several licences; give each an entry of its own`, line);
  return formatLeaf(node);
}

function exceptionOf({ text, line }: Entry, reader: MapReader): string {
  const exception = listedException(text);
  if (exception !== undefined) return exception;
  throw reader.error(`"${quote(text, 60)}" is no exception of the SPDX list${didYouMean(text, listedExceptions())}`, line);
}

function override(node: LocatedYaml, source: string): { override?: LicenseOverride; ignores?: IgnoreRule[] } {
  const entry = new MapReader(node, source, 'an override').only('package', 'verdict', 'license', 'reason', 'expires');
  const common = { package: purlOf(entry), reason: entry.text('reason'), expires: lastDay(entry) };
  const license = entry.optionalText('license');
  if ((license === undefined) === (entry.get('verdict') === undefined))
    throw entry.error('an override needs "verdict" or "license"', entry.line);
  if (license !== undefined) {
    const form = normalForm(license);
    if (form === undefined) throw entry.error(`"license" must be an SPDX expression, got "${quote(license, 60)}"`, entry.line);
    return { override: { ...common, license: form } };
  }
  const verdict = entry.word('verdict', licenseVerdicts);
  if (verdict !== 'allow') return { override: { ...common, verdict } };
  return { ignores: Object.values(licenseRules).map((id) => ({ id, ...common, source: `${source}:${entry.line}` })) };
}

function purlOf(entry: MapReader): string {
  const text = entry.text('package');
  try {
    parsePurl(text);
    return text;
  } catch (cause) {
    if (!(cause instanceof InputError)) throw cause;
    throw entry.error(`"package" must be a purl, got "${quote(text, 60)}"`, entry.line);
  }
}
