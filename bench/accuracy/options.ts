import { parseArgs } from 'node:util';
import { iacFormats } from '../../src/model/iac.js';
import { FOLDS } from './text-parts.js';

/** What `npm run accuracy -- texts` is asked for besides the table. */
export interface TextOptions {
  /** The fold that was left out while the rules were changed: only its figures are printed, and no miss of it. */
  fold?: number;
  misses: boolean;
  /** The generated texts alone. */
  generated: boolean;
  /** Write what the sample of the generated texts measures as the floors of its test, and print nothing. */
  floors: boolean;
  /** A folder of collections of public texts: what is found in them, and nothing else. */
  public?: string;
}

const FLAG = { type: 'boolean', default: false } as const;

/** What `npm run accuracy -- runtime` does besides its table. */
export interface RuntimeOptions {
  /** Fail where the figures are not the kept ones. */
  check: boolean;
  /** Keep the figures. */
  keep: boolean;
}

/** What `npm run accuracy -- iac` does besides its table; it heeds `check` too. */
export interface IacOptions {
  /** These formats alone, with their misses. */
  formats: readonly string[];
}

/** What `npm run accuracy -- images` is asked for. */
export interface ImageOptions {
  /** Only cases whose id holds this. */
  only?: string;
}

export type Options = TextOptions & RuntimeOptions & IacOptions & ImageOptions;

/** Names of parts and options of a command line; throws a TypeError that says what is wrong with it. */
export function optionsOf(args: readonly string[]): Options & { parts: string[] } {
  const { values, positionals } = parseArgs({
    args: [...args],
    allowPositionals: true,
    options: {
      fold: { type: 'string' },
      only: { type: 'string' },
      public: { type: 'string' },
      misses: FLAG,
      generated: FLAG,
      floors: FLAG,
      check: FLAG,
      keep: FLAG,
    },
  });
  const { fold, misses, generated, ...rest } = values;
  if (fold !== undefined && !(Number(fold) < FOLDS && /^\d$/.test(fold)))
    throw new TypeError(`--fold takes 0 to ${FOLDS - 1}, not ${fold}`);
  if (misses && fold === undefined && !generated && rest.public === undefined)
    throw new TypeError('--misses needs --fold N, the fold that is left out and stays unread');
  const formats = positionals.includes('iac') ? positionals.filter((name) => isFormat(name)) : [];
  return {
    parts: positionals.filter((name) => !formats.includes(name)),
    formats,
    misses,
    generated,
    ...rest,
    ...(fold !== undefined && { fold: Number(fold) }),
  };
}

function isFormat(name: string): boolean {
  return iacFormats.some((format) => format === name);
}
