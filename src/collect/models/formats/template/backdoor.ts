import type { Piece, Token } from './tokens.js';
import { tokensOf } from './tokens.js';
import { type ChatOutput, Flow, instructs, proseOf } from './trigger.js';

/**
 * Text that a template adds without the user's knowledge: after a trigger in a message, or an address that carries a
 * message away.
 */
export interface HiddenText {
  readonly how: 'trigger' | 'exfiltration';
  readonly evidence: string;
  readonly offset: number;
}

/** An address whose query or path continues after the end of the literal. */
const OPEN_ADDRESS = /https?:\/\/[^\s'"<>)]{1,2000}(\?[^\s'"<>)]{0,2000}=|\/)$/i;
const MESSAGE_TEXT = /\b(content|messages?|message|text|prompt)\b/;

/**
 * Reads the branches of a template. Conditions on roles, positions, tools and marker tokens do not count as triggers.
 */
export function* hiddenTextsOf(pieces: readonly Piece[]): Generator<HiddenText> {
  const flow = new Flow();
  let before = '';
  for (const piece of pieces) {
    const tokens = piece.kind === 'text' ? [] : tokensOf(piece.text);
    if (piece.kind === 'statement') {
      flow.step(tokens);
      if (tokens[0]?.text === 'set') yield* hidden(flow.written(tokens), piece.offset);
      continue;
    }
    if (piece.kind === 'text') flow.holds(piece.text);
    const prose = piece.kind === 'output' ? proseOf(tokens) : piece.text;
    yield* hidden(piece.kind === 'output' ? flow.written(tokens) : { trigger: flow.trigger, prose: [prose] }, piece.offset);
    yield* carried({ before, prose, tokens }, piece.offset);
    before = prose;
  }
}

function* carried(
  { before, prose, tokens }: { before: string; prose: string; tokens: readonly Token[] },
  offset: number,
): Generator<HiddenText> {
  const names = tokens.filter(({ kind }) => kind === 'name' || kind === 'string').map(({ text }) => text);
  const open = OPEN_ADDRESS.exec(before.trimEnd()) ?? tokens.map(({ text }) => OPEN_ADDRESS.exec(text)).find((found) => found !== null);
  if (open && names.some((name) => MESSAGE_TEXT.test(name)) && prose.length < 4096) {
    yield { how: 'exfiltration', evidence: open[0], offset };
  }
}

function* hidden({ trigger, prose }: ChatOutput, offset: number): Generator<HiddenText> {
  const found = trigger === undefined ? undefined : prose.find((text) => text !== trigger && instructs(text));
  if (found !== undefined) yield { how: 'trigger', evidence: `on '${trigger}': ${found.trim()}`, offset };
}
