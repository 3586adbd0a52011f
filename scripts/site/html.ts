import { asHtml } from '../../src/control-plane/http/as-html.js';

/** A piece of a page that is HTML already. */
export class Html {
  constructor(readonly text: string) {}
}

type Piece = string | number | Html | undefined | readonly Piece[];

/** HTML of a template; every text that is put in is escaped, `undefined` is nothing. */
export function html(strings: TemplateStringsArray, ...pieces: readonly Piece[]): Html {
  return new Html(strings.map((text, at) => text + textOf(pieces[at])).join(''));
}

/** Takes a text for HTML as it stands. */
export function raw(text: string): Html {
  return new Html(text);
}

function textOf(piece: Piece): string {
  if (piece === undefined) return '';
  if (piece instanceof Html) return piece.text;
  if (typeof piece === 'object') return piece.map(textOf).join('');
  return asHtml(String(piece));
}
