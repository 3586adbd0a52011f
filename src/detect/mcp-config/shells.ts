import type { LaunchStep, LaunchWord } from '../../model/ai-evidence.js';

const SHELLS = new Set(['sh', 'bash', 'zsh', 'dash', 'ksh', 'fish', 'ash', 'tcsh', 'csh']);
const POWERSHELLS = new Set(['powershell', 'pwsh']);

/** Code on a launch line itself. */
export interface InlineText {
  text: string;
  /** The word that holds it, or the first of several. */
  word: LaunchWord;
}

function joined(words: readonly LaunchWord[]): InlineText | undefined {
  const [word] = words;
  return word && { text: words.map(({ text }) => text).join(' '), word };
}

/** The text that a shell runs; undefined for a script file, and for `cmd /c program` (the usual form on Windows). */
export function shellText({ program, words }: LaunchStep): InlineText | undefined {
  const rest = words.slice(1);
  if (SHELLS.has(program)) return posixText(rest);
  if (program === 'cmd') return cmdText(rest);
  return POWERSHELLS.has(program) && encodedText({ program, words }) === undefined ? powershellText(rest) : undefined;
}

function posixText(words: readonly LaunchWord[]): InlineText | undefined {
  const isValue = (at: number) => /^(?:[-+][a-z]*[oO]|--rcfile|--init-file)$/.test(words[at - 1]?.text ?? '');
  const at = words.findIndex(({ text }, index) => /^-[a-z]*c[a-z]*$/i.test(text) || (!/^[-+]/.test(text) && !isValue(index)));
  if (!/^-[a-z]*c[a-z]*$/i.test(words[at]?.text ?? '')) return undefined;
  return joined(words.slice(at + 1, at + 2));
}

function cmdText(words: readonly LaunchWord[]): InlineText | undefined {
  const at = words.findIndex(({ text }) => /^\/[ck]$/i.test(text));
  const text = at === -1 ? undefined : joined(words.slice(at + 1));
  const operator = words
    .slice(at + 1)
    .some(({ text: word }) => /^(?:&{1,2}|\|{1,2}|[<>]{1,2})$/.test(word) || (/\s/.test(word) && /[&|]/.test(word)));
  return operator ? text : undefined;
}

function powershellText(words: readonly LaunchWord[]): InlineText | undefined {
  const at = words.findIndex(({ text }) => /^[-/](?:c|command)$/i.test(text));
  if (at !== -1) return joined(words.slice(at + 1));
  const bare = words.findIndex(({ text }) => !/^[-/]/.test(text) && /\s/.test(text));
  return bare === -1 || words.some(({ text }) => /^[-/]f(?:ile)?$/i.test(text)) ? undefined : joined(words.slice(bare));
}

/** The encoded script that PowerShell runs, at its option, which may be abbreviated to any unambiguous length. */
export function encodedText({ program, words }: LaunchStep): InlineText | undefined {
  if (!POWERSHELLS.has(program)) return undefined;
  const at = words.findIndex(({ text }) => {
    const option = /^[-/–—](e[a-z]*)$/i.exec(text)?.[1]?.toLowerCase();
    return option !== undefined && (option === 'ec' || 'encodedcommand'.startsWith(option));
  });
  const word = words[at];
  return word && { text: words[at + 1]?.text ?? '', word };
}

interface CodeOptions {
  /** Options whose value is code. */
  code: RegExp;
  /** Other options with a value. */
  valued: RegExp;
}

const NODE: CodeOptions = {
  code: /^(?:-e|--eval|-p|--print|-pe)$/,
  valued: /^(?:-r|--require|--import|--loader|-C|--conditions|--env-file|--tsconfig|--preload|--cwd)$/,
};
const PYTHON: CodeOptions = { code: /^-[a-zA-Z]*c$/, valued: /^-[WX]$/ };
const scripting = (code: RegExp): CodeOptions => ({ code, valued: /^-[IrdlM]$/ });

const INTERPRETERS: Readonly<Record<string, CodeOptions>> = {
  node: NODE,
  nodejs: NODE,
  bun: NODE,
  tsx: NODE,
  'ts-node': NODE,
  python: PYTHON,
  ruby: scripting(/^-[a-z]*e$/),
  perl: scripting(/^-[a-zA-Z]*[eE]$/),
  php: scripting(/^(?:-r|--run)$/),
  lua: scripting(/^-e$/),
  rscript: scripting(/^-e$/),
  osascript: scripting(/^-e$/),
};

/** Program text passed to an interpreter on its command line. */
export function codeText({ program, words }: LaunchStep): InlineText | undefined {
  const rest = words.slice(1);
  if (program === 'deno') return rest[0]?.text === 'eval' ? joined(rest.slice(1)) : undefined;
  const name = /^(?:python|pypy|py)[\d.]*$/.test(program) ? 'python' : program;
  const options = Object.hasOwn(INTERPRETERS, name) ? INTERPRETERS[name] : undefined;
  if (!options) return undefined;
  for (let at = 0; at < rest.length; at++) {
    const text = rest[at]?.text ?? '';
    const attached = /^(--eval|--print)=(.+)$/s.exec(text);
    if (options.code.test(text) || attached) return joined(rest.slice(attached ? at : at + 1, attached ? at + 1 : at + 2));
    if (!text.startsWith('-') || text === '-m' || text === '--') return undefined;
    if (options.valued.test(text)) at++;
  }
  return undefined;
}
