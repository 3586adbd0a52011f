import { listed as listOf } from '../evaluator/parts.js';
import { sourceOfPath } from '../sensitive.js';
import { concat, constant, type Mark, marksOf, nothing, UNKNOWN_PART, type Value } from '../value.js';
import { ownFile } from '../world.js';
import { type CallSite, firstOf } from './call-site.js';
import { shown } from './data-calls.js';

/** What a path that was found in a private folder leads to. */
const PRIVATE: ReadonlySet<Mark['source']> = new Set(['secret', 'browser', 'wallet']);
/** Limit of files of one list that are looked at. */
const MAX_LISTED = 4000;

/** An archive that is written: what is put into it is in the file. */
export function packed(site: CallSite): Value {
  const mode = (site.args[1] ?? site.named.get('mode'))?.shape ?? 'r';
  const path = site.named.get('fileobj') ?? firstOf(site);
  if (!/^[wax]/.test(mode)) return { ...readPath(path, site), path: 'reader' };
  const add: Value = { ...nothing, path: 'archive.add', fields: new Map([['to', path]]) };
  return { ...nothing, path: 'archive', fields: new Map(['write', 'writestr', 'add', 'addfile'].map((name) => [name, add])) };
}

export function readPath(path: Value, site: CallSite): Value {
  if (site.world.stdin !== undefined && /^(?:0|\/dev\/stdin)$/.test(path.shape)) return site.world.stdin;
  const own = site.world.files.get(path.shape) ?? ownFile(path.shape, site.world);
  const paths = path.items ? path.items.slice(0, MAX_LISTED).map((item) => item.shape) : [path.shape];
  site.world.work.take(paths.length);
  const marks = paths.flatMap((each): Mark[] => {
    const kind = sourceOfPath(each);
    return kind === undefined ? [] : [{ source: kind, label: each.replaceAll(UNKNOWN_PART, '…') }];
  });
  if (marks.length > 0) site.emit({ kind: 'read', at: site.at, marks, path: path.shape });
  // Where a listing is all that is known of a path, its files are those of the folder.
  const bulk =
    path.marks.some(({ source }) => source === 'files') ||
    (path.shape === UNKNOWN_PART && path.marks.some(({ source }) => PRIVATE.has(source)));
  return { shape: own?.shape ?? UNKNOWN_PART, marks: [...marks, ...(own?.marks ?? []), ...(bulk ? path.marks : [])] };
}

const SUFFIX: Readonly<Record<string, string>> = { zip: '.zip', tar: '.tar', gztar: '.tar.gz', bztar: '.tar.bz2', xztar: '.tar.xz' };

/** `make_archive(base, format, root)` packs a folder into the file that it names. */
export function archived(site: CallSite): Value {
  const [base = nothing, format = nothing] = site.args;
  const content = readPath(site.args[2] ?? site.named.get('root_dir') ?? nothing, site);
  const file = constant(`${base.shape}${SUFFIX[format.shape] ?? ''}`);
  site.world.files.set(file.shape, content);
  return { ...file, marks: content.marks };
}

/** Files found by a pattern; reading them counts as a bulk read. */
export function listed(site: CallSite): Value {
  const inFolder = /(?:walk|listdir|scandir|readdir\w*|iterdir)$/i.test(site.path);
  const given = site.args.length === 0 || site.self.shape !== UNKNOWN_PART ? [site.self, ...site.args.slice(0, 1)] : [firstOf(site)];
  const root = concat(given, '/');
  const kind = sourceOfPath(root.shape);
  const label = root.shape.replaceAll(UNKNOWN_PART, '…');
  const marks: Mark[] = [...root.marks, { source: kind ?? 'files', label }];
  const found: Value = { shape: root.shape, marks };
  if (site.path.endsWith('walk'))
    return { ...found, items: [listOf([{ ...root, marks: [] }, listOf([]), listOf([{ shape: UNKNOWN_PART, marks }])])] };
  return inFolder && (site.language === 'javascript' || site.path.endsWith('listdir')) ? { shape: UNKNOWN_PART, marks } : found;
}

export function written(path: Value, data: Value, site: CallSite): Value {
  site.world.files.set(path.shape, data);
  const text = data.fields || data.items ? shown(data, 4) : data.shape;
  site.emit({ kind: 'write', at: site.at, path: path.shape, text, marks: marksOf([data]), append: /append/i.test(site.path) });
  return nothing;
}

/** `open(path, 'w')` returns a writer, all other modes a reader. */
export function opened(path: Value, given: Value | undefined, site: CallSite): Value {
  const mode = (given ?? site.named.get('mode'))?.shape ?? 'r';
  if (/[wax+]/.test(mode) || site.path.endsWith('createWriteStream'))
    return { ...path, marks: [], path: 'file', fields: new Map([['write', { ...nothing, path: 'file.write_text' }]]) };
  return { ...readPath(path, site), path: 'reader' };
}

export function deleted(path: Value, site: CallSite): Value {
  for (const item of path.items ?? [path]) {
    const every = item.marks.some(({ source: kind }) => kind === 'files');
    site.emit({ kind: 'delete', at: site.at, path: every ? item.shape.replaceAll(UNKNOWN_PART, '*') : item.shape, guarded: site.guarded });
  }
  return nothing;
}
