import { InputError } from '../../../support/errors.js';
import { readFlow } from './yaml-flow.js';
import { plainScalar, quotedEnd, unquote } from './yaml-scalars.js';

/**
 * Reads the block YAML that pnpm and Yarn write, line by line: mappings of scalars, flow collections on one line or
 * wrapped, lists, literal and folded texts, explicit keys (`? `) and several documents. These tools never write YAML's
 * other features (anchors, aliases, tags, tabs as indentation): a line with one of them, or without any known shape, is
 * added to `problems` and skipped. Only merge-conflict markers end the reading with an InputError, because we cannot
 * decide which side counts.
 */
export class YamlLines {
  indent = 0;
  /** Unquoted; `-` for items of a list. */
  key = '';
  /**
   * True when the line is the separator of two documents. `key` is then `---`, which may also be the key of a mapping.
   */
  isMark = false;
  /** As written, without a trailing comment; empty when a nested block follows. */
  value = '';
  /** 1-based line of the key. */
  line = 0;
  readonly problems: { line: number; reason: string }[] = [];
  private at = 0;
  private row = 0;
  private pending = false;
  private unclosed = 0;
  /** First line of a block that begins after the colon of an explicit key. */
  private inline: { content: string; indent: number } | undefined;

  constructor(
    private readonly text: string,
    private readonly where: string,
  ) {}

  /** Moves to the next line with content; false at the end. */
  next(): boolean {
    if (this.pending) {
      this.pending = false;
      return true;
    }
    if (this.inline && this.takeInline(this.inline)) return true;
    while (this.at < this.text.length) if (this.readLine()) return true;
    return false;
  }

  /** Moves to the next line of the block below a key at `indent`; false, without moving, when the block has ended. */
  within(indent: number): boolean {
    if (!this.next()) return false;
    if (this.indent > indent && !this.isMark) return true;
    this.pending = true;
    return false;
  }

  /** Skips the block below a key at `indent`. */
  skip(indent: number): void {
    while (this.within(indent));
  }

  /** The value, unquoted. */
  scalar(): string {
    return unquote(this.value);
  }

  /** Reports that the current line is not valid at this place. */
  problem(reason: string): void {
    this.problems.push({ line: this.line, reason });
  }

  private readLine(): boolean {
    const { text, at: start } = this;
    const newline = text.indexOf('\n', start);
    const end = newline === -1 ? text.length : newline;
    this.at = end + 1;
    this.line = ++this.row;
    let first = start;
    while (text.charCodeAt(first) === SPACE) first++;
    const last = text.charCodeAt(end - 1) === CARRIAGE_RETURN ? end - 1 : end;
    if (first >= last || text[first] === '#') return false;
    this.indent = first - start;
    this.isMark = false;
    if (text[first] === '\t') return this.refuse('a tab indents a line, which YAML forbids');
    return this.parse(text.slice(first, last));
  }

  private parse(content: string): boolean {
    const char = content[0] ?? '';
    if (char === "'" || char === '"') return this.parseQuotedKey(content);
    if (char === '-') return this.parseDash(content);
    if (char === '?' && content[1] === ' ') return this.parseExplicitKey(content.slice(2).trim());
    if ('<=>'.includes(char) && CONFLICT.test(content))
      throw new InputError({ where: this.where, line: this.line, message: 'merge-conflict markers' });
    if (NO_PLAIN_START.includes(char)) return this.refuse(`${char} where a key was expected`);
    return this.parsePlainKey(content);
  }

  private parsePlainKey(content: string): boolean {
    const space = content.indexOf(': ');
    const colon = space === -1 && content.endsWith(':') ? content.length - 1 : space;
    if (colon === -1) return this.notUnderstood(content);
    this.key = content[colon - 1] === ' ' ? content.slice(0, colon).trimEnd() : content.slice(0, colon);
    return this.setValue(content.slice(colon + 2));
  }

  private parseQuotedKey(content: string): boolean {
    const end = quotedEnd(content, 0, content.length);
    if (end === -1 || content[end] !== ':' || !/^(?:\s|$)/.test(content[end + 1] ?? '')) return this.notUnderstood(content);
    this.key = unquote(content.slice(0, end));
    return this.setValue(content.slice(end + 2));
  }

  private parseDash(content: string): boolean {
    this.isMark = this.indent === 0 && content.trimEnd() === '---';
    if (!this.isMark && content !== '-' && content[1] !== ' ') return this.parsePlainKey(content);
    this.key = this.isMark ? '---' : '-';
    this.value = content.slice(this.key.length).trim();
    return true;
  }

  /** js-yaml and Yarn write keys above 1 024 characters as `? key`, with colon and value on the next line. */
  private parseExplicitKey(key: string): boolean {
    const { text } = this;
    const first = this.firstOfNextLine();
    if (text[first] !== ':' || first - this.at !== this.indent) return this.notUnderstood(key);
    const newline = text.indexOf('\n', first);
    const end = newline === -1 ? text.length : newline;
    const rest = text.slice(first + 1, end);
    this.key = unquote(key);
    this.at = end + 1;
    this.row++;
    const content = rest.trim();
    if (content === '' || content[0] === '{' || content[0] === '[') return this.setValue(content);
    this.value = '';
    this.inline = { content, indent: this.indent + 1 + rest.length - rest.trimStart().length };
    return true;
  }

  private takeInline({ content, indent }: { content: string; indent: number }): boolean {
    this.inline = undefined;
    this.line = this.row;
    this.indent = indent;
    return this.parse(content);
  }

  private setValue(text: string): boolean {
    const raw = text[0] === ' ' || text.endsWith(' ') ? text.trim() : text;
    const char = raw[0] ?? '';
    if (raw === '' || char === '#') this.setBlock();
    else if (char === '{' || char === '[') this.setFlow(raw);
    else if (char === '|' || char === '>') this.setText(raw);
    else if (NO_PLAIN_START.includes(char)) this.setForeign(raw);
    else this.value = plainScalar(raw) ?? this.oddScalar(raw);
    return true;
  }

  /**
   * Handles anchors, tags and aliases: a value or block after an anchor or tag is read, an alias has no known value.
   */
  private setForeign(raw: string): void {
    this.problem(`${raw[0]} where a plain value was expected`);
    const properties = /^(?:[&!]\S*\s*)+/.exec(raw)?.[0];
    this.setValue(properties === undefined ? '' : raw.slice(properties.length));
  }

  /**
   * Handles a key without a value on its line: a nested block follows, or a flow collection that a formatter has put on
   * the next lines.
   */
  private setBlock(): void {
    this.value = '';
    const first = this.firstOfNextLine();
    const char = this.text[first];
    if ((char !== '{' && char !== '[') || first - this.at <= this.indent) return;
    const newline = this.text.indexOf('\n', first);
    const end = newline === -1 ? this.text.length : newline;
    this.at = end + 1;
    this.row++;
    this.setFlow(this.text.slice(first, end).trim());
  }

  private setFlow(raw: string): void {
    const flow = readFlow(raw, { text: this.text, at: this.at });
    if (!flow.closed) {
      this.leaveOpen(raw);
      return;
    }
    if (flow.rest !== '') this.problem('text after a closing bracket');
    this.value = flow.value;
    this.at = flow.at;
    this.row += flow.lines;
  }

  /**
   * Reads the following lines as if the unclosed bracket were not there. The search for its end is expensive, so it is
   * done only a few times.
   */
  private leaveOpen(raw: string): void {
    const message = `${raw[0]} is never closed`;
    if (++this.unclosed > MAX_UNCLOSED) throw new InputError({ where: this.where, line: this.line, message });
    this.problem(message);
    this.value = '';
  }

  /** Reads a literal or folded text: all following lines that are deeper or blank. */
  private setText(raw: string): void {
    this.value = raw;
    if (!/^[|>][+-]?\d?[+-]?(?:\s+#.*)?$/.test(raw)) this.oddScalar(raw);
    const { text } = this;
    while (this.at < text.length) {
      const first = this.firstOfNextLine();
      const isBlank = text[first] === '\n' || text[first] === '\r' || first >= text.length;
      if (!isBlank && first - this.at <= this.indent) return;
      const newline = text.indexOf('\n', first);
      this.at = newline === -1 ? text.length : newline + 1;
      this.row++;
    }
  }

  private firstOfNextLine(): number {
    let first = this.at;
    while (this.text.charCodeAt(first) === SPACE) first++;
    return first;
  }

  private oddScalar(raw: string): string {
    this.problem('a value that is no plain or quoted text on one line');
    return raw;
  }

  private notUnderstood(content: string): false {
    return this.refuse(`expected \`key: value\`, found ${JSON.stringify(content.slice(0, 40))}`);
  }

  private refuse(reason: string): false {
    this.problem(reason);
    return false;
  }
}

const SPACE = 32;
const CARRIAGE_RETURN = 13;
const CONFLICT = /^(?:<{7}|={7}|>{7})/;
/**
 * Limit for unclosed brackets that are searched to the end of the file; each costs the length of the longest
 * collection.
 */
const MAX_UNCLOSED = 20;
/**
 * Characters that no plain scalar begins with (YAML 1.2.2, rule 126 `ns-plain-first`) and that have no branch of their
 * own: anchors, aliases, tags, directives, reserved characters, and marks of collections that are not open.
 */
const NO_PLAIN_START = '&*!%@`{}[],|>';
