import type { IacValue, SourcePlace } from '../../../model/iac.js';
import { InputError } from '../../../support/errors.js';
import { JSON_HOLE, type LocatedJson, parseLocatedJson } from '../../../support/located-json.js';
import { unknownValue } from './unknown-value.js';

/**
 * What a text holds that is JSON: as its maker recorded it, or parsed, with the parts that are not known open. Undefined: it is no JSON, or
 * not known at all.
 */
export function encodedIn(value: IacValue | undefined): IacValue | undefined {
  if (value === undefined || value.kind === 'list') return undefined;
  if (value.kind === 'map') return value;
  if (value.encodes) return value.encodes;
  if (value.kind === 'scalar') return typeof value.value === 'string' ? parsed(value.value, value) : undefined;
  return value.pieces ? parsed(value.pieces.map((piece) => piece ?? JSON_HOLE).join(''), value) : undefined;
}

function parsed(text: string, holder: IacValue): IacValue | undefined {
  if (!/^\s*[{[]/.test(text)) return undefined;
  try {
    const expression = holder.kind === 'unknown' ? holder.expression : '';
    // A text of several lines begins on the line after its name: a heredoc, a block.
    const before = text.includes('\n') ? (text.startsWith('\n') ? -1 : 0) : -1;
    const refersTo = holder.refersTo ?? [];
    return converted(parseLocatedJson(text, holder.at.path, 'lenient'), { at: holder.at, before, expression, refersTo });
  } catch (error) {
    if (error instanceof InputError) return undefined;
    throw error;
  }
}

interface Place {
  at: SourcePlace;
  before: number;
  expression: string;
  refersTo: readonly string[];
}

function converted(node: LocatedJson, place: Place): IacValue {
  const at = { path: place.at.path, line: place.at.line + node.line + place.before };
  if (node.kind === 'list') return { kind: 'list', at, items: node.items.map((item) => converted(item, place)) };
  if (node.kind === 'map')
    return { kind: 'map', at, entries: new Map([...node.entries].map(([key, value]) => [key, converted(value, place)])) };
  if (node.kind === 'hole') return unknownValue(place.expression, at, place.refersTo);
  if (typeof node.value !== 'string' || !node.value.includes(JSON_HOLE)) return { kind: 'scalar', at, value: node.value };
  const pieces = node.value.split(JSON_HOLE).flatMap((piece, index) => (index === 0 ? [piece] : [null, piece]));
  return { ...unknownValue(place.expression, at, place.refersTo), pieces: pieces.filter((piece) => piece !== '') };
}
