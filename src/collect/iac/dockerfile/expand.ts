import type { IacValue, SourcePlace } from '../../../model/iac.js';
import { addPiece, type Pieces, REFERENCE, referredPieces, type Variables, valueOfPieces } from '../contract/references.js';

/** The value of a word: quotes go, variables are replaced. Of a text with an unknown variable the known pieces are kept. */
export function expandWord(word: string, variables: Variables, at: SourcePlace): IacValue {
  return valueOfPieces(piecesOf(word, variables), word, at);
}

function piecesOf(word: string, variables: Variables): Pieces {
  const pieces: Pieces = [''];
  let mark = '';
  for (let at = 0; at < word.length; ) {
    const char = word.charAt(at);
    REFERENCE.lastIndex = at;
    const reference = char === '$' && mark !== "'" ? REFERENCE.exec(word) : null;
    if (reference) {
      for (const piece of referredPieces(reference, variables, (text) => piecesOf(text, variables))) addPiece(pieces, piece);
      at += reference[0].length;
    } else if (char === mark) {
      mark = '';
      at++;
    } else if (mark === '' && (char === '"' || char === "'")) {
      mark = char;
      at++;
    } else if (char === '\\' && mark !== "'" && at + 1 < word.length && (mark === '' || '"$\\'.includes(word.charAt(at + 1)))) {
      addPiece(pieces, word.charAt(at + 1));
      at += 2;
    } else {
      addPiece(pieces, char);
      at++;
    }
  }
  return pieces;
}
