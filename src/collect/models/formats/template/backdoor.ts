import type { Piece, Token } from './tokens.js';
import { tokensOf } from './tokens.js';

/** Text a template adds behind the reader's back: on a trigger in a message, or as an address that carries a message away. */
export interface HiddenText {
  readonly how: 'trigger' | 'exfiltration';
  readonly evidence: string;
  readonly offset: number;
}

interface Branch {
  /** Words of the trigger; undefined for a branch that no message's content decides. */
  trigger: string | undefined;
}

const ADDRESS = /\bhttps?:\/\/|\bwww\.[a-z0-9-]+\.[a-z]{2,}/i;
/** Address whose query or path is still open where the literal ends. */
const OPEN_ADDRESS = /https?:\/\/[^\s'"<>)]{1,2000}(\?[^\s'"<>)]{0,2000}=|\/)$/i;
const MESSAGE_TEXT = /\b(content|messages?|message|text|prompt)\b/;

/** Reads the branches of a template. Roles, positions, tools and marker tokens decide nothing that is hidden. */
export function* hiddenTextsOf(pieces: readonly Piece[]): Generator<HiddenText> {
  const stack: Branch[] = [];
  const fromContent = new Set<string>();
  let before = '';
  for (const piece of pieces) {
    if (piece.kind === 'statement') {
      const tokens = tokensOf(piece.text);
      step(tokens, stack, fromContent);
      const set = tokens[0]?.text === 'set' ? proseOf(tokens) : '';
      yield* hidden(stack, set, piece.offset);
      continue;
    }
    const tokens = piece.kind === 'output' ? tokensOf(piece.text) : [];
    const prose = piece.kind === 'output' ? proseOf(tokens) : piece.text;
    yield* hidden(stack, prose, piece.offset);
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

function* hidden(stack: readonly Branch[], prose: string, offset: number): Generator<HiddenText> {
  const trigger = stack.findLast((branch) => branch.trigger !== undefined)?.trigger;
  if (trigger === undefined || !instructs(prose)) return;
  yield { how: 'trigger', evidence: `on '${trigger}': ${prose.trim()}`, offset };
}

/** Prose for a reader, not markers: an address, or a run of five words of letters. */
function instructs(text: string): boolean {
  if (ADDRESS.test(text)) return true;
  return /(?:[A-Za-z][a-z']*[ ,.;:]+){4}[A-Za-z]/.test(text.replace(/<\|?[^<>]{0,60}\|?>/g, ' | '));
}

/** Literals of a statement, which may become output. */
function proseOf(tokens: readonly Token[]): string {
  return tokens
    .filter(({ kind }) => kind === 'string')
    .map(({ text }) => text)
    .join(' ');
}

/** Follows the branches, so that each text knows what its block depends on. */
function step(tokens: readonly Token[], stack: Branch[], fromContent: Set<string>): void {
  const word = tokens[0]?.text;
  if (word === 'if' || word === 'for' || word === 'macro' || word === 'filter' || word === 'call')
    stack.push({ trigger: word === 'if' ? triggerOf(tokens, fromContent) : undefined });
  else if (word === 'elif') replace(stack, triggerOf(tokens, fromContent));
  else if (word === 'else') replace(stack, undefined);
  else if (word !== undefined && /^end(if|for|macro|filter|call)$/.test(word)) stack.pop();
  else if (word === 'set') remember(tokens, fromContent);
}

function replace(stack: Branch[], trigger: string | undefined): void {
  stack.pop();
  stack.push({ trigger });
}

/** `set text = message.content` makes `text` another word for the message. */
function remember(tokens: readonly Token[], fromContent: Set<string>): void {
  const name = tokens[1]?.text;
  if (name !== undefined && tokens[2]?.text === '=' && readsContent(tokens.slice(3), fromContent)) fromContent.add(name);
}

function readsContent(tokens: readonly Token[], fromContent: ReadonlySet<string>): boolean {
  return tokens.some(({ kind, text }) => (kind !== 'operator' && text === 'content') || (kind === 'name' && fromContent.has(text)));
}

/** The literal that a message's content (or the date) is compared with, unless it is a marker such as `</think>`. */
function triggerOf(tokens: readonly Token[], fromContent: ReadonlySet<string>): string | undefined {
  const content = readsContent(tokens, fromContent);
  const date = tokens.some(({ text }) => text === 'strftime_now');
  if (!content && !date) return undefined;
  const compares = tokens.some(({ text }) => /^(in|==|startswith|endswith|search|match|find|lower)$/.test(text));
  const literal = tokens.find(
    ({ kind, text }) =>
      kind === 'string' && text !== 'content' && (date ? /[\w]{2}/ : /[A-Za-z]{3}/).test(text) && !/^\s*[<[{|]/.test(text),
  );
  return compares && literal !== undefined && !isVocabulary(literal.text) ? literal.text : undefined;
}

/** Words of the chat format itself: roles, keys and content types. */
function isVocabulary(word: string): boolean {
  return /^(role|user|assistant|system|tool|tools|ipython|developer|function|text|image|video|audio|image_url|type|name|content|tool_calls|tool_call|string|arguments|thinking|reasoning_content|%[A-Za-z %-]+)$/.test(
    word,
  );
}
