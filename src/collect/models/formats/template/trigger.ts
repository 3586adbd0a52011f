import type { Token } from './tokens.js';

/**
 * Text that a piece may add to the chat, and the words of a message that trigger it; without a trigger it is always
 * added.
 */
export interface ChatOutput {
  trigger: string | undefined;
  prose: readonly string[];
}

const ADDRESS = /\bhttps?:\/\/|\bwww\.[a-z0-9-]+\.[a-z]{2,}/i;
/** Four words of letters in a row, or as much in a script without blanks. */
const WORDS = /(?:\p{L}[\p{L}\p{M}'’-]*[ ,.;:!?\n]+){3}\p{L}|[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}]{8}/u;
/** Limit for the prose of a literal that is looked at; templates hold some kilobytes. */
const MAX_PROSE = 16_384;

/** True for prose that instructs a reader, false for markers. */
export function instructs(text: string): boolean {
  const part = text.slice(0, MAX_PROSE);
  return ADDRESS.test(part) || WORDS.test(part.replace(/<\|?[^<>]{0,60}\|?>/g, ' | '));
}

/** Literals of a statement, which may become output. */
export function proseOf(tokens: readonly Token[]): string {
  return literalsOf(tokens).join(' ');
}

function literalsOf(tokens: readonly Token[]): string[] {
  return tokens.filter(({ kind }) => kind === 'string').map(({ text }) => text);
}

interface Branch {
  /**
   * Words of the trigger, or of the outer branch's trigger where this one has none; stored for each branch, because
   * pieces at any depth look it up.
   */
  trigger: string | undefined;
  /** Name of the macro or variable that the block, or one around it, fills. */
  fills: string | undefined;
}

const OPENS = /^(?:if|for|macro|filter|call|block)$/;
const CLOSES = /^end(?:if|for|macro|filter|call|block|set)$/;
const COMPARES = /^(?:in|==|!=|startswith|endswith|search|match|find|lower|count|index|replace|split)$/;

/**
 * Follows branches and variables, so that each text is known with the conditions it depends on. Names are compared as
 * written, including `ns.flag`.
 */
export class Flow {
  private readonly stack: Branch[] = [];
  /** Names of variables with the text of messages. */
  private readonly content = new Set<string>();
  /** Names of variables with whole messages. */
  private readonly messages = new Set(['messages', 'message']);
  /** Names of variables set from a message's content, with the words that the content was compared with. */
  private readonly flags = new Map<string, string>();
  /** Names of macros and variables, with the prose they hold. */
  private readonly carriers = new Map<string, string>();

  /** Words that the current branch depends on. */
  get trigger(): string | undefined {
    return this.stack.at(-1)?.trigger;
  }

  /** Records text outside tags, within a macro or a block that fills a variable. */
  holds(text: string): void {
    const name = this.stack.at(-1)?.fills;
    if (name !== undefined && instructs(text)) this.carriers.set(name, text);
  }

  step(tokens: readonly Token[]): void {
    const word = tokens[0]?.text ?? '';
    if (OPENS.test(word)) this.open(word, tokens);
    else if (word === 'elif' || word === 'else') this.turn(tokens);
    else if (CLOSES.test(word)) this.stack.pop();
    else if (word === 'set') this.assign(tokens);
  }

  /**
   * The text that an output or an assignment writes: its literals, those of names in it, with the condition within it.
   */
  written(tokens: readonly Token[]): ChatOutput {
    if (tokens.some(({ text }) => text === 'raise_exception')) return { trigger: undefined, prose: [] };
    const names = namesOf(tokens).flatMap((name) => this.carriers.get(name) ?? []);
    const trigger = this.trigger ?? this.within(tokens);
    return { trigger, prose: [proseOf(tokens), ...literalsOf(tokens), ...names] };
  }

  private open(word: string, tokens: readonly Token[]): void {
    const condition = tokens.findIndex(({ kind, text }) => kind === 'name' && text === 'if');
    if (word === 'for') this.loop(tokens);
    const trigger = condition === -1 ? undefined : this.triggerOf(tokens.slice(condition));
    this.enter(trigger, word === 'macro' ? tokens[1]?.text : undefined);
  }

  /** The other branches of a choice depend on the same words. */
  private turn(tokens: readonly Token[]): void {
    const before = this.stack.pop();
    this.enter(this.triggerOf(tokens) ?? before?.trigger, before?.fills);
  }

  private enter(trigger: string | undefined, fills: string | undefined): void {
    const outer = this.stack.at(-1);
    this.stack.push({ trigger: trigger ?? outer?.trigger, fills: fills ?? outer?.fills });
  }

  /** `for part in message.content` and `for m in messages`: records what the variable stands for. */
  private loop(tokens: readonly Token[]): void {
    const name = tokens[1]?.text;
    const source = tokens.slice(2, 12);
    if (name === undefined) return;
    if (this.readsContent(source)) this.content.add(name);
    else if (source.some(({ text }) => this.messages.has(text))) this.messages.add(name);
  }

  /** `set text = message.content`, `set ns.hit = 'x' in text`, `set order = '…'`, and a block that is assigned. */
  private assign(tokens: readonly Token[]): void {
    const equals = tokens.findIndex(({ text }) => text === '=');
    const name = namesOf(tokens.slice(1, equals === -1 ? undefined : equals)).at(-1);
    if (name === undefined) return;
    if (equals === -1) {
      this.enter(undefined, name);
      return;
    }
    const value = tokens.slice(equals + 1);
    const trigger = this.trigger ?? this.within(value);
    if (trigger !== undefined) this.flags.set(name, trigger);
    if (this.readsContent(value)) this.content.add(name);
    const prose = proseOf(value);
    if (instructs(prose)) this.carriers.set(name, prose);
  }

  /**
   * The trigger of a choice within an expression. Only a literal beside the comparison counts; the other literals are
   * the output.
   */
  private within(tokens: readonly Token[]): string | undefined {
    const condition = tokens.findIndex(({ kind, text }) => kind === 'name' && text === 'if');
    const flag = condition === -1 ? undefined : this.flagOf(tokens.slice(condition));
    if (flag !== undefined || !this.readsContent(tokens)) return flag;
    return tokens.find((token, at) => isTrigger(token) && isCompared(tokens, at))?.text;
  }

  /** The literal that a message's content (or the date) is compared with, unless it is a marker such as `</think>`. */
  private triggerOf(tokens: readonly Token[]): string | undefined {
    const date = tokens.some(({ text }) => text === 'strftime_now');
    if (!date && !this.readsContent(tokens)) return this.flagOf(tokens);
    if (!tokens.some(({ text }) => COMPARES.test(text))) return this.flagOf(tokens);
    return tokens.find((token) => isTrigger(token, date))?.text ?? this.flagOf(tokens);
  }

  private flagOf(tokens: readonly Token[]): string | undefined {
    const name = namesOf(tokens).find((found) => this.flags.has(found));
    return name === undefined ? undefined : this.flags.get(name);
  }

  /**
   * True when the tokens read a message's content: by the key, by a variable that holds it, or by converting a whole
   * message to text.
   */
  private readsContent(tokens: readonly Token[]): boolean {
    if (tokens.some(({ kind, text }) => kind !== 'operator' && text === 'content')) return true;
    const names = namesOf(tokens);
    if (names.some((name) => this.content.has(name))) return true;
    const asText = tokens.some(({ text }, at) => /^(?:string|tojson|pprint|join)$/.test(text) && tokens[at - 1]?.text === '|');
    return asText && names.some((name) => this.messages.has(name));
  }
}

/** Names in an expression, each also with its attribute: `ns`, `ns.flag`. */
function namesOf(tokens: readonly Token[]): string[] {
  return tokens.flatMap(({ kind, text }, at) => {
    if (kind !== 'name') return [];
    const attribute = tokens[at + 1]?.text === '.' ? tokens[at + 2] : undefined;
    return attribute?.kind === 'name' ? [text, `${text}.${attribute.text}`] : [text];
  });
}

function isCompared(tokens: readonly Token[], at: number): boolean {
  const [before, after] = [tokens[at - 1]?.text ?? '', tokens[at + 1]?.text ?? ''];
  return /^(?:in|not|==|!=)$/.test(after) || /^(?:==|!=)$/.test(before) || (before === '(' && COMPARES.test(tokens[at - 2]?.text ?? ''));
}

function isTrigger({ kind, text }: Token, date = false): boolean {
  if (kind !== 'string' || text === 'content') return false;
  return (date ? /\w{2}/ : /\p{L}{2}/u).test(text) && !MARKER.test(text) && !VOCABULARY.test(text);
}

/** Tokens of chat formats, and the switches with which users turn reasoning on and off. */
const MARKER =
  /^\s*(?:<\||<\/?(?:think|thinking|tool\w*|image|video|audio|s|sys|function\w*|reasoning|answer)\b|\[\/?(?:INST|IMG\w*|TOOL\w*|SYSTEM\w*|AVAILABLE\w*|THINK|AUDIO|BEGIN\w*|ARGS|CALL_ID|gMASK)\b|[{|]|\/(?:no_?)?think)/;
/** Words of the chat format itself: roles, keys and content types. */
const VOCABULARY =
  /^(?:role|user|assistant|system|tool|tools|ipython|developer|function|model|text|image|video|audio|image_url|input_text|type|name|content|tool_calls|tool_call|tool_response|string|str|arguments|thinking|reasoning|reasoning_content|%[A-Za-z %-]+)$/;
