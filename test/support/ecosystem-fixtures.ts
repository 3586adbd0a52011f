import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../../fixtures/ecosystems/', import.meta.url));

/** Two version texts and how the first compares with the second. */
export interface OrderedPair {
  a: string;
  b: string;
  order: -1 | 0;
}

/** Folder of an ecosystem's fixtures: `GitHub Actions` gives `github-actions`. */
export function slugOf(ecosystem: string): string {
  return ecosystem.toLowerCase().replace(/[^a-z0-9]+/g, '-');
}

/** Folders that hold fixtures of an ecosystem, sorted. */
export function ecosystemFixtureFolders(): string[] {
  return readdirSync(root).sort();
}

/** Version texts of `order.txt`. */
export function versionsOf(ecosystem: string): string[] {
  return [...new Set(chainsOf(ecosystem).flatMap((chain) => chain.filter((_, index) => index % 2 === 0)))];
}

/** Every pair of every chain `a < b = c < d`, neighbours or not. */
export function orderedPairs(ecosystem: string): OrderedPair[] {
  return chainsOf(ecosystem).flatMap((chain) => {
    const ranked = chain.filter((_, index) => index % 2 === 0).map((text, index) => ({ text, rank: rankAt(chain, index) }));
    return ranked.flatMap((a, index) =>
      ranked.slice(index + 1).map((b): OrderedPair => ({ a: a.text, b: b.text, order: a.rank < b.rank ? -1 : 0 })),
    );
  });
}

/** Lines `raw = normalised` of `names.txt`. */
export function namesOf(ecosystem: string): { raw: string; normalised: string }[] {
  return linesOf(ecosystem, 'names.txt').map((line) => {
    const [raw = '', normalised = ''] = line.split(' = ');
    return { raw, normalised };
  });
}

function chainsOf(ecosystem: string): string[][] {
  return linesOf(ecosystem, 'order.txt').map((line) => line.split(' '));
}

function rankAt(chain: readonly string[], index: number): number {
  return chain.slice(0, index * 2).filter((sign) => sign === '<').length;
}

function linesOf(ecosystem: string, file: string): string[] {
  const path = join(root, slugOf(ecosystem), file);
  return existsSync(path)
    ? readFileSync(path, 'utf8')
        .split('\n')
        .filter((line) => line !== '')
    : [];
}
