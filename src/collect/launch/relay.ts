import { programName, type Word } from './words.js';

/** Programs that fetch a package or an image and start it, by the word that stands for them in `castellan run proxy npx/PACKAGE`. */
const RUNNERS: ReadonlyMap<string, (spec: string) => string[]> = new Map([
  ['npx', (spec: string) => ['npx', '-y', spec]],
  ['uvx', (spec: string) => ['uvx', spec]],
  ['docker', (spec: string) => ['docker', 'run', '-i', '--rm', spec]],
]);

/** The command behind `npx/PACKAGE` and its like; undefined for other words. */
export function runnerCommand(word: string): string[] | undefined {
  const slash = word.indexOf('/');
  const spec = word.slice(slash + 1);
  return slash === -1 || spec === '' ? undefined : RUNNERS.get(word.slice(0, slash))?.(spec);
}

/** A launch line that starts castellan, which starts the server. */
export interface RelayLine {
  /** The words of castellan itself, up to and with `--`. */
  head: Word[];
  /** The server's own command. */
  inner: Word[];
}

/** Names of the script that node runs. */
const SCRIPTS = ['castellan', 'castellan.cjs'];

/**
 * Takes `castellan proxy … -- CMD`, `castellan shield … -- CMD` and `castellan run proxy npx/PACKAGE` apart, also where node runs the
 * program's file. Undefined for any other line.
 */
export function readRelay(words: readonly Word[]): RelayLine | undefined {
  const at = wordsOfProgram(words);
  if (at === undefined) return undefined;
  const command = words[at]?.text;
  if (command === 'run' && words[at + 1]?.text === 'proxy') return fetched(words, at + 2);
  const bar = command === 'proxy' || command === 'shield' ? words.findIndex(({ text }, index) => index > at && text === '--') : -1;
  return bar === -1 ? undefined : { head: words.slice(0, bar + 1), inner: words.slice(bar + 1) };
}

/**
 * How many words start castellan; undefined where something else is started. A program or script by a relative path is something else: whoever
 * writes a project's files could call anything `./castellan`.
 */
function wordsOfProgram([first, second]: readonly Word[]): number | undefined {
  const [program = '', script = ''] = [first?.text, second?.text];
  if (!ABSOLUTE.test(program) && /[\\/]/.test(program)) return undefined;
  if (programName(program) === 'castellan') return 1;
  return programName(program) === 'node' && ABSOLUTE.test(script) && SCRIPTS.includes(programName(script)) ? 2 : undefined;
}

const ABSOLUTE = /^(?:[\\/]|[A-Za-z]:[\\/])/;

/** The command that `run proxy` makes of a word such as `npx/PACKAGE`; the first `--` behind it ends the options. */
function fetched(words: readonly Word[], from: number): RelayLine | undefined {
  const at = words.findIndex(({ text }, index) => index >= from && runnerCommand(text) !== undefined);
  const server = words[at];
  if (server === undefined) return undefined;
  const rest = words.slice(at + 1);
  const bar = rest.findIndex(({ text }) => text === '--');
  const start = (runnerCommand(server.text) ?? []).map((text) => ({ text, index: server.index }));
  return { head: words.slice(0, at + 1), inner: [...start, ...(bar === -1 ? [] : rest.slice(bar + 1))] };
}
