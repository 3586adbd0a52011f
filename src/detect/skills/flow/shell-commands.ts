import { parseShell } from '../../../support/shell-parse.js';
import { homeShape, personalFolders, sourceOfCommand, sourceOfPath } from './sensitive.js';
import { filtered } from './shell-filters.js';
import { runNetwork } from './shell-network.js';
import type { CommandInput, ShellFunction, ShellState } from './shell-state.js';
import { isNarrow, runSystem } from './shell-system.js';
import { stepsToParse } from './step-budget.js';
import { concat, constant, derived, isWhollyKnown, type Mark, marked, marksOf, nothing, UNKNOWN_PART, type Value } from './value.js';

const READERS =
  /^(?:cat|head|tail|tac|less|more|bat|strings|xxd|od|hexdump|base64|base32|gzip|bzip2|xz|zstd|tar|zip|7z|openssl|gpg|sort|uniq|cut|tr|rev|fold|nl|paste|grep|egrep|rg|awk|gawk|sed|jq|yq|find|ls|sqlite3|dd|cp|mv|rsync|split|wc|shasum|sha256sum|md5sum|perl|iconv|type|get-content)$/i;
const INTERPRETERS = /^(?:ba|z|da|k|fi)?sh$|^(?:python[\d.]*|node|deno|bun|perl|ruby|php|osascript|pwsh|powershell|tsx)$/;
/** Programs whose output does not contain their input. */
const HASHES = /^(?:shasum|sha\d+sum|md5sum|md5|wc|cksum)$/;

/** Follows one command and returns its output. */
export function runCommand(input: CommandInput, state: ShellState): Value {
  const func = state.functions.get(input.name);
  if (func !== undefined) return called(func, input, state);
  const name = input.name.slice(input.name.lastIndexOf('/') + 1).replace(/\.exe$/i, '');
  const command = { ...input, name };
  if (name === 'echo' || name === 'printf') return echoed(command, state);
  if (name === 'test' || name.startsWith('[')) return tested(command, state);
  if (/^(?:local|declare|typeset|export|readonly)$/.test(name) && input.args.length > 0) declared(input.args, state);
  if (name === 'cd' || name === 'pushd') state.folder = homeShape(input.args[0]?.shape ?? '~');
  if (name === 'eval' || name === 'source' || name === '.') return sourced(command, state);
  if (INTERPRETERS.test(name)) {
    runSystem(command, state);
    return interpreted(command, state);
  }
  const network = runNetwork(command, state);
  if (network !== undefined) return network;
  runSystem(command, state);
  if (unlocked(command, state)) return nothing;
  if (fromUnlocked(input.name, state)) run({ at: input.at, marks: ARCHIVED, text: input.name, assembled: false }, state);
  if (/\/|\.(?:py|sh|js|mjs|rb|pl)$/.test(input.name)) {
    const printed = state.world.start?.({ path: input.name, args: input.args, stdin: input.piped ? input.stdin : undefined, at: input.at });
    if (printed !== undefined) return printed;
  }
  return started(command, state) ?? output(command, state);
}

/** `local name=value`: the words are assignments. */
function declared(args: readonly Value[], state: ShellState): void {
  for (const arg of args) {
    const [, variable, text] = /^(\w+)=([\s\S]*)$/.exec(arg.shape) ?? [];
    if (variable !== undefined) state.variables.set(variable, { ...arg, shape: text ?? '' });
  }
}

function echoed({ args, at, name }: CommandInput, state: ShellState): Value {
  const words = args.filter((arg) => !/^-[neE]+$/.test(arg.shape));
  const text = name === 'printf' ? formatted(words) : concat(words, ' ');
  if (text.marks.length > 0) state.emit({ kind: 'print', at, marks: text.marks, text: text.shape });
  return text;
}

/** `printf '\143%s' x`: letters written as numbers are letters that were hidden. */
function formatted([format = nothing, ...rest]: readonly Value[]): Value {
  if (!/\\(?:[0-7]{3}|x[0-9a-f]{2})/i.test(format.shape)) return concat([format, ...rest], ' ');
  const shape = format.shape.replace(/\\(?:0?([0-7]{1,3})|x([0-9a-f]{2}))/gi, (_all, octal?: string, hex?: string) =>
    String.fromCharCode(octal === undefined ? Number.parseInt(hex ?? '0', 16) : Number.parseInt(octal, 8)),
  );
  const letters = format.shape.match(/\\(?:[0-7]{3}|x[0-9a-f]{2})/gi)?.length ?? 0;
  return { ...concat([{ ...format, shape }, ...rest], ' '), ...(letters > 5 && { assembled: true }) };
}

/** A test of date, host or build machine guards the commands up to its end. */
function tested({ args, at }: CommandInput, state: ShellState): Value {
  const text = args.map((arg) => arg.shape).join(' ');
  const marks = marksOf(args);
  if (marks.some((mark) => mark.label === 'date' || mark.label === 'hostname') || /\$?\bCI\b/.test(text)) {
    state.guarded = true;
    state.emit({ kind: 'guard', at, what: marks[0]?.label ?? 'CI' });
  }
  return nothing;
}

/** Limit of functions that call each other. */
const MAX_CALLS = 8;

/** A function of the script, with its arguments in `$1` and so on. */
function called(func: ShellFunction, { args, stdin, at }: CommandInput, state: ShellState): Value {
  if (state.calls >= MAX_CALLS) return derived([...args, stdin]);
  func.called = true;
  const { variables, emit } = state;
  state.variables = new Map(variables);
  for (let index = 1; index < 10; index++) state.variables.set(String(index), args[index - 1] ?? nothing);
  for (const all of ['@', '*']) state.variables.set(all, { ...concat(args, ' '), items: [...args] });
  if (func.elsewhere) state.emit = (event) => emit({ ...event, at, elsewhere: true });
  state.calls++;
  const output = state.follow(func.body, stdin);
  state.calls--;
  for (const [name, value] of state.variables) if (!/^[\d@*]/.test(name)) variables.set(name, value);
  [state.variables, state.emit] = [variables, emit];
  return output;
}

/** `eval "$(…)"`, `source <(…)`: runs its input. */
function sourced({ args, at, name }: CommandInput, state: ShellState): Value {
  const text = concat(args, ' ');
  const path = args[0]?.shape ?? '';
  const file = name === 'eval' ? undefined : state.world.files.get(path);
  const marks = marksOf([text, file]);
  if (name === 'eval' || marks.length > 0) run({ at, marks, text: text.shape, assembled: text.assembled === true }, state);
  if (name === 'eval') return isWhollyKnown(text) ? again(text.shape, at, state) : nothing;
  const own = file === undefined ? state.world.bundle?.named(path) : undefined;
  if (own !== undefined && own.name !== state.world.from && state.calls < MAX_CALLS) {
    const { emit, elsewhere = false } = state;
    [state.emit, state.elsewhere] = [(event) => emit({ ...event, at, elsewhere: true }), true];
    again(own.text, at, state);
    [state.emit, state.elsewhere] = [emit, elsewhere];
  }
  return nothing;
}

/** Follows more commands of the same shell. */
function again(text: string, at: number, state: ShellState): Value {
  if (state.calls >= MAX_CALLS || !state.world.work.take(stepsToParse(text))) return nothing;
  const { emit } = state;
  state.emit = (event) => emit({ ...event, at });
  state.calls++;
  const output = state.follow(parseShell(text), nothing);
  state.calls--;
  state.emit = emit;
  return output;
}

/** A shell or another interpreter: its program comes from an argument, a file or the pipe. */
function interpreted({ args, stdin, piped, at, name }: CommandInput, state: ShellState): Value {
  const inline = args.findIndex((arg) => /^(?:-\w*[ce]|--eval|--command|-Command|-enc\w*|-e)$/i.test(arg.shape));
  const program = inline === -1 ? undefined : args[inline + 1];
  if (program !== undefined) {
    run(
      {
        at,
        marks: program.marks,
        text: /^(?:ba|z|da|k)?sh$/.test(name) ? program.shape : `${name} ${program.shape}`,
        assembled: program.assembled === true,
      },
      state,
    );
    return state.world.nested?.(name, program.shape, at) ?? derived([program, stdin]);
  }
  const file = args.find((arg) => !arg.shape.startsWith('-'));
  if (args.some((arg) => /^-\w*i$/.test(arg.shape)))
    state.emit({
      kind: 'run',
      at,
      how: 'interactive',
      text: args.map((arg) => arg.shape).join(' '),
      marks: [],
      assembled: false,
      guarded: state.guarded,
    });
  if (file !== undefined && file.shape !== '-') {
    const content = state.world.files.get(file.shape) ?? (file.marks.some(({ source }) => source === 'fetched') ? file : undefined);
    if (content) run({ at, marks: content.marks, text: content.shape, assembled: content.assembled === true }, state);
    if (fromUnlocked(file.shape, state)) run({ at, marks: ARCHIVED, text: file.shape, assembled: false }, state);
    const rest = args.slice(args.indexOf(file) + 1);
    const printed = content === undefined && state.world.start?.({ path: file.shape, args: rest, stdin: piped ? stdin : undefined, at });
    return printed || derived([...args, stdin]);
  }
  const printed = piped && isWhollyKnown(stdin) ? state.world.nested?.(name, stdin.shape, at) : undefined;
  if (piped) run({ at, marks: stdin.marks, text: stdin.shape, assembled: stdin.assembled === true }, state);
  return printed ?? derived([stdin]);
}

interface Run {
  at: number;
  marks: readonly Mark[];
  text: string;
  assembled: boolean;
}

function run({ at, marks, text, assembled }: Run, state: ShellState): void {
  state.emit({ kind: 'run', at, how: 'shell', text, marks, assembled, guarded: state.guarded });
}

const ARCHIVED: readonly Mark[] = [{ source: 'decoded', label: 'a password that the script holds' }];

/** Unpacks an archive or file whose password is written beside it, which only keeps others from looking inside. */
function unlocked({ name, args }: CommandInput, state: ShellState): boolean {
  const words = args.map(({ shape }) => shape);
  const archive =
    /^(?:unzip|7za?|7zz|unrar)$/.test(name) && words.some((word) => /^-[pP]./.test(word) || word === '-P' || word === '--password');
  const cipher =
    (name === 'openssl' &&
      words[0] === 'enc' &&
      words.some((word) => /^-\w*d$/.test(word)) &&
      words.some((word) => /^(?:pass:|-k$|-K$)/.test(word))) ||
    (/^gpg2?$/.test(name) && words.some((word) => /^--passphrase/.test(word)) && words.some((word) => /^(?:-d|--decrypt)$/.test(word)));
  if (!archive && !cipher) return false;
  const out = args[words.findIndex((word) => /^-(?:d|o|out|-output)$/.test(word)) + 1]?.shape;
  const joined = words.find((word) => /^-o./.test(word) && archive)?.slice(2);
  const content = marked('decoded', `${name} with a password in the script`);
  const target = joined ?? (cipher && words[0] !== 'enc' ? words[words.indexOf('-o') + 1] : out);
  if (cipher && target) state.world.files.set(target, content);
  else if (archive)
    state.unlocked = [...(state.unlocked ?? []).slice(0, 20), (words.includes('-d') || joined !== undefined ? target : undefined) ?? '.'];
  return archive || (cipher && target !== undefined);
}

/** A program out of such an archive. */
function fromUnlocked(path: string, state: ShellState): boolean {
  const plain = path.replace(/^\.\//, '');
  return (state.unlocked ?? []).some(
    (folder) => plain.startsWith(`${folder.replace(/^\.\//, '').replace(/\/$/, '')}/`) || (folder === '.' && /^\.\//.test(path)),
  );
}

/** Starts a program that was downloaded before, by its path. */
function started({ name, args, at }: CommandInput, state: ShellState): Value | undefined {
  const file = state.world.files.named(name) ?? state.world.files.named(`${name}.exe`);
  if (file === undefined) return undefined;
  const { path, content } = file;
  if (content.marks.some(({ source }) => source === 'fetched')) run({ at, marks: content.marks, text: path, assembled: false }, state);
  return derived(args);
}

/** Programs that hand out secrets as their very task: only where they go matters. */
const MANAGERS =
  /^(?:aws|kubectl|vault|op|bw|lpass|pass|chamber|doppler|infisical|az|heroku|flyctl|fly|doctl|glab|npm|vercel|netlify|docker-credential-\w+)$/;

/** Data that a command passes on: its input, and the files that it is known to read. */
function output({ name, args, stdin, at }: CommandInput, state: ShellState): Value {
  const shapes = args.map((arg) => arg.shape);
  if (name === 'date') return marked('identity', 'date');
  const source = sourceOfCommand(name, shapes.join(' '));
  if (source !== undefined) {
    const label = `${name} ${shapes.slice(0, 2).join(' ')}`.trim();
    if (!MANAGERS.test(name)) state.emit({ kind: 'read', at, marks: [{ source, label }], path: label });
    return marked(source, source === 'identity' && name === 'hostname' ? 'hostname' : label);
  }
  if (HASHES.test(name)) return nothing;
  // What it writes is not known, but its program names what it changes.
  if (name === 'jq' || name === 'yq')
    return { ...derived([stdin, ...args]), shape: shapes.filter((word) => !word.startsWith('-')).join(' ') };
  if (name === 'base64' && shapes.some((arg) => /^(?:-d|-D|--decode)$/.test(arg))) return decoded(stdin, args);
  const files = READERS.test(name) ? args.map((arg) => fileMarks(arg, at, { name, state })) : [];
  if (name === 'cp' || name === 'mv' || name === 'tar' || name === 'zip' || name === 'dd') copied({ name, args, files, stdin }, state);
  if (/^(?:tee)$/.test(name))
    for (const arg of args)
      if (!arg.shape.startsWith('-'))
        state.emit({ kind: 'write', at, path: arg.shape, text: stdin.shape, marks: stdin.marks, append: shapes.includes('-a') });
  const read = name === 'cat' ? args.flatMap((arg, index) => (arg.shape.startsWith('-') ? [] : [files[index] ?? nothing])) : [];
  if (name === 'cat') return read.length === 0 ? stdin : together(read, marksOf([stdin, ...args, ...files]));
  return filtered(name, args, stdin) ?? derived([stdin, ...args, ...files, ...(name === 'find' ? [foundIn(args)] : [])]);
}

/** Limit of characters of files whose text is kept when they are joined; commands that are cut into parts are short. */
const MAX_JOINED = 8_000;

function together(read: readonly Value[], marks: readonly Mark[]): Value {
  const { shape, ...rest } = concat(read);
  return { ...rest, shape: shape.length > MAX_JOINED || shape.includes(UNKNOWN_PART) ? UNKNOWN_PART : shape, marks };
}

/** Decodes base64 of known text; for unknown text it only records that it was decoded. */
function decoded(stdin: Value, args: readonly Value[]): Value {
  const text = isWhollyKnown(stdin) && stdin.shape.length >= 8 ? Buffer.from(stdin.shape.trim(), 'base64').toString('utf8') : UNKNOWN_PART;
  return { shape: text, marks: [...marksOf([stdin, ...args]), { source: 'decoded', label: 'base64' }], assembled: true };
}

/** What a search finds that is not limited: all files of a folder. */
function foundIn(args: readonly Value[]): Value {
  const narrow = isNarrow(args.map(({ shape }) => shape).join(' '));
  return { ...nothing, marks: narrow ? [] : args.slice(0, 1).flatMap(({ shape }) => personalFolders(shape)) };
}

/** Programs that take a folder with all that is in it. */
const PACKS = /^(?:tar|zip|7za?|rsync|cp)$/;

function fileMarks(arg: Value, at: number, { name, state }: { name: string; state: ShellState }): Value {
  const known = state.world.files.get(arg.shape) ?? ownFile(arg, state);
  const paths = arg.items ? arg.items.map((item) => item.shape) : [arg.shape.replace(/^(?:if|@)=?/, '')];
  const marks = paths.flatMap((path): Mark[] => {
    const source = sourceOfPath(path);
    return source === undefined ? [] : [{ source, label: path }];
  });
  if (marks.length > 0 && name !== 'ls') state.emit({ kind: 'read', at, marks, path: arg.shape });
  const packed = PACKS.test(name) ? personalFolders(arg.shape) : [];
  return { shape: known?.shape ?? UNKNOWN_PART, marks: [...marks, ...packed, ...(known?.marks ?? [])] };
}

/** The text of a file that the bundle brings along. */
function ownFile({ shape }: Value, { world }: ShellState): Value | undefined {
  const file = /[./]/.test(shape) ? world.bundle?.named(shape) : undefined;
  return file && constant(file.text);
}

/** `cp from to`, `tar czf out from`: the target gets the content of the sources. */
function copied(
  { name, args, files, stdin }: { name: string; args: readonly Value[]; files: readonly Value[]; stdin: Value },
  state: ShellState,
): void {
  const marks = marksOf([stdin, ...files]);
  if (marks.length === 0) return;
  const plain = args.filter((arg) => !/^-/.test(arg.shape));
  const targets =
    name === 'tar'
      ? args.filter((arg) => /\.(?:tar|tgz|gz|bz2|xz|zip)\b/.test(arg.shape))
      : name === 'zip'
        ? plain.slice(0, 1)
        : name === 'dd'
          ? args.filter((arg) => arg.shape.startsWith('of='))
          : plain.slice(-1);
  for (const target of targets) state.world.files.set(target.shape.replace(/^of=/, ''), { ...constant(UNKNOWN_PART), marks });
}
