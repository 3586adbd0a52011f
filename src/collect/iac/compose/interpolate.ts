import type { IacValue, SourcePlace } from '../../../model/iac.js';
import { addPiece, type Pieces, REFERENCE, referredPieces, type Variables, valueOfPieces } from '../contract/references.js';

/** The value with its variables replaced, at any depth; `$$` is a dollar. Keys stay as they are. */
export function interpolated(value: IacValue, variables: Variables, known = new Map<IacValue, IacValue>()): IacValue {
  // One value may stand at many places, by an anchor.
  const before = known.get(value);
  if (before) return before;
  const made = anew(value, variables, known);
  known.set(value, made);
  return made;
}

function anew(value: IacValue, variables: Variables, known: Map<IacValue, IacValue>): IacValue {
  if (value.kind === 'list') return { ...value, items: value.items.map((item) => interpolated(item, variables, known)) };
  if (value.kind === 'map')
    return { ...value, entries: new Map([...value.entries].map(([key, item]) => [key, interpolated(item, variables, known)])) };
  if (value.kind !== 'scalar' || typeof value.value !== 'string' || !value.value.includes('$')) return value;
  const told = interpolatedText(value.value, variables, value.at);
  return value.via ? { ...told, via: value.via } : told;
}

/** A text with its variables replaced. */
export function interpolatedText(text: string, variables: Variables, at: SourcePlace): IacValue {
  return valueOfPieces(piecesOf(text, variables), text, at);
}

function piecesOf(text: string, variables: Variables): Pieces {
  const pieces: Pieces = [''];
  for (let at = 0; at < text.length; ) {
    REFERENCE.lastIndex = at;
    const reference = text.charAt(at) === '$' ? REFERENCE.exec(text) : null;
    if (reference) {
      for (const piece of referredPieces(reference, variables, (operand) => piecesOf(operand, variables))) addPiece(pieces, piece);
      at += reference[0].length;
    } else {
      const isEscaped = text.startsWith('$$', at);
      const dollar = text.indexOf('$', at + 1);
      const next = isEscaped ? at + 2 : dollar === -1 ? text.length : dollar;
      addPiece(pieces, isEscaped ? '$' : text.slice(at, next));
      at = next;
    }
  }
  return pieces;
}
