import { gunzipSync } from 'node:zlib';
import type { EpssScore } from '../../model/advisory.js';
import { InputError } from '../../support/errors.js';

/** The EPSS scores of one day. `rows` may be walked once. */
export interface EpssFeed {
  as_of: string;
  rows: Iterable<{ cve: string } & EpssScore>;
}

/** 300 000 rows take 10 MB today. */
const MAX_BYTES = 512 * 1024 * 1024;
const HEADER = 'cve,epss,percentile';

/**
 * Reads `epss_scores-current.csv.gz` (or the same unpacked): a comment line with the score date, a header, one row a CVE.
 * Throws InputError when it is anything else or has no rows; rows that are none are left out.
 */
export function readEpss(bytes: Buffer, where: string): EpssFeed {
  const text = unpack(bytes, where).toString('utf8');
  const header = text.indexOf(HEADER);
  const first = header === -1 ? -1 : text.indexOf('CVE-', header);
  if (first === -1 || header > 1024) throw new InputError({ where, message: `not an EPSS file: no "${HEADER}" header with rows below` });
  return { as_of: scoreDate(text.slice(0, header)), rows: rowsOf(text, first) };
}

function unpack(bytes: Buffer, where: string): Buffer {
  if (bytes[0] !== 0x1f || bytes[1] !== 0x8b) return bytes;
  try {
    return gunzipSync(bytes, { maxOutputLength: MAX_BYTES });
  } catch (cause) {
    throw new InputError({ where, issue: 'archive', message: 'the EPSS file cannot be unpacked', cause });
  }
}

/** `#model_version:v2025.03.14,score_date:2026-08-22T12:55:00+0000`; the zone comes without a colon. */
function scoreDate(comment: string): string {
  const date = /score_date:(\d{4}-\d{2}-\d{2})(T\d{2}:\d{2}:\d{2})?/.exec(comment);
  return date ? `${date[1]}${date[2] ?? 'T00:00:00'}Z` : '1970-01-01T00:00:00Z';
}

function* rowsOf(text: string, from: number): Generator<{ cve: string } & EpssScore> {
  let at = from;
  while (at < text.length) {
    const end = text.indexOf('\n', at);
    const [cve = '', score = '', percentile = ''] = text.slice(at, end === -1 ? undefined : end).split(',', 3);
    at = end === -1 ? text.length : end + 1;
    const row = { cve, score: Number.parseFloat(score), percentile: Number.parseFloat(percentile) };
    if (isShare(row.score) && isShare(row.percentile)) yield row;
  }
}

function isShare(value: number): boolean {
  return value >= 0 && value <= 1;
}
