import type { IacUnknown, IacValue, SourcePlace } from '../../../../model/iac.js';
import { textOf } from '../../contract/values.js';
import { itemsOf, member } from './body.js';
import type { Container } from './workload.js';

/** One word of a container's command line. */
export interface Word {
  readonly text: string;
  readonly at: SourcePlace;
}

export interface CommandLine {
  /** Of `command`, or of the image where there is none. */
  readonly program: string;
  readonly words: readonly Word[];
  /** Set when there may be further words, or when one of them is not known. */
  readonly unknown?: IacUnknown;
}

const SHELLS = /^(?:sh|bash|ash|dash|env|exec|tini|dumb-init)$/;

/** The command line of a container as far as the manifest tells it: `command` and `args`, shell scripts split into words. */
export function commandLine({ body }: Container): CommandLine {
  const command = member(body, 'command');
  const parts = [...itemsOf(command), ...itemsOf(member(body, 'args'))];
  const words = parts.flatMap(wordsOf);
  const unknown = parts.find((part) => part.kind === 'unknown');
  const first = command === undefined ? undefined : words.find(({ text }) => !text.startsWith('-') && !SHELLS.test(baseName(text)));
  const program = command === undefined ? imageProgram(textOf(member(body, 'image'))) : baseName(first?.text ?? '');
  return { program, words, ...(unknown && { unknown }) };
}

/** The last value of a flag, `--name=value` or `--name value`; a flag alone is `true`. */
export function flag({ words }: CommandLine, name: string): Word | undefined {
  let found: Word | undefined;
  for (const [index, { text, at }] of words.entries()) {
    if (text.startsWith(`--${name}=`)) found = { text: unquoted(text.slice(name.length + 3)), at };
    else if (text === `--${name}`) {
      const next = words[index + 1];
      found = { text: next && !next.text.startsWith('-') ? next.text : 'true', at };
    }
  }
  return found;
}

function wordsOf(value: IacValue): Word[] {
  const text = textOf(value);
  if (text === undefined) return [];
  return text.split(/\s+/).flatMap((word) => (word === '' ? [] : [{ text: word, at: value.at }]));
}

function unquoted(text: string): string {
  return text.replace(/^(["'])(.*)\1$/, '$2');
}

function imageProgram(image: string | undefined): string {
  return baseName(image ?? '')
    .replace(/[:@].*$/, '')
    .replace(/-(?:amd64|arm64)$/, '');
}

function baseName(path: string): string {
  return path.slice(path.lastIndexOf('/') + 1);
}
