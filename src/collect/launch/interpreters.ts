import { parseOptions, type Word } from './words.js';

/** Returns the file that an interpreter runs; undefined for a module, for inline code, and for a sub-command. */
type Interpreter = (words: readonly Word[]) => string | undefined;

/** An interpreter of one script file. `inline` options are followed by code. */
function script(valued: string[], inline: string[]): Interpreter {
  const set = new Set(valued);
  const code = new Set(inline);
  return (words) => {
    const { options, operands } = parseOptions(words, new Set([...set, ...code]));
    return options.some((option) => code.has(option.name)) ? undefined : operands[0]?.text;
  };
}

const node = script(
  ['-r', '--require', '--import', '--loader', '--experimental-loader', '-C', '--conditions', '--env-file', '--title'],
  ['-e', '--eval', '-p', '--print', '-pe', '--run', '--test'],
);
const python = script(['-W', '-X', '--check-hash-based-pycs'], ['-m', '-c']);
const shell = script(['-o', '-O', '--rcfile', '--init-file'], ['-c', '-lc', '-ic', '-lic', '-s']);

/** For interpreters with a sub-command before the file; the word after it counts only if it is a file name. */
function behind(subcommand: string, interpreter: Interpreter): Interpreter {
  return (words) => {
    const file = interpreter(words[0]?.text === subcommand ? words.slice(1) : words);
    return file !== undefined && looksLikeFile(file) ? file : undefined;
  };
}

/** True for a word that names a file rather than a command or a script of a manifest. */
export function looksLikeFile(word: string): boolean {
  return /[/\\]/.test(word) || /\.[A-Za-z0-9]{1,5}$/.test(word);
}

const java: Interpreter = (words) => {
  const { options } = parseOptions(words, new Set(['-jar', '-cp', '-classpath', '--class-path', '-p', '--module-path']));
  return options.find((option) => option.name === '-jar')?.value;
};

const dotnet: Interpreter = (words) => {
  const at = words.findIndex((word) => word.text === '--project' || word.text === '-p');
  if (words[0]?.text === 'run') return at === -1 ? undefined : words[at + 1]?.text;
  const [first] = words;
  return first && /\.dll$/i.test(first.text) ? first.text : undefined;
};

const powershell: Interpreter = (words) => {
  const at = words.findIndex((word) => /^[-/](?:f|file)$/i.test(word.text));
  return at === -1 ? words.find((word) => /\.ps1$/i.test(word.text))?.text : words[at + 1]?.text;
};

/** Programs that run the file passed to them, by name. */
export const interpreters: ReadonlyMap<string, Interpreter> = new Map<string, Interpreter>([
  ['node', node],
  ['nodejs', node],
  ['bun', behind('run', script(['--cwd', '--preload', '-r', '--env-file'], ['-e', '--eval', '-p', '--print']))],
  ['tsx', behind('watch', script(['--tsconfig', '--import', '-r', '--env-file'], ['-e', '--eval', '-p']))],
  ['ts-node', behind('', script(['-P', '--project', '-r'], ['-e', '-p']))],
  ['nodemon', behind('', script(['-w', '--watch', '-e', '--ext', '-x', '--exec'], []))],
  ...[
    'python',
    'python2',
    'python3',
    'py',
    'pypy',
    'pypy3',
    'python3.9',
    'python3.10',
    'python3.11',
    'python3.12',
    'python3.13',
    'python3.14',
  ].map((name) => [name, python] as const),
  ['ruby', script(['-I', '-r'], ['-e'])],
  ['perl', script(['-I', '-M'], ['-e', '-E'])],
  ['php', script(['-d', '-c'], ['-r'])],
  ['lua', script(['-l'], ['-e'])],
  ['rscript', script([], ['-e'])],
  ['osascript', script(['-l'], ['-e'])],
  ...['sh', 'bash', 'zsh', 'dash', 'ksh', 'fish', 'ash'].map((name) => [name, shell] as const),
  ['powershell', powershell],
  ['pwsh', powershell],
  ['java', java],
  ['dotnet', dotnet],
]);
