import type { LaunchWord, Placed } from '../../model/ai-evidence.js';
import type { ServerSubject } from './subject.js';

/** One option of `docker run`, with its value if it has or may have one. */
export interface ContainerOption {
  name: string;
  value: string;
  place: Placed | undefined;
}

const ENGINES = new Set(['docker', 'podman', 'nerdctl']);
const LONG: Readonly<Record<string, string>> = {
  '-v': '--volume',
  '-p': '--publish',
  '-e': '--env',
  '-u': '--user',
  '-m': '--memory',
  '-P': '--publish-all',
  '--net': '--network',
};

/** Options between `run` and the image; empty for servers that are started otherwise. */
export function containerOptions({ steps, server, configured }: ServerSubject): ContainerOption[] {
  const words = steps.find(({ program, words: line }) => ENGINES.has(program) && line.some(({ text }) => text === 'run'))?.words ?? [];
  const start = words.findIndex(({ text }) => text === 'run') + 1;
  const end = words.findIndex(({ text }, at) => at >= start && text === server.image);
  const options = start === 0 ? [] : words.slice(start, end === -1 ? undefined : end);
  return options.flatMap((word, at) => optionOf(word, options[at + 1], configured.argv));
}

/** The place is that of the value if the value is a word of its own, because that is what has to be changed. */
function optionOf(word: LaunchWord, next: LaunchWord | undefined, argv: readonly Placed[]): ContainerOption[] {
  const [, name, value] = /^(-[A-Za-z]|--[a-z][a-z-]*)(?:=(.*))?$/s.exec(word.text) ?? /^(-[vpeum])(.+)$/s.exec(word.text) ?? [];
  if (name === undefined) return [];
  const separate = value === undefined && next !== undefined && !next.text.startsWith('-') ? next : undefined;
  return [{ name: LONG[name] ?? name, value: value ?? separate?.text ?? '', place: argv[(separate ?? word).index] }];
}
