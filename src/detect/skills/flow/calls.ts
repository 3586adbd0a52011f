import type { CallSite } from './call-site.js';
import { shell, shellArgs } from './child-commands.js';
import { effectOf, type LibraryEffect } from './library.js';
import { objectOf } from './objects.js';
import { itemsOf, listed as listOf } from './parts.js';
import { connected, sent } from './requests.js';
import { isSecretName, sourceOfPath } from './sensitive.js';
import { textCall } from './text-calls.js';
import {
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
} from './value.js';

/**
 * Limit of items to which a function is mapped one by one; data that is spread over a list to hide it has at most a few
 * hundred.
 */
const MAX_MAPPED = 4000;
/** Limit for the parts of an object that are shown in one piece of evidence. */
const MAX_SHOWN = 400;
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
  const value = derived([site.self, ...site.args, ...site.named.values(), ...results]);
  return site.self.shape !== UNKNOWN_PART && site.args.length === 0 ? { ...value, shape: site.self.shape } : value;
}

const first = (site: CallSite): Value => site.args[0] ?? [...site.named.values()][0] ?? nothing;

const HANDLERS: Readonly<Record<LibraryEffect, Handler>> = {
  home: () => constant('~'),
  expand: (site) => {
    const value =
      site.args.length > 0 && !site.path.includes(UNKNOWN_PART) && site.self.shape === UNKNOWN_PART
        ? first(site)
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
    isSecretName(first(site).shape) ? marked('credential', first(site).shape) : first(site).shape === 'HOME' ? constant('~') : nothing,
  argument: ({ path, world: { args, stdin } }) =>
    args === undefined && stdin === undefined ? marked('argument', path) : derived([...(args ?? []), stdin]),
  identity: (site) => marked('identity', /hostname|node/.test(site.path) ? 'hostname' : site.path),
  read: (site) => readPath(first(site), site),
  'read-self': (site) => readPath(site.self, site),
  'list-files': (site) => listed(site),
  copy: (site) => {
    const content = readPath(first(site), site);
    const target = site.args[1];
    if (target && isWhollyKnown(target)) site.world.files.set(target.shape, content);
    return nothing;
  },
  write: (site) => written(first(site), site.args[1] ?? nothing, site),
  'write-self': (site) => (site.self.target === undefined ? written(site.self, first(site), site) : sent(site)),
  archive: (site) => archived(site),
  open: (site) => opened(first(site), site.args[1], site),
  'open-self': (site) => (isWhollyKnown(site.self) ? opened(site.self, site.args[0], site) : passed(site)),
  'join-self': (site) => concat([site.self, ...site.args], '/'),
  delete: (site) => deleted(first(site), site),
  'invoke-self': (site) =>
    site.language === 'javascript' && (site.self.func !== undefined || site.self.path !== undefined)
      ? site.path.endsWith('.bind')
        ? site.self
        : site.invoke(site.self, site.path.endsWith('.apply') ? (site.args[1]?.items ?? []) : site.args.slice(1))
      : passed(site),
  'delete-self': (site) => deleted(site.self, site),
  send: (site) => sent(site),
  'send-self': (site) => sent(site),
  connect: (site) => connected(site),
  dns: (site) => {
    site.emit({
      kind: 'send',
      at: site.at,
      via: 'dns',
      to: first(site).shape,
      marks: marksOf(site.args),
      header: [],
      guarded: site.guarded,
    });
    return nothing;
  },
  mail: (site) => sent(site),
  shell: (site) => shell(first(site), site),
  'shell-args': (site) => shellArgs(site),
  eval: (site) => evaluated(site),
  import: (site) => imported(site),
  decode: (site) =>
    site.path === 'Buffer.from' && !/^(?:base64|hex)/.test(site.args[1]?.shape ?? '')
      ? (textCall(site) ?? passed(site))
      : decoded(first(site), site.path === 'Buffer.from' ? (site.args[1]?.shape ?? '') : site.path),
  archived: (site) => packed(site),
  unescape: (site) => first(site),
  chr: (site) => charsOf(site),
  parse: (site) => parsed(first(site)),
  'archive-add': (site) => {
    const to = site.self.fields?.get(site.path.slice(site.path.lastIndexOf('.') + 1))?.fields?.get('to') ?? nothing;
    const content = marksOf([site.world.files.get(to.shape), readPath(first(site), site), ...site.args.slice(1)]);
    site.world.files.set(to.shape, { ...nothing, marks: content });
    return nothing;
  },
  'all-of': (site) => first(site),
  'load-module': () => ({ ...nothing, path: 'require' }),
  join: (site) => {
    const list = first(site);
    const [items, between] = site.self.items
      ? [site.self.items, site.args.length > 0 ? list.shape : ',']
      : [list.items ?? [list], site.self.shape === UNKNOWN_PART ? '' : site.self.shape];
    return { ...concat(items, between), marks: marksOf([site.self, ...items]) };
  },
  reverse: (site) => reversed(site.args.length > 0 ? first(site) : site.self),
  map: (site) => mapped(site),
  getattr: (site) => ({ ...nothing, ...attribute(first(site), site.args[1] ?? nothing) }),
  clipboard: (site) => source('clipboard', site),
  screen: (site) => source('screen', site),
  keychain: (site) => source('keychain', site),
  date: () => marked('identity', 'date'),
  print: (site) => {
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
      to: first(site).shape,
      marks: first(site).marks,
      header: [],
      guarded: site.guarded,
    });
    site.world.files.set(file.shape, marked('fetched', first(site).shape));
    return file;
  },
  duplicate: (site) => {
    site.emit({
      kind: 'run',
      at: site.at,
      how: 'interactive',
      text: 'dup2',
      marks: marksOf(site.args),
      assembled: false,
      guarded: site.guarded,
    });
    return nothing;
  },
  serialise: (site) => ({ shape: shown(first(site), 5), marks: marksOf(site.args) }),
  constant: () => nothing,
};

/** The values of a format in their places, in order or by name. */
function filled(format: string, args: readonly Value[], named: ReadonlyMap<string, Value>): string {
  let next = 0;
  return format
    .replace(
      /\{(\w*)[^{}]*\}/g,
      (_all, name: string) => (/^\d*$/.test(name) ? args[name === '' ? next++ : Number(name)] : named.get(name))?.shape ?? UNKNOWN_PART,
    )
    .slice(0, MAX_FILLED);
}

/** Limit of characters of a filled format. */
const MAX_FILLED = 4_000;

/** An archive that is written: what is put into it is in the file. */
function packed(site: CallSite): Value {
  const mode = (site.args[1] ?? site.named.get('mode'))?.shape ?? 'r';
  const path = first(site);
  if (!/^[wax]/.test(mode)) return { ...readPath(path, site), path: 'reader' };
  const add: Value = { ...nothing, path: 'archive.add', fields: new Map([['to', path]]) };
  return { ...nothing, path: 'archive', fields: new Map(['write', 'writestr', 'add', 'addfile'].map((name) => [name, add])) };
}

function source(kind: Mark['source'], site: CallSite): Value {
  const value = marked(
    kind,
    kind === 'keychain' && site.args[0] && isWhollyKnown(site.args[0]) ? `${site.path} ${site.args[0].shape}` : site.path,
  );
  site.emit({ kind: 'read', at: site.at, marks: value.marks, path: site.path });
  return value;
}

function attribute(object: Value, name: Value): Value {
  const path = `${object.path ?? UNKNOWN_PART}.${name.shape}`;
  return path === 'os.environ'
    ? { ...marked('environment', path), path, assembled: true }
    : { ...derived([object]), path, assembled: true };
}

/** Letters of numbers. Numbers that are only known at run time may be anything, which is what they are for. */
function charsOf(site: CallSite): Value {
  const codes = site.args.flatMap((arg) => arg.items ?? [arg]);
  const text = codes.map((code) => charOf(code)).join('');
  const marks = marksOf(site.args);
  const hidden: Mark[] = text.includes(UNKNOWN_PART) ? [{ source: 'decoded', label: site.path }] : [];
  return { ...constant(text), marks: [...marks, ...hidden], assembled: true };
}

/** Limit of characters of a text that is parsed as data. */
const MAX_PARSED = 100_000;

/** JSON of known text as an object. */
function parsed(text: Value): Value {
  if (!isWhollyKnown(text) || !/^\s*[[{]/.test(text.shape) || text.shape.length > MAX_PARSED)
    return objectOf(text.fields ?? [], { marks: marksOf([text]) });
  try {
    return dataValue(JSON.parse(text.shape), 6);
  } catch {
    return derived([text]);
  }
}

function dataValue(data: unknown, depth: number): Value {
  if (typeof data === 'string' || typeof data === 'number') return constant(String(data));
  if (depth === 0 || typeof data !== 'object' || data === null) return nothing;
  if (Array.isArray(data)) return listOf(data.slice(0, MAX_SHOWN).map((item) => dataValue(item, depth - 1)));
  return {
    ...nothing,
    fields: new Map(
      Object.entries(data)
        .slice(0, MAX_SHOWN)
        .map(([key, item]) => [key, dataValue(item, depth - 1)]),
    ),
  };
}

function charOf(value: Value): string {
  const code = Number(value.shape);
  return Number.isInteger(code) && code >= 0 && code <= 0x10ffff ? String.fromCodePoint(code) : UNKNOWN_PART;
}

/** Maps a function over known items one by one, so that each keeps its own text. */
function mapped(site: CallSite): Value {
  const [func, list] =
    site.self.items || site.language === 'javascript' ? [first(site), site.self] : [first(site), site.args[1] ?? nothing];
  const items: Value[] = [];
  for (const item of itemsOf(list.items ? list : { ...list, marks: marksOf([list]) })) {
    if (!site.world.work.take()) break;
    items.push(site.invoke(func, [item]));
  }
  return { shape: joinedShapes(items, ' '), marks: [], items };
}

/** The text of a file that the bundle brings along. */
function ownFile({ shape }: Value, { world }: CallSite): Value | undefined {
  const file = /[./]/.test(shape) ? world.bundle?.named(shape) : undefined;
  return file && constant(file.text);
}

function readPath(path: Value, site: CallSite): Value {
  if (site.world.stdin !== undefined && /^(?:0|\/dev\/stdin)$/.test(path.shape)) return site.world.stdin;
  const own = site.world.files.get(path.shape) ?? ownFile(path, site);
  const paths = path.items ? path.items.slice(0, MAX_MAPPED).map((item) => item.shape) : [path.shape];
  site.world.work.take(paths.length);
  const marks = paths.flatMap((each): Mark[] => {
    const kind = sourceOfPath(each);
    return kind === undefined ? [] : [{ source: kind, label: each.replaceAll(UNKNOWN_PART, '…') }];
  });
  if (marks.length > 0) site.emit({ kind: 'read', at: site.at, marks, path: path.shape });
  const bulk = path.marks.some((mark) => mark.source === 'files');
  return { shape: own?.shape ?? UNKNOWN_PART, marks: [...marks, ...(own?.marks ?? []), ...(bulk ? path.marks : [])] };
}

const SUFFIX: Readonly<Record<string, string>> = { zip: '.zip', tar: '.tar', gztar: '.tar.gz', bztar: '.tar.bz2', xztar: '.tar.xz' };

/** `make_archive(base, format, root)` packs a folder into the file that it names. */
function archived(site: CallSite): Value {
  const [base = nothing, format = nothing] = site.args;
  const content = readPath(site.args[2] ?? site.named.get('root_dir') ?? nothing, site);
  const file = constant(`${base.shape}${SUFFIX[format.shape] ?? ''}`);
  site.world.files.set(file.shape, content);
  return { ...file, marks: content.marks };
}

/** Files found by a pattern; reading them counts as a bulk read. */
function listed(site: CallSite): Value {
  const inFolder = /(?:walk|listdir|scandir|readdir\w*|iterdir)$/i.test(site.path);
  const given = site.args.length === 0 || site.self.shape !== UNKNOWN_PART ? [site.self, ...site.args.slice(0, 1)] : [first(site)];
  const root = concat(given, '/');
  const kind = sourceOfPath(root.shape);
  const label = root.shape.replaceAll(UNKNOWN_PART, '…');
  const marks: Mark[] = [...root.marks, { source: kind ?? 'files', label }];
  const found: Value = { shape: root.shape, marks };
  if (site.path.endsWith('walk'))
    return { ...found, items: [listOf([{ ...root, marks: [] }, listOf([]), listOf([{ shape: UNKNOWN_PART, marks }])])] };
  return inFolder && site.language === 'javascript' ? { shape: UNKNOWN_PART, marks } : found;
}

function written(path: Value, data: Value, site: CallSite): Value {
  site.world.files.set(path.shape, data);
  const text = data.fields || data.items ? shown(data, 4) : data.shape;
  site.emit({ kind: 'write', at: site.at, path: path.shape, text, marks: marksOf([data]), append: /append/i.test(site.path) });
  return nothing;
}

/** Keys and values of an object as text, so that settings written by a script can be judged. */
export function shown(value: Value, depth: number, left = { parts: MAX_SHOWN }): string {
  if (depth === 0 || left.parts <= 0) return value.shape;
  const parts: string[] = [];
  for (const [key, field] of value.fields ?? []) if (left.parts-- > 0) parts.push(`"${key}": ${shown(field, depth - 1, left)}`);
  for (const item of value.items ?? []) if (left.parts-- > 0) parts.push(shown(item, depth - 1, left));
  return parts.length === 0 ? value.shape : constant(parts.join(', ')).shape;
}

/** `open(path, 'w')` returns a writer, all other modes a reader. */
function opened(path: Value, given: Value | undefined, site: CallSite): Value {
  const mode = (given ?? site.named.get('mode'))?.shape ?? 'r';
  if (/[wax+]/.test(mode) || site.path.endsWith('createWriteStream'))
    return { ...path, marks: [], path: 'file', fields: new Map([['write', { ...nothing, path: 'file.write_text' }]]) };
  return { ...readPath(path, site), path: 'reader' };
}

function deleted(path: Value, site: CallSite): Value {
  for (const item of path.items ?? [path]) {
    const every = item.marks.some(({ source: kind }) => kind === 'files');
    site.emit({ kind: 'delete', at: site.at, path: every ? item.shape.replaceAll(UNKNOWN_PART, '*') : item.shape, guarded: site.guarded });
  }
  return nothing;
}

function evaluated(site: CallSite): Value {
  const code = first(site);
  const guards = site.named.size + site.args.length > 1 && site.args[1]?.fields?.has('__builtins__') === true;
  site.emit({
    kind: 'run',
    at: site.at,
    how: 'eval',
    text: code.shape,
    marks: guards ? [] : marksOf(site.args),
    assembled: code.assembled === true,
    guarded: site.guarded,
  });
  return derived(site.args);
}

function imported(site: CallSite): Value {
  const name = first(site);
  if (site.path === 'module.createRequire') return { ...nothing, path: 'require' };
  if (name.marks.length > 0)
    site.emit({
      kind: 'run',
      at: site.at,
      how: 'import',
      text: name.shape,
      marks: name.marks,
      assembled: name.assembled === true,
      guarded: site.guarded,
    });
  const held = site.world.files.get(name.shape);
  if (held)
    site.emit({ kind: 'run', at: site.at, how: 'import', text: name.shape, marks: held.marks, assembled: false, guarded: site.guarded });
  return { ...nothing, path: name.shape.replace(/^node:/, ''), ...(name.assembled && { assembled: true }) };
}

/** Decodes base64 and hexadecimal of known text, and records that it was decoded. */
function decoded(value: Value, path: string): Value {
  const hex = /hex/i.test(path) || /^(?:[0-9a-f]{2})+$/i.test(value.shape);
  const text =
    isWhollyKnown(value) && value.shape.length >= 8 ? Buffer.from(value.shape, hex ? 'hex' : 'base64').toString('utf8') : UNKNOWN_PART;
  return { shape: text, marks: [...marksOf([value]), { source: 'decoded', label: path }], assembled: true };
}
