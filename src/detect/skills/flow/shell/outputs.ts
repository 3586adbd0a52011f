import { personalFolders, sourceOfCommand, sourceOfPath, workingFolders } from '../sensitive.js';
import { concat, constant, derived, isWhollyKnown, type Mark, marked, marksOf, nothing, UNKNOWN_PART, type Value } from '../value.js';
import { ownFile } from '../world.js';
import { filtered } from './filters.js';
import type { CommandInput, ShellState } from './state.js';
import { isNarrow } from './system.js';
import { named } from './words.js';

const READERS =
  /^(?:cat|head|tail|tac|less|more|bat|strings|xxd|od|hexdump|base64|base32|gzip|bzip2|xz|zstd|tar|zip|7z|openssl|gpg|sort|uniq|cut|tr|rev|fold|nl|paste|grep|egrep|rg|awk|gawk|sed|jq|yq|find|ls|sqlite3|dd|cp|mv|install|ln|rsync|split|wc|shasum|sha256sum|md5sum|perl|iconv|type|get-content)$/i;
/** Programs whose output does not contain their input. */
const HASHES = /^(?:shasum|sha\d+sum|md5sum|md5|wc|cksum)$/;

/** Programs that hand out secrets as their very task: only where they go matters. */
const MANAGERS =
  /^(?:aws|kubectl|vault|op|bw|lpass|pass|chamber|doppler|infisical|az|heroku|flyctl|fly|doctl|glab|npm|vercel|netlify|docker-credential-\w+)$/;

/** Data that a command passes on: its input, and the files that it is known to read. */
export function output({ name, args, stdin, at }: CommandInput, state: ShellState): Value {
  const shapes = args.map((arg) => arg.shape);
  if (name === 'mktemp') return constant(`/tmp/made-${at}${shapes.includes('-d') ? '/' : ''}`);
  if (name === 'printenv' && shapes.some((shape) => /^\w/.test(shape))) return derived(args.map((arg) => named(arg, state)));
  if (name === 'date') return marked('identity', 'date');
  const source = sourceOfCommand(name, shapes.join(' '));
  if (source !== undefined) {
    const label = `${name} ${shapes.slice(0, source === 'keychain' ? 6 : 2).join(' ')}`.trim();
    if (!MANAGERS.test(name)) state.emit({ kind: 'read', at, marks: [{ source, label }], path: label });
    return marked(source, source === 'identity' && name === 'hostname' ? 'hostname' : label);
  }
  if (HASHES.test(name)) return nothing;
  // What it writes is not known, but its program names what it changes.
  if (name === 'jq' || name === 'yq') {
    const read = args.map((arg) => (/^[~/]/.test(arg.shape) ? fileMarks(arg, at, { name, state }) : nothing));
    return { ...derived([stdin, ...args, ...read]), shape: shapes.filter((word) => !word.startsWith('-')).join(' ') };
  }
  if (name === 'base64' && shapes.some((arg) => /^(?:-d|-D|--decode)$/.test(arg))) return decoded(stdin, args);
  // The first word of `tar czf out folder` is no file.
  const files = READERS.test(name)
    ? args.map((arg, index) => fileMarks(arg, at, { name: name === 'tar' && index === 0 ? '' : name, state }))
    : [];
  if (name === 'cp' || name === 'mv' || name === 'install' || name === 'ln' || name === 'tar' || name === 'zip' || name === 'dd')
    copied({ name, args, files, stdin }, state);
  if (/^(?:tee)$/.test(name))
    for (const arg of args)
      if (!arg.shape.startsWith('-')) saved({ path: arg.shape, data: stdin, at, append: shapes.includes('-a') }, state);
  const read = name === 'cat' ? args.flatMap((arg, index) => (arg.shape.startsWith('-') ? [] : [files[index] ?? nothing])) : [];
  if (name === 'cat') return read.length === 0 ? stdin : together(read, marksOf([stdin, ...args, ...files]));
  const own = filtered(name, args, stdin);
  if (own !== undefined) return files.some(({ marks }) => marks.length > 0) ? { ...own, marks: marksOf([own, ...files]) } : own;
  const shape = name === 'ls' || name === 'find' ? pathOfListing(name, args) : UNKNOWN_PART;
  const listedSource = name === 'find' ? sourceOfPath(shape) : undefined;
  const listed = listedSource === undefined ? [] : [marked(listedSource, shape)];
  return { ...derived([stdin, ...args, ...files, ...listed, ...(name === 'find' ? [foundIn(args)] : [])]), shape };
}

/** The path that a listing gives, where it is written out: `ls ~/.ssh/id_*`, `find ~ -name .netrc`. */
function pathOfListing(name: string, args: readonly Value[]): string {
  const shapes = args.map(({ shape }) => shape);
  const test = shapes.findIndex((shape) => /^-i?name$/.test(shape));
  if (name === 'find') return test < 1 ? UNKNOWN_PART : `${shapes[0]}/${shapes[test + 1] ?? '*'}`;
  const paths = shapes.filter((shape) => !shape.startsWith('-'));
  return paths.length === 1 && /\//.test(paths[0] ?? '') ? (paths[0] ?? UNKNOWN_PART) : UNKNOWN_PART;
}

/** `tee file`: the input goes into the file as well. */
function saved({ path, data, at, append }: { path: string; data: Value; at: number; append: boolean }, state: ShellState): void {
  state.world.files.set(path, data);
  state.emit({ kind: 'write', at, path, text: data.shape, marks: data.marks, append });
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
/** Programs that make one file of a folder. */
const ARCHIVES = /^(?:tar|zip|7za?)$/;

function fileMarks(arg: Value, at: number, { name, state }: { name: string; state: ShellState }): Value {
  const known = state.world.files.get(arg.shape) ?? ownFile(arg.shape, state.world);
  const paths = arg.items ? arg.items.map((item) => item.shape) : [arg.shape.replace(/^(?:if|@)=?/, '')];
  const marks = paths.flatMap((path): Mark[] => {
    const source = sourceOfPath(path);
    return source === undefined ? [] : [{ source, label: path }];
  });
  if (marks.length > 0 && name !== 'ls') state.emit({ kind: 'read', at, marks, path: arg.shape });
  const packed = PACKS.test(name) ? personalFolders(arg.shape) : [];
  if (ARCHIVES.test(name)) packed.push(...workingFolders(arg.shape));
  return { shape: known?.shape ?? UNKNOWN_PART, marks: [...marks, ...packed, ...(known?.marks ?? [])] };
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
      ? args.filter((arg, index) => /\.(?:tar|tgz|gz|bz2|xz|zip)\b/.test(arg.shape) || /^-?[a-zA-Z]*f$/.test(args[index - 1]?.shape ?? ''))
      : name === 'zip'
        ? plain.slice(0, 1)
        : name === 'dd'
          ? args.filter((arg) => arg.shape.startsWith('of='))
          : plain.slice(-1);
  for (const target of targets) state.world.files.set(target.shape.replace(/^of=/, ''), { ...constant(UNKNOWN_PART), marks });
}
