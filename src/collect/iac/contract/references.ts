import type { IacUnknown, IacValue, SourcePlace } from '../../../model/iac.js';
import { quote } from '../../../support/quote.js';

/** What variables stand for; one that is not in it has no known value. */
export type Variables = ReadonlyMap<string, IacValue>;

/** Pieces of a text in order; null is what nobody knows. */
export type Pieces = (string | null)[];

/** `$NAME`, `${NAME}` and `${NAME:-default}` with its relatives, at the place where it is asked for. */
export const REFERENCE = /\$(?:([A-Za-z_]\w*)|\{([A-Za-z_]\w*)(?:(:?[-+?]|##?|%%?|\/\/?)((?:[^{}]|\{[^{}]*\})*))?\})/y;

/** The pieces that a match of `REFERENCE` stands for; `again` reads the operand, which may refer to others. */
export function referredPieces(
  [, bare, braced, operator = '', operand = '']: readonly (string | undefined)[],
  variables: Variables,
  again: (text: string) => Pieces,
): Pieces {
  const value = variables.get(bare ?? braced ?? '');
  const known = value?.kind === 'scalar' ? String(value.value ?? '') : undefined;
  const isSet = known !== undefined && (known !== '' || !operator.startsWith(':'));
  if (operator.endsWith('-')) return isSet ? [known] : value?.kind === 'unknown' ? [null] : again(operand);
  if (operator.endsWith('+')) return value?.kind === 'unknown' ? [null] : isSet ? again(operand) : [''];
  if (operator !== '' && !operator.endsWith('?')) return [null];
  if (known !== undefined) return [known];
  return value?.kind === 'unknown' && value.pieces ? [...value.pieces] : [null];
}

/** Adds a piece, joined to the one before where both are known. */
export function addPiece(pieces: Pieces, piece: string | null): void {
  const last = pieces.at(-1);
  if (piece !== null && typeof last === 'string') pieces[pieces.length - 1] = last + piece;
  else pieces.push(piece);
}

/** The value of a text of pieces: known when all of them are. `written` is the text as it stands in the file. */
export function valueOfPieces(pieces: Pieces, written: string, at: SourcePlace): IacValue {
  const told = pieces.filter((piece, index) => piece !== '' || (pieces.length === 1 && index === 0));
  const known = told.filter((piece) => piece !== null);
  if (known.length === told.length) return { kind: 'scalar', at, value: known.join('') };
  const unknown: IacUnknown = { kind: 'unknown', at, expression: quote(written, 120) };
  return told.length === 1 ? unknown : { ...unknown, pieces: told };
}
