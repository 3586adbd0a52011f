import type { BlockKind, Passage } from './passage.js';

interface Line {
  start: number;
  end: number;
  text: string;
}

const FENCE = /^\s{0,12}(?:[-*+>]\s|\d{1,3}[.)]\s)?\s{0,12}(`{3,}|~{3,})\s*([\w+#.-]{0,20})/;
const HEADING = /^\s{0,3}(#{1,6})\s+(.*)$/;
const ITEM = /^\s{0,12}(?:[-*+•]|\d{1,3}[.)]|\[[ x]\])\s+/;
/** A colon at the end, emphasis aside. */
const LEADS = /[:：][*_\s]{0,8}$/;
const SHELLS = new Set([
  'sh',
  'bash',
  'zsh',
  'shell',
  'console',
  'shell-session',
  'powershell',
  'ps1',
  'pwsh',
  'cmd',
  'bat',
  'terminal',
  'fish',
  '',
]);

/** Fences that hold language: a prompt, a template, settings with texts in them. */
const TEXTS = new Set(['text', 'txt', 'plain', 'plaintext', 'markdown', 'md', 'mdx', 'prompt', 'yaml', 'yml']);

const LONGEST_TITLE = 120;

/**
 * The blocks of Markdown or plain text, by lines: headings, paragraphs, list items, quotes, tables, fences and front matter,
 * each with the headings above it and the sentence that introduces it. Linear; any text is acceptable.
 */
export function blocksOf(text: string): Passage[] {
  return new BlockReader(text).run();
}

/** Which sentence leads in what follows it: the one before a list for the whole list, an item for those below it. */
class Leads {
  private ofText = '';
  private ofItem: { text: string; indent: number } | undefined;
  /** An item has come since. */
  private listed = false;

  end(): void {
    [this.ofText, this.ofItem, this.listed] = ['', undefined, false];
  }

  /** What leads in a block. Text at the margin ends a list, and an item those below the one before it. */
  of(role: BlockKind, raw: string): string {
    const indent = raw.search(/\S/);
    if (role === 'item') {
      if (this.ofItem !== undefined && indent <= this.ofItem.indent) this.ofItem = undefined;
      this.listed = true;
    } else if (role !== 'front' && this.listed && indent < INDENTED) this.end();
    return this.ofItem?.text ?? this.ofText;
  }

  after(role: BlockKind, raw: string): void {
    const text = LEADS.test(raw) ? raw.slice(-300) : '';
    if (role === 'item' && text !== '') this.ofItem = { text, indent: raw.search(/\S/) };
    else if (role === 'prose' || role === 'quote') [this.ofText, this.ofItem, this.listed] = [text, undefined, false];
  }
}

/** Blanks before text that belongs to the item above it. */
const INDENTED = 2;

class BlockReader {
  private readonly blocks: Passage[] = [];
  private readonly headings: string[] = [];
  private open: { role: BlockKind; start: number; end: number } | undefined;
  private fence: { mark: string; role: BlockKind; start: number } | undefined;
  private readonly leads = new Leads();
  private tableHead = '';

  constructor(private readonly text: string) {}

  run(): Passage[] {
    let number = 0;
    let front = false;
    for (const line of linesOf(this.text)) {
      const rule = /^---\s*$/.test(line.text);
      if (number++ === 0 && rule) front = true;
      else if (front && rule) front = false;
      else if (front) this.add('front', line.start, line.end);
      else this.line(line);
    }
    this.close();
    if (this.fence) this.add(this.fence.role, this.fence.start, this.text.length);
    return this.blocks;
  }

  private line(line: Line): void {
    if (this.fence) this.insideFence(line);
    else if (line.text.trim() === '') this.close();
    else this.outsideFence(line);
  }

  private outsideFence(line: Line): void {
    const fence = FENCE.exec(line.text);
    const heading = HEADING.exec(line.text);
    if (fence) this.openFence(fence, line);
    else if (heading) this.heading(heading[1]?.length ?? 1, line);
    else this.content(line);
  }

  private insideFence(line: Line): void {
    if (this.fence === undefined || !line.text.trim().startsWith(this.fence.mark)) return;
    this.add(this.fence.role, this.fence.start, line.start);
    this.fence = undefined;
  }

  private openFence(match: RegExpExecArray, line: Line): void {
    this.close();
    const tag = (match[2] ?? '').toLowerCase();
    const role = SHELLS.has(tag) ? 'shell' : TEXTS.has(tag) ? 'shown' : 'code';
    this.fence = { mark: match[1] ?? '```', role, start: Math.min(line.end + 1, this.text.length) };
  }

  private heading(level: number, line: Line): void {
    this.close();
    this.headings.length = Math.min(this.headings.length, level - 1);
    // What is longer than a title says something, and is judged as what it says.
    this.add(line.text.length > LONGEST_TITLE ? 'prose' : 'heading', line.start, line.end);
    this.headings.push(line.text.trim().slice(0, LONGEST_TITLE));
    this.leads.end();
  }

  private content(line: Line): void {
    const role = roleOf(line.text);
    const continues =
      this.open !== undefined && (role === 'prose' ? this.open.role !== 'table' : role === 'quote' && this.open.role === 'quote');
    if (continues && this.open) {
      this.open.end = line.end;
      return;
    }
    this.close();
    if (role !== 'table') this.tableHead = '';
    else if (this.tableHead === '') this.tableHead = line.text.slice(0, 200);
    this.open = { role, start: line.start, end: line.end };
  }

  private close(): void {
    if (this.open === undefined) return;
    const { role, start, end } = this.open;
    this.open = undefined;
    this.add(role, start, end);
    this.leads.after(role, this.text.slice(start, end));
  }

  private add(role: BlockKind, start: number, end: number): void {
    if (end <= start) return;
    const raw = this.text.slice(start, end);
    const leadIn = role === 'table' ? this.tableHead : role === 'heading' ? '' : this.leads.of(role, raw);
    const before = this.blocks.at(-1);
    if (before?.role === 'quote') before.after = this.text.slice(start, Math.min(end, start + 200));
    this.blocks.push({
      raw,
      base: start,
      channel: 'open',
      role,
      heading: this.headings.filter(Boolean).join(' / '),
      leadIn,
    });
  }
}

function roleOf(line: string): BlockKind {
  if (/^\s{0,12}\|/.test(line)) return 'table';
  if (/^\s{0,3}>/.test(line)) return 'quote';
  return ITEM.test(line) ? 'item' : 'prose';
}

function* linesOf(text: string): Generator<Line> {
  let start = 0;
  while (start <= text.length) {
    const found = text.indexOf('\n', start);
    const end = found === -1 ? text.length : found;
    yield { start, end, text: text.slice(start, end) };
    start = end + 1;
  }
}
