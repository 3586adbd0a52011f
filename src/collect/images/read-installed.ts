import { failureOf } from '../../support/contain.js';
import type { PackageRecord, ReadIssue } from '../reader.js';
import { attributed, type SeenState } from './attribution.js';
import type { ImageFile } from './contract/image-tree.js';
import type { InstalledReader, InstalledReading, OwnedPath, Room } from './contract/installed-reader.js';
import type { LayeredTree } from './layers/tree.js';
import { HEAD_BYTES } from './layers/wishes.js';
import { OwnedPaths } from './owned-paths.js';
import type { ReadingCache } from './reading-cache.js';
import { withoutCopies } from './without-copies.js';

/** What one reader made of one path of the image. */
export interface InstalledResult {
  reader: InstalledReader;
  path: string;
  packages: PackageRecord[];
  issues: ReadIssue[];
  outcome: 'scanned' | 'empty' | 'failed' | 'truncated' | 'unsupported';
}

export interface Installed {
  results: InstalledResult[];
  /** Files of the system's packages. */
  owned: OwnedPaths;
}

/** Reads what installers left behind, in every state of it, and says which layer brought each package. */
export async function readInstalled(
  tree: LayeredTree,
  readers: readonly InstalledReader[],
  room: Room,
  memory?: Pick<ReadingCache, 'find' | 'keep'>,
): Promise<Installed> {
  const owned = new OwnedPaths(tree);
  const seen: Seen[] = [];
  const gone: Seen[] = [];
  const read = async ({ reader, path, name }: Evidence, states: ReturnType<LayeredTree['states']>): Promise<Seen> => {
    const read: SeenState[] = [];
    for (const { layer, file } of states)
      read.push({ layer, reading: file && (await remembered(reader, named(file, name), { tree, room, memory })) });
    return { reader, path, states: read };
  };
  for (const evidence of evidenceOf(tree, readers)) {
    const one = await read(evidence, tree.states(evidence.path));
    owned.addAll(one.states.at(-1)?.reading?.owned ?? NOTHING);
    seen.push(one);
  }
  for (const { states, ...evidence } of goneDatabases(tree, readers)) gone.push(await read(evidence, states));
  return { results: withoutCopies(resultsOf(seen, gone), owned, tree), owned };
}

const NOTHING: readonly OwnedPath[] = [];

interface Evidence {
  reader: InstalledReader;
  /** Where it lies. */
  path: string;
  /** The path that the reader wants: its own, or one from which a link leads to it. */
  name: string;
}

/** Each file with each reader that wants it, and each file that a reader wants under the name of a link only. */
function* evidenceOf(tree: LayeredTree, readers: readonly InstalledReader[]): Generator<Evidence> {
  for (const { path } of tree.wanted()) for (const reader of readers) if (reader.wants(path)) yield { reader, path, name: path };
  const seen = new Set<string>();
  for (const { reader, path, name } of linkedEvidence(tree, readers)) {
    const key = `${reader.id}\n${path}`;
    const isNew = !reader.wants(path) && tree.states(path).length > 0 && !seen.has(key);
    seen.add(key);
    if (isNew) yield { reader, path, name };
  }
}

function* linkedEvidence(tree: LayeredTree, readers: readonly InstalledReader[]): Generator<Evidence> {
  for (const reader of readers)
    for (const name of filesAt(tree, reader.places ?? [])) if (reader.wants(name)) yield { reader, path: tree.real(name), name };
  for (const { alias: name, real: path } of tree.aliases())
    for (const reader of readers) if (reader.wants(name)) yield { reader, path, name };
}

/** Files at places; a folder has a trailing `/`. */
export function* filesAt(tree: LayeredTree, places: readonly string[]): Generator<string> {
  for (const place of places) {
    if (!place.endsWith('/')) yield place;
    else for (const name of tree.list(place.slice(0, -1))) if (!name.endsWith('/')) yield place + name;
  }
}

/** The file under another path. */
function named(file: ImageFile, path: string): ImageFile {
  const { size, mode, layer, origin } = file;
  return {
    path,
    size,
    mode,
    layer,
    ...(origin && { origin }),
    bytes: () => file.bytes(),
    content: () => file.content(),
    beginning: () => file.beginning(),
  };
}

interface Around {
  tree: LayeredTree;
  room: Room;
  memory: Pick<ReadingCache, 'find' | 'keep'> | undefined;
}

async function remembered(reader: InstalledReader, file: ImageFile, around: Around): Promise<InstalledReading> {
  const { memory } = around;
  const before = memory?.find(reader, file);
  if (before) return before;
  const now = await reading(reader, file, around);
  memory?.keep(reader, file, now);
  return now;
}

async function reading(reader: InstalledReader, file: ImageFile, { tree, room }: Around): Promise<InstalledReading> {
  try {
    return await reader.read(file, tree, room);
  } catch (error) {
    if (isUnwanted(reader, file)) return { packages: [], issues: [] };
    const { kind, reason } = failureOf(error);
    const outcome = kind === 'unsupported_version' || kind === 'unsupported_format' ? 'unsupported' : 'failed';
    return { packages: [], issues: [{ kind, reason }], outcome };
  }
}

/** True for a file whose beginning was kept for others, and says that it is nothing for this reader. */
function isUnwanted(reader: InstalledReader, file: ImageFile): boolean {
  const head = reader.wants(file.path)?.head;
  if (!head) return false;
  try {
    return !head(file.beginning().read(0, HEAD_BYTES));
  } catch {
    return false;
  }
}

/** One reader's view of one path. */
interface Seen {
  reader: InstalledReader;
  path: string;
  states: SeenState[];
}

/** Databases of the system that a higher layer removed, or left behind where a link is now. */
function* goneDatabases(
  tree: LayeredTree,
  readers: readonly InstalledReader[],
): Generator<Evidence & { states: ReturnType<LayeredTree['states']> }> {
  const systems = readers.filter(({ kind }) => kind === 'system');
  for (const [path, states] of tree.allStates()) {
    if (states.at(-1)?.file !== undefined) continue;
    for (const reader of systems) if (reader.wants(path)) yield { reader, path, name: path, states };
  }
}

function resultsOf(seen: readonly Seen[], gone: readonly Seen[]): InstalledResult[] {
  const packages = new Map<Seen, PackageRecord[]>();
  const attribute = (group: readonly Seen[]) => {
    const records = attributed(group.map(({ states }) => states));
    for (const [index, one] of group.entries()) packages.set(one, records[index] ?? []);
  };
  const systems = [...seen, ...gone].filter(({ reader }) => reader.kind === 'system');
  for (const reader of new Set(systems.map((one) => one.reader))) attribute(systems.filter((one) => one.reader === reader));
  return seen.map((one) => {
    if (one.reader.kind !== 'system') attribute([one]);
    return resultOf(one, packages.get(one) ?? []);
  });
}

/** Only the last state is what the image has: its issues count. */
function resultOf({ reader, path, states }: Seen, packages: PackageRecord[]): InstalledResult {
  const last = states.at(-1)?.reading;
  return { reader, path, packages, issues: last?.issues ?? [], outcome: last?.outcome ?? 'scanned' };
}
