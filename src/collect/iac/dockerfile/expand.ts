import type { IacUnknown, IacValue, SourcePlace } from '../../../model/iac.js';
import { quote } from '../../../support/quote.js';

/** What variables stand for; undefined: no value is known. */
export type Variables = ReadonlyMap<string, IacValue>;

const REFERENCE = /\$(?:([A-Za-z_]\w*)|\{([A-Za-z_]\w*)(?:(:?[-+?]|##?|%%?|\/\/?)((?:[^{}]|\{[^{}]*\})*))?\})/y;

/** The value of a word: quotes go, variables are replaced. Of a text with an unknown variable the known pieces are kept. */
export function expandWord(word: string, variables: Variables, at: SourcePlace): IacValue {
  const pieces = piecesOf(word, variables);
  const known = pieces.filter((piece) => piece !== null);
  if (known.length === pieces.length) return { kind: 'scalar', at, value: known.join('') };
  const unknown: IacUnknown = { kind: 'unknown', at, expression: quote(word, 120) };
  return pieces.length === 1 ? unknown : { ...unknown, pieces };
}

/** Pieces of a word in order, neighbouring texts joined; null is what nobody knows. */
function piecesOf(word: string, variables: Variables): (string | null)[] {
  const pieces: (string | null)[] = [''];
  const add = (piece: string | null) => {
    const last = pieces.at(-1);
    if (piece !== null && typeof last === 'string') pieces[pieces.length - 1] = last + piece;
    else pieces.push(piece);
  };
  let mark = '';
  for (let at = 0; at < word.length; ) {
    const char = word.charAt(at);
    REFERENCE.lastIndex = at;
    const reference = char === '$' && mark !== "'" ? REFERENCE.exec(word) : null;
    if (reference) {
      for (const piece of referred(reference, variables)) add(piece);
      at += reference[0].length;
    } else if (char === mark) {
      mark = '';
      at++;
    } else if (mark === '' && (char === '"' || char === "'")) {
      mark = char;
      at++;
    } else if (char === '\\' && mark !== "'" && at + 1 < word.length && (mark === '' || '"$\\'.includes(word.charAt(at + 1)))) {
      add(word.charAt(at + 1));
      at += 2;
    } else {
      add(char);
      at++;
    }
  }
  return pieces.filter((piece, at) => piece !== '' || (pieces.length === 1 && at === 0));
}

function referred([, bare, braced, operator = '', operand = '']: readonly (string | undefined)[], variables: Variables): (string | null)[] {
  const value = variables.get(bare ?? braced ?? '');
  const known = value?.kind === 'scalar' ? String(value.value ?? '') : undefined;
  const isSet = known !== undefined && (known !== '' || !operator.startsWith(':'));
  if (operator.endsWith('-')) return isSet ? [known] : value?.kind === 'unknown' ? [null] : piecesOf(operand, variables);
  if (operator.endsWith('+')) return value?.kind === 'unknown' ? [null] : isSet ? piecesOf(operand, variables) : [''];
  if (operator !== '' && !operator.endsWith('?')) return [null];
  if (known !== undefined) return [known];
  return value?.kind === 'unknown' && value.pieces ? [...value.pieces] : [null];
}
