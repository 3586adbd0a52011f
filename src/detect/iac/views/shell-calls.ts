import type { SourcePlace } from '../../../model/iac.js';
import { type Pipeline, parseShell, type ShellCommand, type ShellWord } from '../../../support/shell-parse.js';

/** A word of a command: its text, with `${NAME}` for a variable and `$(…)` for the output of a command. */
export interface CallWord {
  text: string;
  /** Names of the variables in it, and `$(…)` for commands. */
  open: readonly string[];
}

/** One command that a script runs, seen through shells that it starts and words such as `sudo` or `if`. */
export interface ShellCall {
  /** Name of the program without its folder, in lower case. */
  program: string;
  /** The same as it is written. */
  path: string;
  args: readonly CallWord[];
  assignments: readonly { name: string; value: CallWord }[];
  at: SourcePlace;
  /** Programs and keywords before it that only start it: `sudo`, `env`, `exec`. */
  through: readonly string[];
  /** The commands after it in its pipe. */
  into: readonly ShellCall[];
  /** The commands whose output it gets as a file (`<(…)`), as words (`$(…)`) or as code (`sh -c "$(…)"`). */
  fed: readonly { by: 'file' | 'words'; calls: readonly ShellCall[] }[];
  /** Text of a here-document or a here-string. */
  input?: string;
}

/** Lines of a script, each with its place. */
export type ScriptLines = readonly { text: string; at: SourcePlace }[];

const KEYWORDS = new Set(['if', 'then', 'else', 'elif', 'do', 'while', 'until', '!', '{', 'time', 'for', 'case', 'in']);
const STARTERS = new Set([
  'sudo',
  'env',
  'exec',
  'nohup',
  'command',
  'builtin',
  'nice',
  'xargs',
  'doas',
  'gosu',
  'su-exec',
  'eatmydata',
  'timeout',
  'stdbuf',
  'tini',
]);
export const SHELLS: ReadonlySet<string> = new Set(['sh', 'bash', 'dash', 'ash', 'zsh', 'ksh', 'busybox']);
/** Nesting of scripts in scripts. */
const MAX_DEPTH = 6;

/** All commands of a script in their order, those in pipes, brackets, substitutions and started shells too. */
export function callsOf(lines: ScriptLines): ShellCall[] {
  const starts: number[] = [];
  let offset = 0;
  for (const { text } of lines) {
    starts.push(offset);
    offset += text.length + 1;
  }
  const placeOf = (at: number): SourcePlace => lines[starts.findLastIndex((start) => start <= at)]?.at ?? { path: '', line: 1 };
  return new CallReader(placeOf).all(parseShell(lines.map(({ text }) => text).join('\n')));
}

/** The command that a list of words runs, without a shell. */
export function callOfWords(words: readonly string[], at: SourcePlace): ShellCall[] {
  const reader = new CallReader(() => at);
  return reader.started(
    words.map((text) => ({ text, open: [] })),
    { assignments: [], at, fed: [], into: [], depth: 0 },
  );
}

interface Around extends Pick<ShellCall, 'assignments' | 'at' | 'fed' | 'into'> {
  input?: string;
  depth: number;
}

class CallReader {
  constructor(private readonly placeOf: (offset: number) => SourcePlace) {}

  all(pipelines: readonly Pipeline[], depth = 0): ShellCall[] {
    return depth > MAX_DEPTH ? [] : pipelines.flatMap(({ commands }) => this.pipe(commands, depth));
  }

  private pipe(commands: readonly ShellCommand[], depth: number): ShellCall[] {
    let after: ShellCall[] = [];
    for (const command of [...commands].reverse()) after = [...this.calls(command, after, depth), ...after];
    return after;
  }

  private calls(command: ShellCommand, into: readonly ShellCall[], depth: number): ShellCall[] {
    const at = this.placeOf(command.at);
    const grouped = command.body ? this.all(command.body, depth + 1).map((call) => ({ ...call, into: [...call.into, ...into] })) : [];
    const values = [...command.words, ...command.assignments.map(({ value }) => value), ...command.redirects.map(({ target }) => target)];
    const fed = values.flatMap((word) => this.feeds(word, depth));
    const here = command.redirects.find(({ kind }) => kind === '<<<');
    const input = command.input ?? (here && wordOf(here.target).text);
    const assignments = command.assignments.map(({ name, value }) => ({ name, value: wordOf(value) }));
    const own = this.started(command.words.map(wordOf), { assignments, at, fed, into, depth, ...(input !== undefined && { input }) });
    return [...grouped, ...own, ...fed.flatMap(({ calls }) => calls)];
  }

  private feeds(word: ShellWord, depth: number): ShellCall['fed'] {
    return word.parts.flatMap((part) =>
      part.is === 'command' ? [{ by: word.process ? ('file' as const) : ('words' as const), calls: this.all(part.body, depth + 1) }] : [],
    );
  }

  /** The command of these words, and those of a shell that it starts. */
  started(words: readonly CallWord[], { depth, ...around }: Around): ShellCall[] {
    const through: string[] = [];
    let rest = words;
    for (;;) {
      const name = programOf(rest[0]);
      if (KEYWORDS.has(name)) rest = rest.slice(1);
      else if (STARTERS.has(name) && rest.length > 1) {
        through.push(name);
        rest = afterStarter(name, rest.slice(1));
      } else break;
    }
    const [first, ...args] = rest;
    if (!first && around.assignments.length === 0) return [];
    const call: ShellCall = { ...around, program: programOf(first), path: first?.text ?? '', args, through };
    return [call, ...this.inner(call, depth)];
  }

  /** The script that a shell gets as its argument or input. */
  private inner(call: ShellCall, depth: number): ShellCall[] {
    const text = scriptOf(call);
    if (text === undefined || depth >= MAX_DEPTH) return [];
    return new CallReader(() => call.at).all(parseShell(text), depth + 1).map((one) => ({ ...one, into: [...one.into, ...call.into] }));
  }
}

function scriptOf({ program, args, input }: ShellCall): string | undefined {
  if (program === 'eval') return args.map(({ text }) => text).join(' ');
  if (program === 'su') return args[args.findIndex(({ text }) => text === '-c' || text === '--command') + 1 || args.length]?.text;
  if (!SHELLS.has(program)) return undefined;
  const flag = args.findIndex(({ text }) => /^-[a-z]*c[a-z]*$/.test(text));
  if (flag !== -1) return args[flag + 1]?.text;
  return args.every(({ text }) => text.startsWith('-')) ? input : undefined;
}

/** The words after a starter's own options and assignments. */
function afterStarter(name: string, words: readonly CallWord[]): readonly CallWord[] {
  const takesValue = /^-[ugCnIPLdskE]$/;
  let at = 0;
  while (at < words.length) {
    const text = words[at]?.text ?? '';
    if (text.startsWith('-') && text !== '-')
      at += takesValue.test(text) && name !== 'env' && !(name === 'sudo' && text === '-E') && text.length === 2 ? 2 : 1;
    else if (/^[A-Za-z_]\w*=/.test(text)) at++;
    else break;
  }
  // `gosu USER`, `su-exec USER` and `timeout 5` have one word of their own.
  if (name === 'gosu' || name === 'su-exec' || name === 'timeout') at++;
  return words.slice(at);
}

function programOf(word: CallWord | undefined): string {
  return (word?.text ?? '').replace(/^.*[\\/]/, '').toLowerCase();
}

function wordOf(word: ShellWord): CallWord {
  const open: string[] = [];
  const text = word.parts.map((part) => {
    if (part.is === 'text') return part.text;
    open.push(part.is === 'variable' ? part.name : '$(…)');
    return part.is === 'variable' ? `\${${part.name}}` : '$(…)';
  });
  return { text: text.join(''), open };
}
