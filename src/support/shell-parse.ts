/** Part of a word: text, a variable (or the one that it names, `${!name}`), or a command whose output is inserted. */
export type WordPart = { is: 'text'; text: string } | Variable | { is: 'command'; body: Pipeline[] };

/** `$name`, `${name:-fallback}`, `${name:=fallback}` (which sets it as well), `${name[index]}`, `${!name}`. */
export interface Variable {
  is: 'variable';
  name: string;
  fallback?: string;
  sets?: true;
  index?: string;
  indirect?: true;
}

export interface Assignment {
  name: string;
  value: ShellWord;
  /** The elements of an array, `name=(a b)`. */
  items?: ShellWord[];
  /** True for `name+=value`. */
  adds?: true;
}

export interface ShellWord {
  parts: WordPart[];
  at: number;
  /** True for the output of `<(…)`, which a command reads as a file. */
  process?: true;
}

export interface Redirect {
  /** `<&` and `>&` name an open descriptor, or a file that takes output and errors. */
  kind: '<' | '>' | '>>' | '<<<' | '<>' | '<&' | '>&';
  target: ShellWord;
  /** The descriptor that is redirected, where it is written: a number, or `{name}` of a variable that gets one. */
  fd?: string;
}

export interface ShellCommand {
  at: number;
  words: ShellWord[];
  assignments: Assignment[];
  redirects: Redirect[];
  /** Text of a here-document. */
  input?: string;
  /** `( … )` and `{ …; }`. */
  body?: Pipeline[];
  /** `name ()`: the commands after it are the body of a function. */
  defines?: true;
}

/** Commands joined by `|`. */
export interface Pipeline {
  commands: ShellCommand[];
}

const MAX_DEPTH = 12;
/** A redirection, with its descriptor. */
const REDIRECTION = /(\d{1,3}|\{\w{1,20}\}|&)?(<<<|<<-?|>>|>\||<>|[<>]&?)/y;
const OPERATOR = /^(?:&&|\|\||;;|\|&|[;|&\n()])/;

/**
 * Parses POSIX shell and bash as far as data flow needs it: quoting, substitutions, pipes, redirections, here-documents
 * (POSIX 2.2–2.9).
 */
export function parseShell(text: string, base = 0, depth = 0): Pipeline[] {
  return new ShellParser(text, base, depth).list();
}

/** A variable by itself or in braces (POSIX 2.6.2, Bash Reference Manual 3.5.3 and 6.7). */
const EXPANSION = /^\$(?:([A-Za-z_]\w*|[0-9@*#?!$-])|\{[!#]?([A-Za-z_]\w*|[0-9@*])(?:\[([^\]}]*)\])?(?:(:?[-=+?])([^}]*)|[^}]*)?\})/;

class ShellParser {
  private at = 0;
  private pending: { command: ShellCommand; mark: string; tabs: boolean }[] = [];

  constructor(
    private readonly text: string,
    private readonly base: number,
    private readonly depth: number,
  ) {}

  list(): Pipeline[] {
    const pipelines: Pipeline[] = [];
    let current: Pipeline = { commands: [] };
    const close = () => {
      if (current.commands.length > 0) pipelines.push(current);
      current = { commands: [] };
    };
    while (this.at < this.text.length) {
      const start = this.at;
      const command = this.command();
      if (command !== undefined) current.commands.push(command);
      this.blanks();
      if (command?.words.length === 1 && /^\(\s{0,20}\)/.test(this.text.slice(this.at, this.at + 22))) command.defines = true;
      // `if ((` begins a command of its own.
      const operator = this.text.startsWith('((', this.at) ? '' : (OPERATOR.exec(this.text.slice(this.at, this.at + 2))?.[0] ?? '');
      this.at += operator.length;
      if (operator === '\n') this.hereDocuments();
      if (operator !== '|' && operator !== '|&') close();
      if (this.at === start) this.at++;
    }
    close();
    return pipelines;
  }

  private command(): ShellCommand | undefined {
    this.blanks();
    const command: ShellCommand = { at: this.base + this.at, words: [], assignments: [], redirects: [] };
    if (this.text[this.at] === '(' && this.depth < MAX_DEPTH) command.body = this.group();
    while (this.at < this.text.length) {
      this.blanks();
      if (this.text[this.at] === '#') this.skipComment();
      const rest = this.text.slice(this.at, this.at + 3);
      if (this.at >= this.text.length || (OPERATOR.test(rest) && !rest.startsWith('&>'))) break;
      REDIRECTION.lastIndex = this.at;
      const redirection = /^[<>]\(/.test(rest) ? null : REDIRECTION.exec(this.text);
      if (redirection !== null) this.redirect(command, redirection);
      else this.take(command);
    }
    return command.words.length + command.assignments.length + command.redirects.length > 0 || command.body ? command : undefined;
  }

  private take(command: ShellCommand): void {
    const before = this.at;
    const word = this.word();
    const isArray = this.text[this.at] === '(' && /^[A-Za-z_]\w*\+?=$/.test(literalOf(word));
    const assigned = command.words.length === 0 || isArray ? assignmentOf(word) : undefined;
    if (assigned !== undefined && isArray) assigned.items = this.elements();
    if (assigned !== undefined) command.assignments.push(assigned);
    else if (word.parts.length > 0) command.words.push(word);
    if (this.at === before) this.at++;
  }

  /** The words of an array up to its bracket. */
  private elements(): ShellWord[] {
    const found: ShellWord[] = [];
    this.at++;
    while (this.at < this.text.length && this.text[this.at] !== ')') {
      const before = this.at;
      if (/\s/.test(this.text[this.at] ?? '')) this.at++;
      else if (this.text[this.at] === '#') this.skipComment();
      else {
        const word = this.word();
        if (word.parts.length > 0) found.push(word);
        if (this.at === before) this.at++;
      }
    }
    this.at++;
    return found;
  }

  /** `( … )`: parsed as a text of its own. */
  private group(): Pipeline[] {
    const open = this.at;
    const end = closing(this.text, open);
    this.at = end + 1;
    // What `((` calculates is no command, but what is put into it runs (Bash Reference Manual, 3.2.5.2).
    const isArithmetic = this.text[open + 1] === '(' && this.text[end - 1] === ')';
    return isArithmetic
      ? parseShell(`: ${this.text.slice(open + 2, end - 1)}`, this.base + open, this.depth + 1)
      : parseShell(this.text.slice(open + 1, end), this.base + open + 1, this.depth + 1);
  }

  private redirect(command: ShellCommand, [all, fd, kind = '']: RegExpExecArray): void {
    this.at += all.length;
    this.blanks();
    const target = this.word();
    if (kind.startsWith('<<') && kind !== '<<<') {
      this.pending.push({ command, mark: literalOf(target), tabs: kind === '<<-' });
      return;
    }
    const known = kind === '>|' ? '>' : (kind as Redirect['kind']);
    command.redirects.push({ kind: known, target, ...(fd !== undefined && fd !== '&' && { fd }) });
  }

  private hereDocuments(): void {
    for (const { command, mark, tabs } of this.pending) {
      const lines: string[] = [];
      while (this.at < this.text.length) {
        const end = this.text.indexOf('\n', this.at);
        const line = this.text.slice(this.at, end === -1 ? this.text.length : end);
        this.at = end === -1 ? this.text.length : end + 1;
        if ((tabs ? line.replace(/^\t+/, '') : line).trimEnd() === mark) break;
        lines.push(line);
      }
      command.input = lines.join('\n');
    }
    this.pending = [];
  }

  private word(): ShellWord {
    const word: ShellWord = { parts: [], at: this.base + this.at };
    if (/^[<>]\(/.test(this.text.slice(this.at, this.at + 2)) && this.depth < MAX_DEPTH) {
      this.at++;
      word.process = true;
      word.parts.push({ is: 'command', body: this.group() });
      return word;
    }
    while (this.at < this.text.length) {
      const char = this.text[this.at] ?? '';
      if (char === '<' && this.text[this.at + 1] === '(' && this.depth < MAX_DEPTH) {
        this.at++;
        word.parts.push({ is: 'command', body: this.group() });
        continue;
      }
      if (/[\s;|&()<>]/.test(char)) break;
      if (char === "'") this.single(word.parts);
      else if (char === '"') this.double(word.parts);
      else this.unquoted(char, word.parts);
    }
    return word;
  }

  private single(parts: WordPart[]): void {
    const end = this.text.indexOf("'", this.at + 1);
    push(parts, this.text.slice(this.at + 1, end === -1 ? this.text.length : end));
    this.at = end === -1 ? this.text.length : end + 1;
  }

  private double(parts: WordPart[]): void {
    this.at++;
    push(parts, '');
    while (this.at < this.text.length && this.text[this.at] !== '"') {
      const char = this.text[this.at] ?? '';
      if (char === '\\' && /["\\$`\n]/.test(this.text[this.at + 1] ?? '')) {
        push(parts, this.text[this.at + 1] ?? '');
        this.at += 2;
      } else if (char === '$' || char === '`') this.expansion(parts);
      else {
        push(parts, char);
        this.at++;
      }
    }
    this.at++;
  }

  private unquoted(char: string, parts: WordPart[]): void {
    if (char === '\\') {
      if (this.text[this.at + 1] !== '\n') push(parts, this.text[this.at + 1] ?? '');
      this.at += 2;
    } else if (char === '$' || char === '`') this.expansion(parts);
    else {
      push(parts, char);
      this.at++;
    }
  }

  private expansion(parts: WordPart[]): void {
    const rest = this.text.slice(this.at, this.at + 200);
    if (rest.startsWith('`')) {
      const end = this.text.indexOf('`', this.at + 1);
      this.substitute(parts, this.at + 1, end === -1 ? this.text.length : end);
    } else if (rest.startsWith('$(') && !rest.startsWith('$((')) this.substitute(parts, this.at + 2, closing(this.text, this.at + 1));
    else if (rest.startsWith("$'")) {
      this.at++;
      this.single(parts);
    } else {
      const match = EXPANSION.exec(rest);
      if (match === null) push(parts, '$');
      else {
        const [, bare, braced, index, sign, fallback] = match;
        const indirect = match[0].startsWith('${!') && !/[*@]\]?\}$/.test(match[0]);
        parts.push({
          is: 'variable',
          name: bare ?? braced ?? '',
          ...(index !== undefined && { index }),
          ...(fallback !== undefined && { fallback }),
          ...(sign?.endsWith('=') && { sets: true }),
          ...(indirect && { indirect }),
        });
      }
      this.at += match?.[0].length ?? 1;
    }
  }

  private substitute(parts: WordPart[], start: number, end: number): void {
    const inner = this.text.slice(start, end);
    if (this.depth < MAX_DEPTH) parts.push({ is: 'command', body: parseShell(inner, this.base + start, this.depth + 1) });
    this.at = end + 1;
  }

  private blanks(): void {
    const blank = /(?:[ \t\r]|\\\r?\n)+/y;
    blank.lastIndex = this.at;
    if (blank.test(this.text)) this.at = blank.lastIndex;
  }

  private skipComment(): void {
    const end = this.text.indexOf('\n', this.at);
    this.at = end === -1 ? this.text.length : end;
  }
}

function push(parts: WordPart[], text: string): void {
  const last = parts.at(-1);
  if (last?.is === 'text') last.text += text;
  else parts.push({ is: 'text', text });
}

/** Offset of the bracket that closes the one at `open`; the end of the text when there is none. */
function closing(text: string, open: number): number {
  let depth = 0;
  let quote = '';
  for (let at = open; at < text.length; at++) {
    const char = text[at] ?? '';
    if (char === '\\') at++;
    else if (quote !== '') quote = char === quote ? '' : quote;
    else if (char === '"' || char === "'") quote = char;
    else if (char === '(') depth++;
    else if (char === ')' && --depth === 0) return at;
  }
  return text.length;
}

function assignmentOf(word: ShellWord): Assignment | undefined {
  const [first, ...rest] = word.parts;
  const [, name, plus, text = ''] = (first?.is === 'text' ? /^([A-Za-z_]\w*)(\+?)=(.*)$/s.exec(first.text) : null) ?? [];
  if (name === undefined) return undefined;
  return { name, value: { parts: [{ is: 'text', text }, ...rest], at: word.at }, ...(plus === '+' && { adds: true }) };
}

/** The text of a word without its expansions. */
export function literalOf(word: ShellWord): string {
  return word.parts.map((part) => (part.is === 'text' ? part.text : '')).join('');
}
