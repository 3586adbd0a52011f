import { isMetadata, personalFolders, sourceOfPath, workingFolders } from '../sensitive.js';
import { answered, concat, type DataSource, derived, type Mark, marked, marksOf, nothing, UNKNOWN_PART, type Value } from '../value.js';
import { INTERACTIVE } from './programs.js';
import type { CommandInput, ShellState } from './state.js';

const ADDRESS = /^(?:https?|ftp|wss?):\/\//i;

/**
 * How a program that fetches uses an option's value. `named` has no value: the file is named like the end of the
 * address.
 */
type OptionUse = 'body' | 'upload' | 'header' | 'out' | 'named' | 'unused';

/** Options with a value. A short one may end a word of several: `-sSLo file`. */
const OPTIONS: readonly (readonly [OptionUse, RegExp])[] = [
  ['upload', /^(?:-T|--upload-file)$/],
  ['body', /^(?:-[a-zA-Z]*d|--data(?:-\w+)?|-F|--form(?:-string)?|--json|--post-data|--post-file|--body-data|--body-file)$/],
  ['header', /^(?:-H|--header|-u|--user|-b|--cookie|-A|--user-agent|--oauth2-bearer)$/],
  ['out', /^(?:-[a-zA-Z]*[oO]|--output|--output-document)$/],
  [
    'unused',
    /^(?:-X|--request|-m|--max-time|-w|--write-out|--connect-timeout|--retry|-x|--proxy|--cacert|-e|--referer|-P|--directory-prefix|-U)$/,
  ],
];

const STANDARD_OUTPUT = /^(?:-|\/dev\/stdout|\/dev\/fd\/1|\/proc\/self\/fd\/1)$/;

/** A field of a request as HTTPie has it: `name=value`, `name:=1`, `name@file`. */
const FIELD = /^[\w.-]{1,60}(?::=@?|==|=@?|@)\S/;

/** Programs whose `-O` takes no value. */
const NAMES_BY_ADDRESS = new Set(['curl']);

/** Follows programs that send or fetch. Undefined for all others. */
export function runNetwork(command: CommandInput, state: ShellState): Value | undefined {
  const { name } = command;
  if (/^(?:curl|wget|http|https|xh|aria2c)$/.test(name)) return fetched(command, state);
  if (/^(?:nc|ncat|netcat|telnet|socat)$/.test(name) || (name === 'openssl' && command.args[0]?.shape === 's_client'))
    return socket(command, state);
  if (/^(?:dig|nslookup|host|drill|ping|resolvectl|getent)$/.test(name)) return lookup(command, state);
  if (/^(?:scp|rsync|sftp|ftp)$/.test(name)) return copied(command, state);
  if (/^(?:mail|mailx|mutt|sendmail|msmtp)$/.test(name)) return send(command, state, { via: 'mail', to: command.args.at(-1)?.shape ?? '' });
  if (/^(?:aws|gsutil|rclone|s3cmd|mc|gcloud)$/.test(name)) {
    const put = stored(command, state);
    if (put !== undefined) return put;
  }
  const put = published(command, state, [name, ...command.args.map(({ shape }) => shape)].join(' ').slice(0, 400));
  if (put !== undefined) return put;
  if (name === 'gh' || (name === 'git' && command.args[0]?.shape === 'commit')) return posted(command, state);
  if (name === 'git' && command.args[0]?.shape === 'push') return pushed(command, state);
  return undefined;
}

interface Transfer {
  urls: Value[];
  /** The first word that may be an address of which nothing is written out. */
  open?: Value;
  body: Value[];
  header: Value[];
  out?: Value;
  /** True when the answer goes to standard output. */
  shown?: true;
}

function fetched(command: CommandInput, state: ShellState): Value {
  const transfer = transferOf(command, state);
  const [url] = transfer.urls;
  const marks = marksOf([...transfer.body, ...transfer.urls]);
  if (url === undefined) {
    if (transfer.open !== undefined && transfer.body.length > 0)
      state.emit({ kind: 'send', at: command.at, via: 'http', to: transfer.open.shape, marks, header: [], guarded: state.guarded });
    // Who is asked is not known: the answer may tell of what was sent, and is hardly that.
    return answered(derived(command.args));
  }
  state.emit({
    kind: 'send',
    at: command.at,
    via: 'http',
    to: url.shape,
    marks,
    header: marksOf(transfer.header),
    guarded: state.guarded,
    ...(transfer.body.some(({ shape }) => shape.includes(UNKNOWN_PART)) && { carries: true }),
  });
  const source = isMetadata(url.shape) ? 'metadata' : 'fetched';
  const answer = marked(source, url.shape);
  if (source === 'metadata') state.emit({ kind: 'read', at: command.at, marks: answer.marks, path: url.shape });
  if (transfer.out === undefined) return answer;
  state.world.files.set(transfer.out.shape, answer);
  return nothing;
}

/** Reads the options; a value is the next word, or follows a short option directly. */
function transferOf({ name, args, stdin }: CommandInput, state: ShellState): Transfer {
  const transfer: Transfer = { urls: [], body: [], header: [] };
  for (let at = 0; at < args.length; at++) {
    const arg = args[at] ?? nothing;
    const [option, joined] = split(arg);
    const use = useOf(name, option);
    if (/^-\w*O(?:-|\/dev\/stdout)$/.test(arg.shape)) transfer.shown = true;
    if (use === undefined) {
      if (transfer.urls.length > 0 && FIELD.test(arg.shape) && /^(?:http|https|xh)$/.test(name))
        transfer.body.push(content(arg, stdin, state), arg);
      else if (isAddress(arg, transfer.urls.length === 0)) transfer.urls.push(arg);
      else if (LEFT_OPEN.test(arg.shape)) transfer.open ??= arg;
    } else {
      if (joined === undefined && use !== 'named') at++;
      TAKE[use](transfer, joined ?? args[at] ?? nothing, (value) => content(value, stdin, state), stdin);
    }
  }
  // Without `-O` it saves what it fetches under its own name.
  if (name === 'wget' && transfer.out === undefined && !transfer.shown) transfer.out = { ...nothing, shape: '' };
  if (transfer.out?.shape === '') transfer.out = { ...nothing, shape: (transfer.urls[0]?.shape ?? '').replace(/^.*\//, '') };
  return transfer;
}

/** What to do with the value of an option. */
const TAKE: Record<OptionUse, (transfer: Transfer, value: Value, contentOf: (value: Value) => Value, stdin: Value) => void> = {
  body: ({ body }, value, contentOf) => body.push(contentOf(value)),
  // For curl, `.` is standard input as well: it does not wait for all of it.
  upload: ({ body }, value, contentOf, stdin) => body.push(contentOf(value), ...(/^[-.]$/.test(value.shape) ? [stdin] : [])),
  header: ({ header }, value) => header.push(value),
  // Standard output: the answer goes to the next program.
  out(transfer, value) {
    if (STANDARD_OUTPUT.test(value.shape)) transfer.shown = true;
    else transfer.out = value;
  },
  named(transfer) {
    transfer.out = { ...nothing, shape: '' };
  },
  unused() {},
};

function useOf(program: string, option: string): OptionUse | undefined {
  const use = OPTIONS.find(([, pattern]) => pattern.test(option))?.[0];
  return use === 'out' && option.endsWith('O') && NAMES_BY_ADDRESS.has(program) ? 'named' : use;
}

/** A word without a scheme counts as an address when there is none yet. */
function isAddress({ shape, marks }: Value, first: boolean): boolean {
  if (shape.startsWith('-')) return false;
  return ADDRESS.test(shape) || (first && /^[\w\uFFFC.-]+\.[a-z]{2,}|^\d+\.\d+\.\d+\.\d+/.test(shape)) || marks.length > 0;
}

/** A variable or a gap stands where an address begins. */
const LEFT_OPEN = /^\uFFFC|^\[[\w &-]{2,40}\]/;

function split(arg: Value): [string, Value | undefined] {
  const long = /^(--[\w-]+)=([\s\S]*)$/.exec(arg.shape);
  if (long?.[1] !== undefined) return [long[1], { ...arg, shape: long[2] ?? '' }];
  const short = /^(-[dFHTo])(.+)$/s.exec(arg.shape);
  if (short?.[1] !== undefined && !/^-[a-zA-Z]+$/.test(arg.shape)) return [short[1], { ...arg, shape: short[2] ?? '' }];
  return [arg.shape, undefined];
}

/** `@file`, `@-`, `name=@file`: the content of the named file. */
function content(value: Value, stdin: Value, state: ShellState): Value {
  if (value.items !== undefined && /[@<]/.test(value.shape))
    return concat(
      value.items.map((item) => content(item, stdin, state)),
      ' ',
    );
  const named = /(?:^|=|^[\w.-]+)[@<](.*)$/s.exec(value.shape)?.[1];
  if (named === undefined && sourceOfPath(value.shape) === undefined && state.world.files.get(value.shape) === undefined) return value;
  // `@<(command)`: the file is what the command says.
  if (named === UNKNOWN_PART) return { ...value, shape: UNKNOWN_PART };
  const path = (named ?? value.shape).replace(/;.*$/, '');
  if (path === '-' || path === '/dev/stdin') return stdin;
  const source = sourceOfPath(path);
  const known = state.world.files.get(path);
  const marks: Mark[] = source === undefined ? [] : [{ source, label: path }];
  return { shape: known?.shape ?? value.shape, marks: [...marks, ...(known?.marks ?? []), ...value.marks] };
}

function socket(command: CommandInput, state: ShellState): Value {
  const { args, stdin, at } = command;
  const shapes = args.map((arg) => arg.shape);
  const to =
    shapes.find((shape) => /\.|^localhost$/.test(shape) && !shape.startsWith('-')) ??
    shapes.find((shape) => shape.startsWith(UNKNOWN_PART)) ??
    '';
  if (
    shapes.some((shape) => /^-\w*[ec]$|^(?:EXEC|SYSTEM):/i.test(shape)) &&
    shapes.some((shape) => /(?:^|[/:])(?:ba|z|da)?sh\b|cmd(?:\.exe)?$/.test(shape))
  )
    state.emit({
      kind: 'run',
      at,
      how: 'interactive',
      text: `${command.name} ${shapes.join(' ')} /dev/tcp/${to}`,
      marks: [],
      assembled: false,
      guarded: state.guarded,
    });
  if (stdin.path === INTERACTIVE)
    state.emit({
      kind: 'run',
      at,
      how: 'interactive',
      text: `sh -i | ${command.name} /dev/tcp/${to}`,
      marks: [],
      assembled: false,
      guarded: state.guarded,
    });
  state.emit({ kind: 'send', at, via: 'socket', to, marks: marksOf([stdin, ...args]), header: [], guarded: state.guarded });
  return marked('fetched', to);
}

function lookup(command: CommandInput, state: ShellState): Value {
  const names = command.args.filter((arg) => !/^[+@-]/.test(arg.shape));
  const marks = marksOf(names);
  const to = names.find((arg) => arg.marks.length > 0)?.shape ?? names[0]?.shape ?? '';
  state.emit({ kind: 'send', at: command.at, via: 'dns', to, marks, header: [], guarded: state.guarded });
  return nothing;
}

function copied(command: CommandInput, state: ShellState): Value {
  const target = command.args.at(-1)?.shape ?? '';
  if (!/^[^/\s]+:|:\/\//.test(target)) return nothing;
  const sources = command.args.slice(0, -1).filter(({ shape }) => !shape.startsWith('-'));
  const marks = sources.flatMap((arg) => [...contentMarks(arg, state), ...(/^\.?\/?$/.test(arg.shape) ? workingFolders(arg.shape) : [])]);
  state.emit({
    kind: 'send',
    at: command.at,
    via: 'copy',
    to: target
      .replace(/^\w+:\/\//, '')
      .replace(/^[^@/]*@/, '')
      .replace(/[:/].*$/, ''),
    marks,
    header: [],
    guarded: state.guarded,
  });
  return nothing;
}

/** Private files that the script has put among those that are published. */
function placed(state: ShellState): Mark[] {
  return state.world.files.relative().flatMap(({ marks }) => marks.filter(({ source }) => source !== 'files' && source !== 'fetched'));
}

function pushed(command: CommandInput, state: ShellState): Value {
  const remote = command.args.slice(1).find((arg) => /[:@]/.test(arg.shape) && !/^-/.test(arg.shape))?.shape;
  const [private_, literal] = [placed(state), remote !== undefined && /:\/\/|@/.test(remote)];
  if (!literal && private_.length === 0) return nothing;
  const to = literal ? (remote ?? '').replace(/^(?:\w+:\/\/)?(?:[^@/]*@)?/, '').replace(/[:/].*$/, '') : '';
  const marks: Mark[] = [...private_, ...(literal ? [{ source: 'files' as const, label: 'the repository' }] : [])];
  state.emit({ kind: 'send', at: command.at, via: 'git', to, marks, header: [], guarded: state.guarded });
  return nothing;
}

/** Commands that put a folder where everybody can read it. */
const PUBLISHES =
  /^(?:surge|gh-pages|np|vercel|netlify(?:-cli)? deploy|firebase deploy|wrangler (?:pages )?(?:deploy|publish)|npm publish|twine upload|hugo deploy|mkdocs gh-deploy|gh release (?:create|upload)|docker push)\b/;

function published(command: CommandInput, state: ShellState, line: string): Value | undefined {
  if (!PUBLISHES.test(line.replace(/^(?:npx|bunx|pnpm dlx|yarn dlx)\s+(?:-\S+\s+)*/, '').replace(/^([\w-]+)@[\w.^~-]+/, '$1')))
    return undefined;
  const marks = placed(state);
  if (marks.length > 0) state.emit({ kind: 'send', at: command.at, via: 'git', to: '', marks, header: [], guarded: state.guarded });
  return nothing;
}

/** A bucket of a storage service that is written out. */
const BUCKET = /^(?:s3|gs|r2|b2|oss):\/\/([\w.-]+)/;

/** `aws s3 cp file s3://bucket`, `gsutil cp`, `rclone copy` */
function stored(command: CommandInput, state: ShellState): Value | undefined {
  const bucket = BUCKET.exec(command.args.at(-1)?.shape ?? '')?.[1];
  if (bucket === undefined) return undefined;
  const marks = command.args.slice(0, -1).flatMap((arg) => contentMarks(arg, state));
  const piped = command.args.some(({ shape }) => shape === '-') ? command.stdin.marks : [];
  state.emit({
    kind: 'send',
    at: command.at,
    via: 'http',
    to: `https://${bucket}.s3.amazonaws.com/`,
    marks: [...marks, ...piped],
    header: [],
    guarded: state.guarded,
  });
  return nothing;
}

/** Words that end where others read them: a gist, an issue, a message of a commit. */
function posted({ name, args, stdin, at }: CommandInput, state: ShellState): Value | undefined {
  if (name === 'gh' && !/^(?:gist|issue|pr|release|api)$/.test(args[0]?.shape ?? '')) return undefined;
  const given = [...stdin.marks, ...args.flatMap((arg) => contentMarks(arg, state))];
  const marks = given.filter(({ source }) => SECRETS.has(source));
  const named = given.filter(({ source }) => source === 'credential');
  if (named.length > 0) state.emit({ kind: 'print', at, marks: named, text: name });
  if (marks.length > 0) state.emit({ kind: 'send', at, via: 'git', to: '', marks, header: [], guarded: state.guarded });
  return undefined;
}

const SECRETS: ReadonlySet<DataSource> = new Set<DataSource>(['secret', 'browser', 'keychain', 'wallet']);

function contentMarks(arg: Value, state: ShellState): readonly Mark[] {
  const source = sourceOfPath(arg.shape);
  const own: Mark[] = source === undefined ? [] : [{ source, label: arg.shape }];
  return [...arg.marks, ...(state.world.files.get(arg.shape)?.marks ?? []), ...own, ...personalFolders(arg.shape)];
}

function send(command: CommandInput, state: ShellState, { via, to }: { via: 'mail'; to: string }): Value {
  state.emit({
    kind: 'send',
    at: command.at,
    via,
    to: to.replace(/^[^@]*@/, ''),
    marks: marksOf([command.stdin, ...command.args]),
    header: [],
    guarded: state.guarded,
  });
  return nothing;
}
