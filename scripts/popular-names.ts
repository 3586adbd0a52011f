/**
 * Makes src/detect/malicious/data/popular-names.ts out of plain lists of names, most downloaded first:
 *
 *   npx tsx scripts/popular-names.ts npm=npm.txt PyPI=pypi.txt RubyGems=gems.txt [not=malicious.txt]
 *
 * All of a list becomes a filter of names in ordinary use, which are never flagged; its first names become targets, names worth
 * imitating, and the first of those the top ones. `not` lists names to leave out, one `ecosystem:name` a line (known malicious
 * ones). Names are facts; nothing else of the lists is kept.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { deflateRawSync } from 'node:zlib';
import { BloomFilter } from '../src/detect/malicious/bloom.js';
import { ecosystemOf } from '../src/ecosystems/registry.js';

const TARGETS: Readonly<Record<string, number>> = { npm: 6000, PyPI: 15000, RubyGems: 1200 };
const TOP: Readonly<Record<string, number>> = { npm: 2000, PyPI: 2000, RubyGems: 600 };
const BITS_PER_NAME = 10;
const HASHES = 7;
const MIN_LENGTH = 4;

interface NameList {
  ecosystem: string;
  names: string[];
}

const lists = process.argv.slice(2).map(readList);
const left = new Set(lists.filter((list) => list.ecosystem === 'not').flatMap((list) => list.names));
const entries = lists.filter((list) => list.ecosystem !== 'not').map(packed);
const text = `// Made by scripts/popular-names.ts; do not edit.
/** Per ecosystem: a Bloom filter of known names (base64), and the names worth imitating (deflated, base64, one a line; top ones first, then an empty line). */
export const popularNames: Readonly<Record<string, { hashes: number; known: string; targets: string }>> = {
${entries.join('\n')}
};
`;
writeFileSync(new URL('../src/detect/malicious/data/popular-names.ts', import.meta.url), text);
process.stdout.write(`${Math.round(text.length / 1024)} KiB\n`);

function readList(argument: string): NameList {
  const equals = argument.indexOf('=');
  const lines = readFileSync(argument.slice(equals + 1), 'utf8').split('\n');
  return { ecosystem: argument.slice(0, equals), names: lines.map((line) => line.trim()).filter((line) => line !== '') };
}

function packed({ ecosystem, names }: NameList): string {
  const normalise = ecosystemOf(ecosystem)?.normaliseName ?? ((name: string) => name);
  const known = [...new Set(names.filter((name) => !left.has(`${ecosystem}:${name}`)).map(normalise))];
  const bits = new Uint8Array(Math.ceil((known.length * BITS_PER_NAME) / 8));
  const filter = new BloomFilter(bits, HASHES);
  for (const name of known) filter.add(name);
  const top = TOP[ecosystem] ?? 500;
  const worth = known.slice(0, TARGETS[ecosystem] ?? 1000);
  const tiers = [worth.slice(0, top), worth.slice(top)].map((tier) => tier.filter((name) => name.length >= MIN_LENGTH).sort());
  const targets = deflateRawSync(tiers.map((tier) => tier.join('\n')).join('\n\n'), { level: 9 }).toString('base64');
  return `  ${JSON.stringify(ecosystem)}: { hashes: ${HASHES}, known: '${Buffer.from(bits).toString('base64')}', targets: '${targets}' },`;
}
