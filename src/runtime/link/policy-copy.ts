import { createHash } from 'node:crypto';
import { readFileSync, renameSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import type { GatewayPolicy } from '../../policy/gateway/policy.js';
import { isObject, own, parseJson } from '../../support/json.js';
import { makePrivateFolder } from '../../system/make-folder.js';

/** Changes with the form of what is kept: another form is not read. */
const FORMAT = 1;

/** The policies as they were when the control plane last said that they hold. */
export interface PolicyCopy {
  etag: string;
  /** The source that the key is bound to. */
  sourceId: string | undefined;
  /** Checked before they were kept, so that a start needs not check them again. */
  policies: readonly GatewayPolicy[];
  /** Milliseconds since 1970, by this machine's clock. */
  confirmedAt: number;
}

/** Reads the copy; undefined where there is none, or none that is whole. */
export function readCopy(path: string): PolicyCopy | undefined {
  try {
    const { sum, copy } = splitSum(readFileSync(path, 'utf8'));
    const value = sum === sumOf(copy) ? parseJson(copy, path) : undefined;
    if (!isObject(value)) return undefined;
    const [format, etag, policies, source, at] = ['format', 'etag', 'policies', 'source_id', 'confirmed_at'].map((name) =>
      own(value, name),
    );
    if (format !== FORMAT || typeof etag !== 'string' || !arePolicies(policies) || typeof at !== 'number') return undefined;
    return { etag, policies, sourceId: typeof source === 'string' ? source : undefined, confirmedAt: at };
  } catch {
    return undefined;
  }
}

/** Writes the copy for this user alone, whole or not at all. Throws what the file system says. */
export function writeCopy(path: string, { etag, policies, sourceId, confirmedAt }: PolicyCopy): void {
  makePrivateFolder(dirname(path));
  const copy = JSON.stringify({ format: FORMAT, etag, source_id: sourceId, confirmed_at: confirmedAt, policies });
  const aside = `${path}.${process.pid}.part`;
  writeFileSync(aside, `${sumOf(copy)}\n${copy}`, { mode: 0o600 });
  renameSync(aside, path);
}

/** What was written is whole: the sum has been compared. */
function arePolicies(value: unknown): value is GatewayPolicy[] {
  return Array.isArray(value) && value.every((one) => isObject(one) && Array.isArray(one.rules) && Array.isArray(one.bindings));
}

/** A file that a failing disk or a crash has cut or changed is no copy. */
function sumOf(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}

function splitSum(text: string): { sum: string; copy: string } {
  const end = text.indexOf('\n');
  return { sum: text.slice(0, end), copy: text.slice(end + 1) };
}
