import type { KevEntry } from '../../model/advisory.js';
import { InputError } from '../../support/errors.js';
import { isObject, own, parseJson } from '../../support/json.js';
import { textOrEmpty } from './osv-text.js';

/** The CISA catalog as the database keeps it. */
export interface KevFeed {
  as_of: string;
  entries: KevEntry[];
  notes: string[];
}

const DATE = /^\d{4}-\d{2}-\d{2}$/;

/**
 * Reads `known_exploited_vulnerabilities.json`. Throws InputError when it is not the catalog or lists nothing; single
 * entries that cannot be read become notes.
 */
export function readKev(text: string, where: string): KevFeed {
  const catalog = parseJson(text, where);
  const list = isObject(catalog) ? own(catalog, 'vulnerabilities') : undefined;
  if (!isObject(catalog) || !Array.isArray(list))
    throw new InputError({ where, message: 'not the KEV catalog: no list of vulnerabilities' });
  const entries = list.map(entryOf);
  const known = entries.filter((entry) => entry !== undefined);
  if (known.length === 0) throw new InputError({ where, message: 'the KEV catalog lists no vulnerability' });
  const unread = entries.length - known.length;
  const released = textOrEmpty(own(catalog, 'dateReleased'));
  const [newest = ''] = known
    .map((entry) => entry.date_added)
    .sort()
    .reverse();
  return {
    as_of: Number.isNaN(Date.parse(released)) ? `${newest}T00:00:00Z` : released,
    entries: known,
    notes: unread === 0 ? [] : [`KEV: ${unread} entries without a CVE id or date`],
  };
}

function entryOf(value: unknown): KevEntry | undefined {
  if (!isObject(value)) return undefined;
  const cve = textOrEmpty(own(value, 'cveID')).trim().toUpperCase();
  const added = textOrEmpty(own(value, 'dateAdded'));
  if (!/^CVE-\d{4}-\d{4,}$/.test(cve) || !DATE.test(added)) return undefined;
  const due = textOrEmpty(own(value, 'dueDate'));
  return {
    cve,
    date_added: added,
    ...(DATE.test(due) && { due_date: due }),
    ransomware: textOrEmpty(own(value, 'knownRansomwareCampaignUse')).toLowerCase() === 'known',
  };
}
