import { sourceOfCommand, sourceOfPath } from './sensitive.js';
import { runNetwork } from './shell-network.js';
import type { CommandInput, ShellState } from './shell-state.js';
import { runSystem } from './shell-system.js';
import { concat, constant, derived, isWhollyKnown, type Mark, marked, marksOf, nothing, UNKNOWN_PART, type Value } from './value.js';

const READERS =
  /^(?:cat|head|tail|tac|less|more|bat|strings|xxd|od|hexdump|base64|base32|gzip|bzip2|xz|zstd|tar|zip|7z|openssl|gpg|sort|uniq|cut|tr|rev|fold|nl|paste|grep|egrep|rg|awk|gawk|sed|jq|yq|find|ls|sqlite3|dd|cp|mv|rsync|split|wc|shasum|sha256sum|md5sum|perl|iconv|type|get-content)$/i;
const INTERPRETERS = /^(?:ba|z|da|k|fi)?sh$|^(?:python[\d.]*|node|deno|bun|perl|ruby|php|osascript|pwsh|powershell|tsx)$/;
/** Programs whose output does not contain their input. */
const HASHES = /^(?:shasum|sha\d+sum|md5sum|md5|wc|cksum)$/;

/** Follows one command and returns its output. */
export function runCommand(input: CommandInput, state: ShellState): Value {
  const name = input.name.slice(input.name.lastIndexOf('/') + 1).replace(/\.exe$/i, '');
  const command = { ...input, name };
  if (name === 'echo' || name === 'printf') return echoed(command, state);
  if (name === 'test' || name.startsWith('[')) return tested(command, state);
  if (name === 'eval' || name === 'source' || name === '.') return sourced(command, state);
  if (INTERPRETERS.test(name)) return interpreted(command, state);
  const network = runNetwork(command, state);
  if (network !== undefined) return network;
  runSystem(command, state);
  return started(command, state) ?? output(command, state);
}

function echoed({ args, at }: CommandInput, state: ShellState): Value {
  const words = args.filter((arg) => !/^-[neE]+$/.test(arg.shape));
  const text = concat(words, ' ');
  if (text.marks.length > 0) state.emit({ kind: 'print', at, marks: text.marks });
  return text;
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

/** `eval "$(…)"`, `source <(…)`: runs its input. */
function sourced({ args, at, name }: CommandInput, state: ShellState): Value {
  const text = concat(args, ' ');
  const file = name === 'eval' ? undefined : state.files.get(args[0]?.shape ?? '');
  const marks = marksOf([text, file]);
  if (name === 'eval' || marks.length > 0) run({ at, marks, text: text.shape, assembled: text.assembled === true }, state);
  return nothing;
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
    state.nested?.(name, program.shape, at);
    return derived([program, stdin]);
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
    const content = state.files.get(file.shape) ?? (file.marks.some(({ source }) => source === 'fetched') ? file : undefined);
    if (content) run({ at, marks: content.marks, text: content.shape, assembled: content.assembled === true }, state);
    return derived([...args, stdin]);
  }
  if (piped && isWhollyKnown(stdin)) state.nested?.(name, stdin.shape, at);
  if (piped) run({ at, marks: stdin.marks, text: stdin.shape, assembled: stdin.assembled === true }, state);
  return derived([stdin]);
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

/** Starts a program that was downloaded before, by its path. */
function started({ name, args, at }: CommandInput, state: ShellState): Value | undefined {
  const file = state.files.named(name);
  if (file === undefined) return undefined;
  const { path, content } = file;
  if (content.marks.some(({ source }) => source === 'fetched')) run({ at, marks: content.marks, text: path, assembled: false }, state);
  return derived(args);
}

/** Data that a command passes on: its input, and the files that it is known to read. */
function output({ name, args, stdin, at }: CommandInput, state: ShellState): Value {
  const shapes = args.map((arg) => arg.shape);
  if (name === 'date') return marked('identity', 'date');
  const source = sourceOfCommand(name, shapes.join(' '));
  if (source !== undefined) {
    const label = `${name} ${shapes.slice(0, 2).join(' ')}`.trim();
    state.emit({ kind: 'read', at, marks: [{ source, label }], path: label });
    return marked(source, source === 'identity' && name === 'hostname' ? 'hostname' : label);
  }
  if (HASHES.test(name)) return nothing;
  if (name === 'base64' && shapes.some((arg) => /^(?:-d|-D|--decode)$/.test(arg))) return decoded(stdin, args);
  const files = READERS.test(name) ? args.map((arg) => fileMarks(arg, at, { name, state })) : [];
  if (name === 'cp' || name === 'mv' || name === 'tar' || name === 'zip' || name === 'dd') copied({ name, args, files, stdin }, state);
  if (/^(?:tee)$/.test(name))
    for (const arg of args)
      if (!arg.shape.startsWith('-'))
        state.emit({ kind: 'write', at, path: arg.shape, text: stdin.shape, marks: stdin.marks, append: shapes.includes('-a') });
  const passed = derived([stdin, ...args, ...files]);
  return name === 'cat' && args.length === 0
    ? stdin
    : /^(?:tr|rev|sed|tee)$/.test(name)
      ? { ...passed, assembled: name === 'rev' }
      : passed;
}

/** Decodes base64 of known text; for unknown text it only records that it was decoded. */
function decoded(stdin: Value, args: readonly Value[]): Value {
  const text = isWhollyKnown(stdin) && stdin.shape.length >= 8 ? Buffer.from(stdin.shape.trim(), 'base64').toString('utf8') : UNKNOWN_PART;
  return { shape: text, marks: [...marksOf([stdin, ...args]), { source: 'decoded', label: 'base64' }], assembled: true };
}

function fileMarks(arg: Value, at: number, { name, state }: { name: string; state: ShellState }): Value {
  const known = state.files.get(arg.shape);
  const paths = arg.items ? arg.items.map((item) => item.shape) : [arg.shape.replace(/^(?:if|@)=?/, '')];
  const marks = paths.flatMap((path): Mark[] => {
    const source = sourceOfPath(path);
    return source === undefined ? [] : [{ source, label: path }];
  });
  if (marks.length > 0 && name !== 'ls') state.emit({ kind: 'read', at, marks, path: arg.shape });
  return { shape: known?.shape ?? UNKNOWN_PART, marks: [...marks, ...(known?.marks ?? [])] };
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
  for (const target of targets) state.files.set(target.shape.replace(/^of=/, ''), { ...constant(UNKNOWN_PART), marks });
}
