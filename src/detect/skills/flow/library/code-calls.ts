import { constant, derived, isWhollyKnown, type Mark, marked, marksOf, nothing, UNKNOWN_PART, type Value } from '../value.js';
import { type CallSite, firstOf } from './call-site.js';

export function attribute(object: Value, name: Value): Value {
  const path = `${object.path ?? UNKNOWN_PART}.${name.shape}`;
  return path === 'os.environ'
    ? { ...marked('environment', path), path, assembled: true }
    : { ...derived([object]), path, assembled: true };
}

/** Letters of numbers. Numbers that are only known at run time may be anything, which is what they are for. */
export function charsOf(site: CallSite): Value {
  const codes = site.args.flatMap((arg) => arg.items ?? [arg]);
  const text = codes.map((code) => charOf(code)).join('');
  const marks = marksOf(site.args);
  const hidden: Mark[] = text.includes(UNKNOWN_PART) ? [{ source: 'decoded', label: site.path }] : [];
  return { ...constant(text), marks: [...marks, ...hidden], assembled: true };
}

function charOf(value: Value): string {
  const code = Number(value.shape);
  return Number.isInteger(code) && code >= 0 && code <= 0x10ffff ? String.fromCodePoint(code) : UNKNOWN_PART;
}

export function evaluated(site: CallSite): Value {
  const code = firstOf(site);
  const file = site.path.endsWith('run_path') ? site.world.files.get(code.shape) : undefined;
  const guards = site.named.size + site.args.length > 1 && site.args[1]?.fields?.has('__builtins__') === true;
  site.emit({
    kind: 'run',
    at: site.at,
    how: 'eval',
    text: code.shape,
    marks: guards ? [] : marksOf([...site.args, file]),
    assembled: code.assembled === true,
    guarded: site.guarded,
  });
  return derived(site.args);
}

/** What is given a name first, and the file that is loaded behind it. */
const BY_FILE = /(?:spec_from_file_location|SourceFileLoader|load_source)$/;

export function imported(site: CallSite): Value {
  const name = BY_FILE.test(site.path) ? (site.args[1] ?? site.named.get('location') ?? site.named.get('path') ?? nothing) : firstOf(site);
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
export function decoded(value: Value, path: string): Value {
  const hex = /hex/i.test(path) || /^(?:[0-9a-f]{2})+$/i.test(value.shape);
  const text =
    isWhollyKnown(value) && value.shape.length >= 8 ? Buffer.from(value.shape, hex ? 'hex' : 'base64').toString('utf8') : UNKNOWN_PART;
  return { shape: text, marks: [...marksOf([value]), { source: 'decoded', label: path }], assembled: true };
}
