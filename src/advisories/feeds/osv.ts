import { ecosystemOf } from '../../ecosystems/registry.js';
import type { AffectedRange, RangeEvent } from '../../model/advisory.js';
import { InputError } from '../../support/errors.js';
import { isObject, type JsonObject, own } from '../../support/json.js';
import { limits } from '../../support/limits.js';
import type { AffectedData } from '../rows/affected-row.js';
import type { AdvisoryText } from '../rows/text-blocks.js';
import { aliasesOf, cwesOf, readReferences, severitiesOf, severityWordOf, textOrEmpty, vendorWordsOf } from './osv-text.js';

/** What one record says about one package; entries of the same package are joined. */
interface OsvPackage extends AffectedData {
  /** With its release suffix: `Debian:12`. */
  ecosystem: string;
  /** Normalised by the ecosystem. */
  name: string;
}

/** One OSV record, reduced to what the database keeps. */
export interface OsvRecord {
  id: string;
  modified: string;
  withdrawn?: string;
  malicious: boolean;
  text: AdvisoryText;
  packages: OsvPackage[];
  /** Parts that were skipped because they are not what the OSV schema says, for the update's report. */
  notes: string[];
}

/**
 * Reads one record of the OSV schema (1.0 to 1.7). Throws InputError when it has no usable id or time; smaller faults
 * become notes and the rest is kept. GIT ranges are left out: a version is never compared with a commit.
 */
export function readOsvRecord(value: unknown, where: string): OsvRecord {
  if (!isObject(value)) throw new InputError({ where, message: 'expected an OSV record, found no object' });
  const id = textOrEmpty(own(value, 'id'));
  const modified = textOrEmpty(own(value, 'modified'));
  if (!isPlain(id)) throw new InputError({ where, message: 'the OSV record has no id' });
  if (Number.isNaN(Date.parse(modified))) throw new InputError({ where, message: 'the OSV record has no valid "modified" time' });
  const notes: string[] = [];
  const affected = objectsOf(own(value, 'affected'), `${id}: affected`, notes);
  const withdrawn = textOrEmpty(own(value, 'withdrawn'));
  return {
    id,
    modified,
    ...(withdrawn !== '' && { withdrawn }),
    malicious: id.startsWith('MAL-'),
    text: readText(value, id, affected),
    packages: readPackages(affected, id, notes),
    notes,
  };
}

function readText(record: JsonObject, id: string, affected: readonly JsonObject[]): AdvisoryText {
  const published = textOrEmpty(own(record, 'published'));
  const word = severityWordOf(record, affected);
  return {
    aliases: aliasesOf(record, id),
    ...(published !== '' && { published }),
    summary: textOrEmpty(own(record, 'summary')),
    details: textOrEmpty(own(record, 'details')),
    severity: severitiesOf(record, affected),
    ...(word !== undefined && { severity_word: word }),
    cwes: cwesOf(record, affected),
    references: readReferences(record),
  };
}

function readPackages(affected: readonly JsonObject[], id: string, notes: string[]): OsvPackage[] {
  const found = new Map<string, { ecosystem: string; name: string; ranges: AffectedRange[]; versions: string[] }>();
  for (const entry of affected) {
    const identity = identityOf(entry, id, notes);
    if (identity === undefined) continue;
    const ranges = withVendorWords(rangesOf(entry, id, notes), entry, identity.ecosystem);
    const versions = textsOf(own(entry, 'versions'), `${id}: versions`, notes);
    if (ranges.length === 0 && versions.length === 0) continue;
    const key = `${identity.ecosystem}\0${identity.name}`;
    const earlier = found.get(key);
    if (earlier === undefined) found.set(key, { ...identity, ranges, versions });
    else
      found.set(key, { ...identity, ranges: [...earlier.ranges, ...ranges], versions: [...new Set([...earlier.versions, ...versions])] });
  }
  return [...found.values()];
}

/** What a distribution says about a release stands with each of its ranges, because entries of one package are joined. */
function withVendorWords(ranges: AffectedRange[], entry: JsonObject, ecosystem: string): AffectedRange[] {
  if (ecosystemOf(ecosystem)?.purlNamespace === undefined) return ranges;
  const words = vendorWordsOf(entry);
  return words === undefined ? ranges : ranges.map((range) => ({ ...range, ...words }));
}

/** Undefined for entries without a package, which are about commits only. */
function identityOf(entry: JsonObject, id: string, notes: string[]): { ecosystem: string; name: string } | undefined {
  const pkg = own(entry, 'package');
  if (!isObject(pkg)) return undefined;
  const ecosystem = textOrEmpty(own(pkg, 'ecosystem'));
  const name = textOrEmpty(own(pkg, 'name'));
  if (ecosystem === 'GIT') return undefined;
  if (isPlain(ecosystem) && isPlain(name)) return { ecosystem, name: ecosystemOf(ecosystem)?.normaliseName(name) ?? name };
  notes.push(`${id}: a package without ecosystem or name`);
  return undefined;
}

function rangesOf(entry: JsonObject, id: string, notes: string[]): AffectedRange[] {
  const ranges: AffectedRange[] = [];
  for (const range of objectsOf(own(entry, 'ranges'), `${id}: ranges`, notes)) {
    const type = own(range, 'type');
    if (type === 'GIT') continue;
    if (type !== 'SEMVER' && type !== 'ECOSYSTEM') notes.push(`${id}: a range of unknown type`);
    else ranges.push({ type, events: eventsOf(range, id, notes) });
  }
  return ranges.filter((range) => range.events.length > 0);
}

function eventsOf(range: JsonObject, id: string, notes: string[]): RangeEvent[] {
  const events: RangeEvent[] = [];
  for (const event of objectsOf(own(range, 'events'), `${id}: events`, notes)) {
    const read: RangeEvent = {};
    for (const key of ['introduced', 'fixed', 'last_affected', 'limit'] as const) {
      const version = own(event, key);
      if (isPlain(version)) read[key] = version;
      else if (version !== undefined) notes.push(`${id}: an event with an unusable version`);
    }
    events.push(read);
  }
  return events;
}

/** Objects of a list; absent and null are an empty one. */
function objectsOf(value: unknown, what: string, notes: string[]): JsonObject[] {
  return listOf(value, what, notes).filter(isObject);
}

function textsOf(value: unknown, what: string, notes: string[]): string[] {
  return [...new Set(listOf(value, what, notes).filter(isPlain))];
}

function listOf(value: unknown, what: string, notes: string[]): readonly unknown[] {
  if (value === undefined || value === null) return [];
  if (Array.isArray(value)) return value;
  notes.push(`${what}: expected a list`);
  return [];
}

/** A text short enough to be a name, id or version. */
function isPlain(value: unknown): value is string {
  return typeof value === 'string' && value !== '' && value.length <= limits.maxNameLength;
}
