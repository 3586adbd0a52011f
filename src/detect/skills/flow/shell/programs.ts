import { derived, isWhollyKnown, type Mark, marked, nothing, type Value } from '../value.js';
import { encodedCommand } from './encoded-command.js';
import type { CommandInput, ShellState, Unpacked } from './state.js';

/** A shell or another interpreter: its program comes from an argument, a file or the pipe. */
export function interpreted({ args, stdin, piped, at, name }: CommandInput, state: ShellState): Value {
  const inline = args.findIndex((arg) => /^(?:-\w*[ce]|--eval|--command|-Command|-enc\w*|-e)$/i.test(arg.shape));
  const program = inline === -1 ? undefined : args[inline + 1];
  const encoded = program !== undefined && /^(?:powershell|pwsh)/i.test(name) ? encodedCommand(program.shape) : undefined;
  if (encoded !== undefined) {
    run({ at, marks: [{ source: 'decoded', label: 'base64' }], text: encoded, assembled: false }, state);
    return state.world.nested?.(name, encoded, { at }) ?? nothing;
  }
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
    return state.world.nested?.(name, program.shape, { at, args: args.slice(inline + 3) }) ?? derived([program, stdin]);
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
  const isInteractive = args.some((arg) => /^-\w*i$/.test(arg.shape)) && /sh$/.test(name);
  if (isInteractive && file === undefined) return { ...derived([stdin]), path: INTERACTIVE };
  if (file !== undefined && file.shape !== '-') {
    const content = state.world.files.get(file.shape) ?? (file.marks.some(({ source }) => source === 'fetched') ? file : undefined);
    if (content) run({ at, marks: content.marks, text: content.shape, assembled: content.assembled === true }, state);
    const unpacked = unpackedMarks(file.shape, state);
    if (unpacked) run({ at, marks: unpacked, text: file.shape, assembled: false }, state);
    const rest = args.slice(args.indexOf(file) + 1);
    const printed = content === undefined && state.world.start?.({ path: file.shape, args: rest, stdin: piped ? stdin : undefined, at });
    return printed || derived([...args, stdin]);
  }
  const printed = piped && isWhollyKnown(stdin) ? state.world.nested?.(name, stdin.shape, { at }) : undefined;
  if (piped) run({ at, marks: stdin.marks, text: stdin.shape, assembled: stdin.assembled === true }, state);
  return printed ?? derived([stdin]);
}

/** Path of what a shell says that somebody talks to. */
export const INTERACTIVE = 'an interactive shell';

interface Run {
  at: number;
  marks: readonly Mark[];
  text: string;
  assembled: boolean;
}

export function run({ at, marks, text, assembled }: Run, state: ShellState): void {
  state.emit({ kind: 'run', at, how: 'shell', text, marks, assembled, guarded: state.guarded });
}

const ARCHIVED: readonly Mark[] = [{ source: 'decoded', label: 'a password that the script holds' }];

/** Unpacks an archive or file whose password is written beside it, which only keeps others from looking inside. */
export function unlocked({ name, args }: CommandInput, state: ShellState): boolean {
  const words = args.map(({ shape }) => shape);
  const archive = /^(?:unzip|7za?|7zz|unrar)$/.test(name) && words.some((word) => /^-[pP].|^-\w*P$/.test(word) || word === '--password');
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
  else if (archive) unpack({ folder: (words.includes('-d') || joined !== undefined ? target : undefined) ?? '.', marks: ARCHIVED }, state);
  return archive || (cipher && target !== undefined);
}

function unpack(unpacked: Unpacked, state: ShellState): void {
  state.unpacked = [...(state.unpacked ?? []).slice(0, MAX_UNPACKED), unpacked];
}

/** Limit of archives that are remembered. */
const MAX_UNPACKED = 20;

/** Unpacks an archive that was fetched before, from a file or out of the pipe. */
export function unpackFetched({ name, args, stdin }: CommandInput, state: ShellState): void {
  const words = args.map(({ shape }) => shape);
  const isTar = name === 'tar' && words.some((word) => /^-?[a-z]*x[a-z]*$|^--extract$/.test(word));
  if (!isTar && !/^(?:unzip|7za?|7zz|unrar)$/.test(name)) return;
  const archive = words.map((word) => state.world.files.get(word)).find((content) => content !== undefined) ?? stdin;
  const marks = archive.marks.filter(({ source }) => source === 'fetched');
  const option = words.findIndex((word) => /^(?:-C|-d|--directory)$/.test(word));
  const folder = (option === -1 ? undefined : words[option + 1]) ?? '.';
  if (marks.length > 0) unpack({ folder, marks }, state);
}

/** Where a program comes from that was unpacked; undefined for all others. */
export function unpackedMarks(path: string, state: ShellState): readonly Mark[] | undefined {
  const plain = path.replace(/^\.\//, '');
  return (state.unpacked ?? []).find(
    ({ folder }) => plain.startsWith(`${folder.replace(/^\.\//, '').replace(/\/$/, '')}/`) || (folder === '.' && /^\.\//.test(path)),
  )?.marks;
}

/** Starts a program that was downloaded before, by its path. */
export function started({ name, args, at }: CommandInput, state: ShellState): Value | undefined {
  const file = state.world.files.named(name) ?? state.world.files.named(`${name}.exe`);
  if (file === undefined) return undefined;
  const { path, content } = file;
  if (content.marks.some(({ source }) => source === 'fetched')) run({ at, marks: content.marks, text: path, assembled: false }, state);
  return derived(args);
}
