import { quote } from '../../../support/quote.js';
import type { ReadIssue } from '../../reader.js';

/** One physical line of an instruction, without the words before its arguments. */
export interface DockerLine {
  text: string;
  /** 1-based. */
  line: number;
}

/** A here-document of an instruction. */
export interface DockerHeredoc {
  name: string;
  lines: DockerLine[];
}

/** An instruction as written. */
export interface DockerInstruction {
  /** In capitals. */
  name: string;
  /** After ONBUILD: it runs in builds that start from this image. */
  onbuild: boolean;
  line: number;
  endLine: number;
  /** Flags before the arguments: `platform`, `from`, `mount`; those without a value are `true`. Of equal ones all. */
  flags: readonly { name: string; value: string }[];
  /** Arguments, one item a physical line; all but the last end in a backslash, whatever the escape character is. */
  lines: readonly DockerLine[];
  heredocs: readonly DockerHeredoc[];
}

const NAMES = new Set(
  'FROM RUN CMD LABEL MAINTAINER EXPOSE ENV ADD COPY ENTRYPOINT VOLUME USER WORKDIR ARG ONBUILD STOPSIGNAL HEALTHCHECK SHELL'.split(' '),
);
/** Instructions that may be followed by here-documents. */
const WITH_HEREDOCS = new Set(['RUN', 'COPY', 'ADD']);
const HEREDOC = /(?<!<)<<(-?)(?:"(\w[\w.-]*)"|'(\w[\w.-]*)'|(\w[\w.-]*))/g;
const DIRECTIVE = /^#\s*([a-z]+)\s*=\s*(.*?)\s*$/i;

/** Lines that are no instructions, of which each is reported. */
const MAX_ISSUES = 20;

export interface ParsedDockerfile {
  instructions: DockerInstruction[];
  /** Lines that are no instruction, and here-documents without an end. The engine refuses such a file; the others are read all the same. */
  issues: ReadIssue[];
}

/** The instructions of a Dockerfile. */
export function parseDockerfile(text: string): ParsedDockerfile {
  return new DockerfileParser(text).parse();
}

class DockerfileParser {
  private readonly lines: readonly string[];
  private readonly escape: string;
  /** Index of the next line. */
  private at = 0;

  private readonly issues: ReadIssue[] = [];

  constructor(text: string) {
    this.lines = text.split(/\r?\n/);
    this.escape = escapeOf(this.lines);
  }

  parse(): ParsedDockerfile {
    const instructions: DockerInstruction[] = [];
    while (this.at < this.lines.length && this.issues.length < MAX_ISSUES) {
      if (isSilent(this.lines[this.at] ?? '')) this.at++;
      else instructions.push(...this.instruction());
    }
    return { instructions, issues: this.issues };
  }

  private instruction(): DockerInstruction[] {
    const line = this.at + 1;
    const physical = this.logicalLine();
    const head = this.head(physical[0]?.text ?? '', line);
    if (!head) return [];
    const { name, onbuild, rest } = head;
    const { flags, lines } = withoutFlags([{ text: rest, line }, ...physical.slice(1)]);
    const heredocs = WITH_HEREDOCS.has(name) ? this.heredocs(lines) : [];
    return [{ name, onbuild, line, endLine: this.at, flags, lines, heredocs }];
  }

  /** The lines that an escape character at their end joins. Comments and blank lines between them say nothing. */
  private logicalLine(): DockerLine[] {
    const physical: DockerLine[] = [];
    while (this.at < this.lines.length) {
      const text = this.lines[this.at] ?? '';
      const line = ++this.at;
      if (physical.length > 0 && isSilent(text)) continue;
      const goesOn = new RegExp(`${this.escape === '\\' ? '\\\\' : '`'}[ \\t]*$`).exec(text);
      if (!goesOn) {
        physical.push({ text, line });
        return physical;
      }
      physical.push({ text: `${text.slice(0, goesOn.index)}\\`, line });
    }
    return physical;
  }

  private head(text: string, line: number): { name: string; onbuild: boolean; rest: string } | undefined {
    const [, word = '', rest = ''] = /^\s*(\S+)([\s\S]*)$/.exec(text) ?? [];
    const name = word.replace(/\\$/, '').toUpperCase();
    if (!NAMES.has(name)) {
      this.issues.push({ kind: 'unparsable', line, reason: `${quote(word, 40)} is no instruction of a Dockerfile` });
      return undefined;
    }
    const args = rest === '' && word.endsWith('\\') ? '\\' : rest.trimStart();
    if (name !== 'ONBUILD') return { name, onbuild: false, rest: args };
    const triggered = this.head(args, line);
    return triggered && { ...triggered, onbuild: true };
  }

  private heredocs(lines: readonly DockerLine[]): DockerHeredoc[] {
    const whole = lines.map(({ text }) => text).join('\n');
    if (!whole.includes('<<')) return [];
    return [...whole.matchAll(HEREDOC)].map(([, dash = '', double, single, bare]) => {
      const name = double ?? single ?? bare ?? '';
      const body: DockerLine[] = [];
      while (this.at < this.lines.length) {
        const text = this.lines[this.at] ?? '';
        const line = ++this.at;
        if ((dash === '-' ? text.replace(/^\t+/, '') : text) === name) return { name, lines: body };
        body.push({ text, line });
      }
      this.issues.push({ kind: 'unparsable', line: lines[0]?.line ?? 1, reason: `the here-document ${quote(name, 40)} has no end` });
      return { name, lines: body };
    });
  }
}

/** The escape character that a directive at the top names. */
function escapeOf(lines: readonly string[]): string {
  for (const line of lines) {
    const directive = DIRECTIVE.exec(line);
    if (!directive) return '\\';
    if (directive[1]?.toLowerCase() === 'escape') return directive[2] === '`' ? '`' : '\\';
  }
  return '\\';
}

function isSilent(line: string): boolean {
  return /^\s*(?:#|$)/.test(line);
}

/** Takes the flags off the beginning of the arguments; they may stand on several lines. */
function withoutFlags(lines: readonly DockerLine[]): Pick<DockerInstruction, 'flags' | 'lines'> {
  const flags: { name: string; value: string }[] = [];
  const left = lines.map((line) => ({ ...line }));
  for (let at = 0; at < left.length; ) {
    const line = left[at];
    const flag = line && /^\s*--([a-z][a-z-]*)(?:=("[^"]*"|'[^']*'|[^\s\\]*))?(?=\s|\\?$)/.exec(line.text);
    if (line && flag) {
      flags.push({ name: flag[1] ?? '', value: (flag[2] ?? 'true').replace(/^(["'])(.*)\1$/, '$2') });
      line.text = line.text.slice(flag[0].length).trimStart();
    } else if (line && /^\s*\\$/.test(line.text) && at + 1 < left.length) left.shift();
    else break;
  }
  return { flags, lines: left };
}
