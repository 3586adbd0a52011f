import type { IacValue } from '../../../../model/iac.js';
import { joinedText } from '../evaluate/text.js';
import { numberText } from '../values/convert.js';
import { originOf, scalar, sortedEntries, unknown } from '../values/make.js';
import { argument, type Call, type TerraformFunction } from './contract.js';

export const encodingFunctions: readonly (readonly [string, TerraformFunction])[] = [
  ['jsonencode', { partial: true, run: (args, call) => encodedJson(argument(args, 0), call) }],
];

/** A value as JSON text, in Terraform's spelling; unknown parts leave holes, and the value itself goes with the text. */
export function encodedJson(value: IacValue, call: Pick<Call, 'at' | 'budget' | 'written'>): IacValue {
  const parts: IacValue[] = [];
  const put = (text: string) => parts.push(scalar(text, call.at));
  const write = (inner: IacValue): void => {
    call.budget.spend();
    if (inner.kind === 'scalar') put(scalarJson(inner.value));
    else if (inner.kind === 'unknown') parts.push(unknown(inner.expression, inner.at, originOf([inner]), { pieces: unknownPieces(inner) }));
    else if (inner.kind === 'list') writeAll('[', inner.items, ']', inner.rest, write);
    else {
      const keys = sortedEntries(inner);
      put('{');
      keys.forEach(([key, entry], at) => {
        put(`${at === 0 ? '' : ','}${stringJson(key)}:`);
        write(entry);
      });
      if (inner.rest !== undefined) parts.push(unknown(inner.rest, call.at));
      put('}');
    }
  };
  const writeAll = (open: string, items: readonly IacValue[], close: string, rest: string | undefined, each: (item: IacValue) => void) => {
    put(open);
    items.forEach((item, at) => {
      if (at > 0) put(',');
      each(item);
    });
    if (rest !== undefined) parts.push(unknown(rest, call.at));
    put(close);
  };
  write(value);
  const text = joinedText(parts, { at: call.at, budget: call.budget }, call.written);
  return text.kind === 'scalar' || text.kind === 'unknown' ? { ...text, ...originOf([text, value]), encodes: value } : text;
}

/** An unknown text stands in quotes, an unknown anything else does not: nobody knows which, so the quotes are unknown too. */
function unknownPieces({ pieces }: { pieces?: readonly (string | null)[] }): readonly (string | null)[] {
  if (pieces === undefined) return [null];
  const inner = pieces.map((piece) => (piece === null ? null : stringJson(piece).slice(1, -1)));
  return ['"', ...inner, '"'];
}

function scalarJson(value: string | number | boolean | null): string {
  if (typeof value === 'string') return stringJson(value);
  if (typeof value === 'number') return numberText(value);
  return String(value);
}

function stringJson(text: string): string {
  return JSON.stringify(text).replace(/[<>&\u2028\u2029]/g, (char) => `\\u${char.charCodeAt(0).toString(16).padStart(4, '0')}`);
}
