/**
 * Makes src/detect/malicious/data/popular-names.ts out of plain lists of names, most downloaded first:
 *
 *   npx tsx scripts/popular-names.ts npm=npm.txt PyPI=pypi.txt RubyGems=gems.txt [not=malicious.txt]
 *
 * The first names of a list become targets, names worth imitating; all of it becomes a filter of known names, which are never
 * flagged. `not` lists names to leave out everywhere (known malicious ones). Names are facts; nothing else of the lists is kept.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { deflateRawSync } from 'node:zlib';
import { BloomFilter } from '../src/detect/malicious/bloom.js';
import { ecosystemOf } from '../src/ecosystems/registry.js';

const TARGETS: Readonly<Record<string, number>> = { npm: 4000, PyPI: 4000, RubyGems: 1500 };
const BITS_PER_NAME = 10;
const HASHES = 7;

const lists = process.argv.slice(2).map((argument) => {
  const equals = argument.indexOf('=');
  const lines = readFileSync(argument.slice(equals + 1), 'utf8').split('\n');
  return { ecosystem: argument.slice(0, equals), names: lines.map((line) => line.trim()).filter((line) => line !== '') };
});
const left = new Set(lists.filter((list) => list.ecosystem === 'not').flatMap((list) => list.names));

const entries = lists.flatMap(({ ecosystem, names }) => {
  if (ecosystem === 'not') return [];
  const normalise = ecosystemOf(ecosystem)?.normaliseName ?? ((name: string) => name);
  const known = [...new Set(names.filter((name) => !left.has(`${ecosystem}:${name}`)).map(normalise))];
  const bits = new Uint8Array(Math.ceil((known.length * BITS_PER_NAME) / 8));
  const filter = new BloomFilter(bits, HASHES);
  for (const name of known) filter.add(name);
  const targets = known
    .slice(0, TARGETS[ecosystem] ?? 1000)
    .filter((name) => name.length >= 4)
    .sort();
  const packed = deflateRawSync(targets.join('\n'), { level: 9 }).toString('base64');
  return [`  ${JSON.stringify(ecosystem)}: { hashes: ${HASHES}, known: '${Buffer.from(bits).toString('base64')}', targets: '${packed}' },`];
});

const text = `// Made by scripts/popular-names.ts; do not edit.\n/** Per ecosystem: a Bloom filter of known names (base64), and the names worth imitating (deflated, base64, one a line). */\nexport const popularNames: Readonly<Record<string, { hashes: number; known: string; targets: string }>> = {\n${entries.join('\n')}\n};\n`;
writeFileSync(new URL('../src/detect/malicious/data/popular-names.ts', import.meta.url), text);
console.log(`${Math.round(text.length / 1024)} KiB`);
