import { splitCommand } from './split-command.js';
import { type LaunchState, parseOptions, takeAssignments, type Valued, type Word } from './words.js';

/**
 * Returns the command lines inside a wrapper; undefined when the program wraps nothing here and is itself what runs.
 */
type Wrapper = (words: readonly Word[], state: LaunchState) => Word[][] | undefined;

/** Skips options and `skip` further words, and returns the rest. */
function after(valued: string[], skip = 0): Wrapper {
  const set: Valued = new Set(valued);
  return (words) => [parseOptions(words, set).operands.slice(skip)];
}

const env: Wrapper = (words, state) => {
  const { options, operands } = parseOptions(words, new Set(['-u', '--unset', '-C', '--chdir', '-S', '--split-string']));
  const split = options.find((option) => option.name === '-S' || option.name === '--split-string');
  const tail = takeAssignments(operands, state);
  return split?.value === undefined ? [tail] : lines({ text: split.value, index: split.index }, state).map((line) => [...line, ...tail]);
};

/** `cmd /d /c npx …`; the rest may be a single word that holds a whole command line. */
const cmd: Wrapper = (words, state) => {
  const at = words.findIndex((word) => /^\/[ck]$/i.test(word.text));
  const [first, ...rest] = at === -1 ? [] : words.slice(at + 1);
  if (!first) return undefined;
  return rest.length === 0 && /\s/.test(first.text) ? lines(first, state) : [[first, ...rest]];
};

/** `sh -lc 'text'`. Without `-c` a shell runs a script file, which is not wrapping. */
const shell: Wrapper = (words, state) => {
  const at = words.findIndex((word) => /^-[a-z]*c[a-z]*$/.test(word.text));
  const script = words[at + 1];
  const { operands } = parseOptions(
    words.slice(0, Math.max(at, 0)),
    new Set(['-o', '-eo', '-euo', '-exo', '-euxo', '-O', '--rcfile', '--init-file']),
  );
  return at === -1 || !script || operands.length > 0 ? undefined : lines(script, state);
};

const powershell: Wrapper = (words, state) => {
  const at = words.findIndex((word) => /^[-/](?:c|command)$/i.test(word.text));
  if (at === -1) return words.some((word) => /^[-/](?:e|en|enc|encodedcommand)$/i.test(word.text)) ? [] : undefined;
  const text = words.slice(at + 1);
  return lines({ text: text.map((word) => word.text).join(' '), index: text[0]?.index ?? 0 }, state);
};

/** The commands of a shell line in order, without those that only prepare (`cd`, `export`, `source`, `set`). */
function lines(word: Word, state: LaunchState): Word[][] {
  return word.text
    .split(/&&|\|\||[;|\n]/)
    .map((part) => splitCommand(part.trim(), 'linux').map((text) => ({ text, index: word.index })))
    .map((words) => takeAssignments(words[0]?.text === 'exec' || words[0]?.text === 'export' ? words.slice(1) : words, state))
    .filter((words) => words.length > 0 && !/^(?:cd|source|\.|set|echo|pushd|unset|umask|trap)$/.test(words[0]?.text ?? ''));
}

/** Password managers and version managers that run the command after `--` (or after their sub-command). */
const behindDashes: Wrapper = (words) => {
  const at = words.findIndex((word) => word.text === '--');
  return at === -1 ? undefined : [words.slice(at + 1)];
};

/** Programs that only start another program, by name. */
export const wrappers: ReadonlyMap<string, Wrapper> = new Map<string, Wrapper>([
  ['env', env],
  ['cross-env', (words, state) => [takeAssignments(words, state)]],
  ['cross-env-shell', (words, state) => [takeAssignments(words, state)]],
  ['cmd', cmd],
  ['wsl', after(['-d', '--distribution', '-u', '--user', '--cd', '--shell-type'])],
  ...['sh', 'bash', 'zsh', 'dash', 'ksh', 'fish', 'ash'].map((name) => [name, shell] as const),
  ['powershell', powershell],
  ['pwsh', powershell],
  ['sudo', (words, state) => [takeAssignments(parseOptions(words, new Set(['-u', '-g', '-h', '-p', '-C', '-T', '-D'])).operands, state)]],
  ['doas', after(['-u', '-C'])],
  ['gsudo', after(['-u', '--user'])],
  ['pkexec', after(['--user'])],
  ['timeout', after(['-s', '--signal', '-k', '--kill-after'], 1)],
  ['nice', after(['-n', '--adjustment'])],
  ['ionice', after(['-c', '-n', '--class', '--classdata'])],
  ['nohup', after([])],
  ['time', after([])],
  ['command', after([])],
  ['setsid', after([])],
  ['caffeinate', after(['-t', '-w'])],
  ['stdbuf', after(['-i', '-o', '-e'])],
  ['xvfb-run', after(['-n', '-s', '-f', '-e', '-p', '-w', '--server-args', '--server-num'])],
  ['dotenv', (words, state) => behindDashes(words, state) ?? after(['-e', '-v', '-p'])(words, state)],
  ['dotenvx', behindDashes],
  ['op', behindDashes],
  ['doppler', behindDashes],
  ['infisical', behindDashes],
  ['mise', behindDashes],
  ['direnv', (words) => (words[0]?.text === 'exec' ? [words.slice(2)] : undefined)],
]);
