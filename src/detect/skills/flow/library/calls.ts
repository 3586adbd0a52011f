import { objectOf } from '../evaluator/objects.js';
import { itemsOf } from '../evaluator/parts.js';
import { isSecretName } from '../sensitive.js';
import {
  answered,
  concat,
  constant,
  derived,
  isWhollyKnown,
  joinedShapes,
  type Mark,
  marked,
  marksOf,
  nothing,
  reversed,
  UNKNOWN_PART,
  type Value,
} from '../value.js';
import { type CallSite, firstOf } from './call-site.js';
import { SHELL_INPUT, STREAMED_SHELL, shell, shellArgs, told } from './child-commands.js';
import { attribute, charsOf, decoded, evaluated, imported } from './code-calls.js';
import { accepted, heard, heardFrom } from './connections.js';
import { entriesOf, filled, keysOf, parsed, shown } from './data-calls.js';
import { archived, deleted, listed, opened, packed, readPath, written } from './file-calls.js';
import { effectOf, type LibraryEffect } from './library.js';
import { connected, sent } from './requests.js';
import { wholeEnvironment } from './sources.js';
import { textCall } from './text-calls.js';

type Handler = (site: CallSite) => Value;

/**
 * The result of a library call; its effects are emitted as events. An unknown function passes on the sources of its
 * arguments.
 */
export function apply(site: CallSite): Value {
  const effect = effectOf(site.path, site.language, site.self.target !== undefined);
  const result = effect === undefined ? (textCall(site) ?? passed(site)) : HANDLERS[effect](site);
  return {
    ...result,
    path: result.path ?? `${site.path.slice(0, 200)}()`,
    ...(result.target === undefined && site.self.target !== undefined && { target: site.self.target }),
  };
}

/** Runs the callbacks of unknown functions, as those functions would: `submit(f, x)`, `on("data", f)`, `Thread(target=f, args=(x,))`. */
function passed(site: CallSite): Value {
  const given = [...(site.named.get('args')?.items ?? []), ...(site.named.get('kwargs') ? [site.named.get('kwargs') ?? nothing] : [])];
  const results = [...site.args, ...site.named.values()].flatMap((arg, index) => {
    if (arg.func === undefined) return [];
    const rest = given.length > 0 ? given : site.args.slice(index + 1);
    return [site.invoke(arg, rest.length > 0 ? rest : [derived([site.self]), nothing])];
  });
  const value = derived([answererOf(site), ...site.args, ...site.named.values(), ...results]);
  return site.self.shape !== UNKNOWN_PART && site.args.length === 0 ? { ...value, shape: site.self.shape } : value;
}

/** An object of a class that the script does not define, such as a client made with a key, or of what a package exports; or something it has. */
const FOREIGN_OBJECT = /(?:^|\.)[A-Z]\w*\(\)|^(?:@[\w.-]+\/[\w./-]+|\w+(?:-\w+)+)\(\)/;
const HANDS_OUT = /(?:key|token|secret|password|credential)\w*$/i;

/** Whose method it is. A client answers with what it was asked for, not with the key it was made with. */
function answererOf({ self, path }: CallSite): Value {
  if (!FOREIGN_OBJECT.test(self.path ?? '') || HANDS_OUT.test(path)) return self;
  return answered(self);
}

const HANDLERS: Readonly<Record<LibraryEffect, Handler>> = {
  home: () => constant('~'),
  expand: (site) => {
    const value =
      site.args.length > 0 && !site.path.includes(UNKNOWN_PART) && site.self.shape === UNKNOWN_PART
        ? firstOf(site)
        : site.self.shape === UNKNOWN_PART
          ? derived([site.self, ...site.args])
          : site.self;
    const joined = site.args.length > 1 && /Path$|path\.resolve$/.test(site.path) ? concat(site.args, '/') : value;
    const callbacks = site.args.filter((arg) => arg.func !== undefined).map((arg) => site.invoke(arg, [site.self]));
    const last = callbacks.at(-1);
    return last ? { ...last, marks: marksOf([last, site.self]) } : { ...joined, marks: marksOf([joined, site.self]) };
  },
  // `"{}".format(x)`: the values that fill the placeholders are in the result.
  fill: ({ self, args, named }) => ({
    ...self,
    shape: filled(self.shape, args, named),
    marks: marksOf([self, ...args, ...named.values()]),
  }),
  'join-path': (site) => concat(site.args, '/'),
  environment: (site) => marked('environment', site.path),
  variable: (site) =>
    isSecretName(firstOf(site).shape)
      ? marked('credential', firstOf(site).shape)
      : firstOf(site).shape === 'HOME'
        ? constant('~')
        : (wholeEnvironment(firstOf(site)) ?? site.args[1] ?? site.named.get('default') ?? nothing),
  argument: ({ path, world: { args, stdin } }) =>
    args === undefined && stdin === undefined ? marked('argument', path) : derived([...(args ?? []), stdin]),
  identity: (site) => marked('identity', /hostname|node/.test(site.path) ? 'hostname' : site.path),
  read: (site) => {
    const content = readPath(firstOf(site), site);
    // `readFile(path, (error, data) => …)`
    for (const arg of site.args.slice(1)) if (arg.func !== undefined) site.invoke(arg, [nothing, content]);
    return content;
  },
  communicate: (site) => (site.self.command === undefined ? passed(site) : told(site.self.command, site)),
  partial: ({ args: [func = nothing, ...args] }) => ({ ...func, given: [...(func.given ?? []), ...args] }),
  client: (site) => {
    const base =
      site.named.get('base_url') ??
      site.args.map(({ fields }) => fields?.get('baseURL') ?? fields?.get('prefixUrl')).find((each) => each) ??
      site.args[0];
    return { ...passed(site), ...(base !== undefined && /^https?:/.test(base.shape) && { base: base.shape }) };
  },
  record: ({ args: [name = nothing, names = nothing] }) => {
    const fields = names.items?.map(({ shape }) => shape) ?? names.shape.split(/[\s,]+/);
    return { ...nothing, makes: true, type: { name: name.shape, bases: [], members: new Map(fields.map((field) => [field, nothing])) } };
  },
  namespace: ({ named }) => objectOf(named),
  buffer: ({ args, path }) => objectOf([], { path: `${path}()`, marks: marksOf(args) }),
  'read-self': (site) => readPath(site.self, site),
  'list-files': (site) => listed(site),
  copy: (site) => {
    const content = readPath(firstOf(site), site);
    const target = site.args[1];
    if (target && isWhollyKnown(target)) site.world.files.set(target.shape, content);
    return nothing;
  },
  write: (site) => written(firstOf(site), site.args[1] ?? nothing, site),
  'write-self': (site) => (site.self.target === undefined ? written(site.self, firstOf(site), site) : sent(site)),
  archive: (site) => archived(site),
  open: (site) => opened(firstOf(site), site.args[1], site),
  'open-self': (site) => (isWhollyKnown(site.self) ? opened(site.self, site.args[0], site) : passed(site)),
  'pipe-self': (site) => piped(site),
  'put-self': (site) => sent({ ...site, args: [readPath(firstOf(site), site)] }),
  dump: (site) => {
    const [data = nothing, file] = site.args;
    return file?.path === 'file' ? written(file, data, site) : { shape: shown(data, 5), marks: marksOf(site.args) };
  },
  'join-self': (site) => concat([site.self, ...site.args], '/'),
  delete: (site) => deleted(firstOf(site), site),
  'invoke-self': (site) =>
    site.language === 'javascript' && (site.self.func !== undefined || site.self.path !== undefined)
      ? site.path.endsWith('.bind')
        ? { ...site.self, given: site.args.slice(1) }
        : site.invoke(site.self, site.path.endsWith('.apply') ? (site.args[1]?.items ?? []) : site.args.slice(1))
      : passed(site),
  'delete-self': (site) => deleted(site.self, site),
  send: (site) => sent(site),
  'send-self': (site) => sent(site),
  connect: (site) => connected(site),
  'connect-self': (site) => connected(site),
  'receive-self': (site) => heardFrom(site.self),
  'hear-self': (site) => heard(site),
  accept: () => accepted(),
  wrap: (site) => firstOf(site),
  dns: (site) => {
    site.emit({
      kind: 'send',
      at: site.at,
      via: 'dns',
      to: firstOf(site).shape,
      marks: marksOf(site.args),
      header: [],
      guarded: site.guarded,
    });
    return nothing;
  },
  mail: (site) => sent(site),
  shell: (site) => shell(firstOf(site), site),
  'shell-args': (site) => shellArgs(site),
  eval: (site) => evaluated(site),
  import: (site) => imported(site),
  decode: (site) =>
    site.path === 'Buffer.from' && !/^(?:base64|hex)/.test(site.args[1]?.shape ?? '')
      ? (textCall(site) ?? passed(site))
      : decoded(firstOf(site), site.path === 'Buffer.from' ? (site.args[1]?.shape ?? '') : site.path),
  encode: (site) => ({ ...nothing, marks: [...marksOf(site.args), { source: 'encoded', label: 'what was encoded' }] }),
  archived: (site) => packed(site),
  unescape: (site) => firstOf(site),
  chr: (site) => charsOf(site),
  parse: (site) => parsed(firstOf(site)),
  'archive-add': (site) => {
    const to = site.self.fields?.get(site.path.slice(site.path.lastIndexOf('.') + 1))?.fields?.get('to') ?? nothing;
    if (to.held !== undefined) {
      to.held.set(`…${to.held.size}`, { ...nothing, marks: marksOf([readPath(firstOf(site), site), ...site.args.slice(1)]) });
      return nothing;
    }
    const content = marksOf([site.world.files.get(to.shape), readPath(firstOf(site), site), ...site.args.slice(1)]);
    site.world.files.set(to.shape, { ...nothing, marks: content });
    return nothing;
  },
  'all-of': (site) => firstOf(site),
  entries: (site) => entriesOf(firstOf(site)) ?? passed(site),
  keys: (site) => keysOf(firstOf(site)) ?? passed(site),
  'load-module': () => ({ ...nothing, path: 'require' }),
  join: (site) => {
    const list = firstOf(site);
    const [items, between] = site.self.items
      ? [site.self.items, site.args.length > 0 ? list.shape : ',']
      : [list.items ?? [list], site.self.shape === UNKNOWN_PART ? '' : site.self.shape];
    return { ...concat(items, between), marks: marksOf([site.self, list, ...items]) };
  },
  reverse: (site) => reversed(site.args.length > 0 ? firstOf(site) : site.self),
  map: (site) => mapped(site),
  getattr: (site) => ({ ...nothing, ...attribute(firstOf(site), site.args[1] ?? nothing) }),
  clipboard: (site) => source('clipboard', site),
  screen: (site) => source('screen', site),
  keychain: (site) => source('keychain', site),
  date: () => marked('identity', 'date'),
  print: (site) => {
    const file = site.named.get('file');
    if (file?.path === 'file') return written(file, firstOf(site), site);
    const marks = marksOf(site.args);
    const text = joinedShapes(site.args, ' ');
    if (marks.length > 0) site.emit({ kind: 'print', at: site.at, marks, text });
    site.world.print?.({ shape: text, marks, ...(site.args.some((arg) => arg.assembled) && { assembled: true }) });
    return nothing;
  },
  download: (site) => {
    const file = site.args[1] ?? nothing;
    site.emit({
      kind: 'send',
      at: site.at,
      via: 'http',
      to: firstOf(site).shape,
      marks: firstOf(site).marks,
      header: [],
      guarded: site.guarded,
    });
    site.world.files.set(file.shape, marked('fetched', firstOf(site).shape));
    return file;
  },
  duplicate: (site) => {
    interactive('dup2', site);
    return nothing;
  },
  serialise: (site) => ({ shape: shown(firstOf(site), 5), marks: marksOf(site.args) }),
  constant: () => nothing,
};

/** Somebody elsewhere gets a shell. */
function interactive(text: string, { at, args, guarded, emit }: CallSite): void {
  emit({ kind: 'run', at, how: 'interactive', text, marks: marksOf(args), assembled: false, guarded });
}

/** `answer.pipe(file)`: the file gets what the stream gives. */
function piped(site: CallSite): Value {
  const to = firstOf(site);
  if (to.path === SHELL_INPUT && site.self.path !== 'process.stdin') interactive(STREAMED_SHELL, site);
  if (to.target !== undefined) return sent({ ...site, self: to, args: [site.self] });
  if (to.path !== 'file') return passed(site);
  written(to, site.self, site);
  return to;
}

function source(kind: Mark['source'], site: CallSite): Value {
  const value = marked(
    kind,
    kind === 'keychain' && site.args[0] && isWhollyKnown(site.args[0]) ? `${site.path} ${site.args[0].shape}` : site.path,
  );
  site.emit({ kind: 'read', at: site.at, marks: value.marks, path: site.path });
  return value;
}

/** Maps a function over known items one by one, so that each keeps its own text. */
function mapped(site: CallSite): Value {
  const [func, list] =
    site.self.items || site.language === 'javascript' ? [firstOf(site), site.self] : [firstOf(site), site.args[1] ?? nothing];
  const items: Value[] = [];
  for (const item of itemsOf(list.items ? list : { ...list, marks: marksOf([list]) })) {
    if (!site.world.work.take()) break;
    items.push(site.invoke(func, [item]));
  }
  return { shape: joinedShapes(items, ' '), marks: [], items };
}
