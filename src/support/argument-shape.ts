import { createHmac } from 'node:crypto';
import { isObject } from './json.js';
import { redact } from './redact.js';

/** What is kept of an argument: enough to see that two calls were alike, nothing of its value. */
export interface ArgumentShape {
  name: string;
  kind: 'string' | 'number' | 'boolean' | 'null' | 'array' | 'object';
  /** Characters, items or members. */
  length: number;
  /** Start of HMAC-SHA256 over the value's JSON, with a key of whoever keeps it. */
  hash: string;
}

const MAX_SHOWN = 100;
const MAX_NAME = 100;
/** Characters of a name in which secrets are looked for; what is shown of it lies far before the end. */
const MAX_READ = 4096;

export const MAX_ARGUMENT_DEPTH = 64;

/** Shapes of the top-level arguments. The values must not be deeper than MAX_ARGUMENT_DEPTH. */
export function argumentShapes(args: Readonly<Record<string, unknown>>, key: Uint8Array): ArgumentShape[] {
  return Object.entries(args)
    .slice(0, MAX_SHOWN)
    .map(([name, value]) => ({
      name: redact(name.slice(0, MAX_READ)).slice(0, MAX_NAME),
      kind: kindOf(value),
      length: lengthOf(value),
      hash: createHmac('sha256', key)
        .update(JSON.stringify(value) ?? '')
        .digest('hex')
        .slice(0, 16),
    }));
}

/** Nesting of a value, looked at no deeper than one above the ceiling. */
export function isTooDeep(value: unknown): boolean {
  let level: unknown[] = [value];
  for (let depth = 0; level.length > 0; depth++) {
    if (depth > MAX_ARGUMENT_DEPTH) return true;
    level = level.flatMap((one) => (typeof one === 'object' && one !== null ? Object.values(one).filter(isNested) : []));
  }
  return false;
}

function isNested(value: unknown): boolean {
  return typeof value === 'object' && value !== null;
}

function kindOf(value: unknown): ArgumentShape['kind'] {
  if (value === null || value === undefined) return 'null';
  if (Array.isArray(value)) return 'array';
  if (typeof value === 'string') return 'string';
  if (typeof value === 'number') return 'number';
  return typeof value === 'boolean' ? 'boolean' : 'object';
}

function lengthOf(value: unknown): number {
  if (Array.isArray(value)) return value.length;
  return isObject(value) ? Object.keys(value).length : String(value).length;
}
