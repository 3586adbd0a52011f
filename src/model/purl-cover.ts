import { InputError } from '../support/errors.js';
import { type Purl, parsePurl } from './purl.js';

/**
 * True when a statement about `pattern` covers `purl`: same type, namespace and name; the version too where the pattern has
 * one; and every qualifier the pattern has. Encoded and raw spellings are the same. An unreadable pattern covers nothing.
 */
export function purlCovers(pattern: string, purl: string): boolean {
  const wanted = read(pattern);
  const own = read(purl);
  if (!wanted || !own) return false;
  if (wanted.type !== own.type || wanted.name !== own.name || (wanted.namespace ?? '') !== (own.namespace ?? '')) return false;
  if (wanted.version !== undefined && wanted.version !== own.version) return false;
  return Object.entries(wanted.qualifiers ?? {}).every(([key, value]) => own.qualifiers?.[key] === value);
}

const seen = new Map<string, Purl | undefined>();

function read(text: string): Purl | undefined {
  if (seen.has(text)) return seen.get(text);
  if (seen.size > 10_000) seen.clear();
  const purl = parseQuietly(text);
  seen.set(text, purl);
  return purl;
}

function parseQuietly(text: string): Purl | undefined {
  try {
    return parsePurl(text);
  } catch (error) {
    if (error instanceof InputError) return undefined;
    throw error;
  }
}
