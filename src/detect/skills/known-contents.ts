import { createHash } from 'node:crypto';
import type { SkillBundle } from '../../model/ai-evidence.js';

/** Something that was found in a file, which is told by its number. */
type Placed<T> = Omit<T, 'file'> & { file: number };

interface Kept<Hit, Failure> {
  sightings: Placed<Hit>[];
  failures: Placed<Failure>[];
}

type WithFile = { file: SkillBundle['files'][number] };

/** Bundles, and hits in all of them, that are remembered. */
const MOST_BUNDLES = 4_000;
const MOST_HITS = 20_000;

/**
 * What was found in bundles, by their content: one skill is often installed for several agents, and a server judges the same ones again
 * and again. Where a bundle lies plays no part in what it does.
 */
export class KnownContents<Hit extends WithFile, Failure extends WithFile> {
  private readonly kept = new Map<string, Kept<Hit, Failure>>();
  private hits = 0;

  find(key: string, { files }: SkillBundle): { sightings: Hit[]; failures: Failure[] } | undefined {
    const known = this.kept.get(key);
    if (known === undefined) return undefined;
    this.kept.delete(key);
    this.kept.set(key, known);
    const placed = <T extends WithFile>(list: readonly Placed<T>[]) =>
      list.map((one) => ({ ...one, file: files[one.file] }) as unknown as T);
    return { sightings: placed(known.sightings), failures: placed(known.failures) };
  }

  keep(key: string, { files }: SkillBundle, found: { sightings: readonly Hit[]; failures: readonly Failure[] }): void {
    const numbered = <T extends WithFile>(list: readonly T[]) => list.map((one): Placed<T> => ({ ...one, file: files.indexOf(one.file) }));
    const kept = { sightings: numbered(found.sightings), failures: numbered(found.failures) };
    this.kept.set(key, kept);
    this.hits += sizeOf(kept);
    for (const [oldest, { sightings, failures }] of this.kept) {
      if (this.kept.size <= MOST_BUNDLES && this.hits <= MOST_HITS) break;
      this.kept.delete(oldest);
      this.hits -= sizeOf({ sightings, failures });
    }
  }
}

function sizeOf({ sightings, failures }: Kept<unknown, unknown>): number {
  return sightings.length + failures.length;
}

/** Names everything of a bundle that a judgement may rest on. */
export function contentKey({ kind, name, description, files }: SkillBundle): string {
  const hash = createHash('sha256');
  const add = (...parts: readonly unknown[]) => hash.update(`${JSON.stringify(parts)}\n`);
  add(kind, name, description);
  for (const { path: _, text, ...file } of files) {
    add(
      Object.entries(file).sort(([a], [b]) => (a < b ? -1 : 1)),
      text?.length,
    );
    if (text !== undefined) hash.update(text);
  }
  return hash.digest('base64');
}
