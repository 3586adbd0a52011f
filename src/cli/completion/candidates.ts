import { optionName } from '../../config/option-name.js';
import type { NamedThing, Setting } from '../../config/setting.js';
import { groupSummaries } from '../command-groups.js';
import { commands } from '../commands/registry.js';
import type { Around, Candidate } from './candidate.js';
import { optionNames, readTypedLine, type TypedLine } from './typed-line.js';

/** What a shell is told: whole words to choose from, and whether names of files may stand there, too. */
export interface Completion {
  candidates: readonly Candidate[];
  files?: FileNames;
}

interface FileNames {
  only: 'folders' | 'files';
  /** What stands before the file's name in the same word. */
  before: string;
  /** Extensions of the likely files; none: all. */
  extensions: readonly string[];
}

/** What may stand in the place of the last of the words behind the name of the program. */
export async function complete(words: readonly string[], around: Omit<Around, 'line'>): Promise<Completion> {
  const line = readTypedLine(words);
  const found = await whole(line, words[0] === 'help' && words.length > 1, { ...around, line });
  return { ...found, candidates: found.candidates.filter(({ value }) => value.startsWith(line.current)) };
}

async function whole(line: TypedLine, isHelp: boolean, around: Around): Promise<Completion> {
  const { entry, option, current, isBehindBar } = line;
  if (option) return ofOption(line, option, around);
  if (isBehindBar) return { candidates: [], files: { only: 'files', before: '', extensions: [] } };
  if (current.startsWith('-')) return { candidates: optionsOf(line) };
  const inside = line.operands.length === 0 ? subcommandsOf(line.path.join(' ')) : [];
  if (isHelp || !entry) return { candidates: inside };
  const operand = await operandsOf(line, around);
  const candidates = [...inside, ...operand.candidates];
  // Where nothing else can stand, an option can.
  const isFree = takesOperand(line) || candidates.length > 0;
  return isFree ? { ...operand, candidates } : { candidates: optionsOf(line) };
}

function subcommandsOf(path: string): Candidate[] {
  const start = path === '' ? '' : `${path} `;
  const words = new Map<string, string>();
  for (const { name, summary } of commands) {
    if (!name.startsWith(start)) continue;
    const [word = '', ...more] = name.slice(start.length).split(' ');
    if (!words.has(word)) words.set(word, more.length > 0 ? (groupSummaries[`${start}${word}`] ?? '') : summary);
  }
  if (path === '') words.set('help', 'Show the help of a command');
  return [...words].map(([value, about]) => ({ value, about }));
}

/** Options that are not given yet, or may be given again. */
function optionsOf({ entry, given }: TypedLine): Candidate[] {
  const help = [{ value: '--help', about: 'Show the help' }];
  if (!entry) return [...help, { value: '--version', about: 'Print the version' }];
  const names = optionNames(entry.name).filter(({ setting }) => setting.type === 'list' || !given.has(optionName(setting)));
  const own = names.map(({ name, setting }) => ({ value: name, about: setting.helpFor?.[entry.name] ?? setting.help }));
  return [...own.filter(({ value }) => value.startsWith('--')), ...help, ...own.filter(({ value }) => !value.startsWith('--'))];
}

/** True where a name or a file may stand as operand. */
function takesOperand({ entry, operands }: TypedLine): boolean {
  const text = entry?.operands;
  if (text === undefined || (operands.length > 0 && !/^[<[][a-z]+\.\.\.[>\]]$/.test(text))) return false;
  return entry?.names !== undefined || !/spec|command/.test(text);
}

async function operandsOf(line: TypedLine, around: Around): Promise<Completion> {
  const { entry } = line;
  if (!entry || !takesOperand(line)) return { candidates: [] };
  if (entry.names) return { candidates: await values(entry.names, around) };
  const only = /folder/.test(entry.operands ?? '') ? 'folders' : 'files';
  return { candidates: [], files: { only, before: '', extensions: entry.files ?? [] } };
}

async function ofOption(line: TypedLine, { setting, before }: NonNullable<TypedLine['option']>, around: Around): Promise<Completion> {
  if (optionName(setting) === '--format') return formatsOf(line, before);
  const typed = line.current.slice(before.length);
  const comma = setting.commas ? typed.lastIndexOf(',') + 1 : 0;
  const start = before + typed.slice(0, comma);
  const already = new Set(typed.slice(0, comma).split(','));
  const named = namedBy(setting, line.entry?.name ?? '');
  const chosen = setting.choices?.map((value): Candidate => ({ value, about: '' })) ?? (named ? await values(named, around) : []);
  const candidates = chosen.filter(({ value }) => !already.has(value)).map((one) => ({ ...one, value: start + one.value }));
  const files = filesOf(setting, before);
  return { candidates, ...(files && { files }) };
}

function namedBy({ names }: Setting, command: string): NamedThing | undefined {
  return typeof names === 'object' ? names[command] : names;
}

/** Whether a value is a file or a folder, which the placeholder says: `--policy <file>`. */
function filesOf({ flag = '', files = [] }: Setting, before: string): FileNames | undefined {
  const [placeholder = ''] = /<[^>]+>/.exec(flag) ?? [];
  if (placeholder.includes('file')) return { only: 'files', before, extensions: files };
  return placeholder.includes('folder') ? { only: 'folders', before, extensions: [] } : undefined;
}

/** Formats; behind `FORMAT=` the file that the report goes to. */
function formatsOf({ entry, current }: TypedLine, before: string): Completion {
  const formats = entry?.formats ?? [];
  const typed = current.slice(before.length);
  const equals = typed.indexOf('=');
  if (equals !== -1) {
    const known = formats.includes(typed.slice(0, equals));
    return { candidates: [], ...(known && { files: { only: 'files', before: before + typed.slice(0, equals + 1), extensions: [] } }) };
  }
  const whole = formats.filter((format) => format === typed);
  const candidates = [
    ...formats.map((value) => ({ value, about: '' })),
    ...whole.map((value) => ({ value: `${value}=`, about: 'write it to a file' })),
  ];
  return { candidates: candidates.map((one) => ({ ...one, value: before + one.value })) };
}

/** A file of its own for each kind of value, which loads only when such a value is typed. */
async function values(named: NamedThing, around: Around): Promise<readonly Candidate[]> {
  return (await import('./values.js')).valuesOf(named, around);
}
