import '../src/detect/skills/registry.js';
import { readFileSync } from 'node:fs';
import { brotliCompressSync, constants } from 'node:zlib';
import { familyNames, ruleNames } from '../src/cli/completion/rule-names.js';
import { frameWordTable, lexiconTable } from '../src/detect/text/reading/lexicon-tables.js';
import { lookoutTable, packLookout } from '../src/detect/text/reading/lookout.js';
import { neededBy } from '../src/detect/text/reading/needed.js';
import { type PhraseTable, packTable } from '../src/detect/text/reading/phrase-table.js';
import { patternKey, sparedPatterns } from '../src/detect/text/reading/sparing.js';
import { spdxTexts } from '../src/support/licenses/spdx-texts.js';

/** Modules that the program has with their results in place of what makes them, by their path in `src`. */
export function madeBeforehand(): Readonly<Record<string, () => string>> {
  return {
    'support/licenses/spdx-texts.ts': licenceTexts,
    'detect/text/mention/weights.ts': () => learned('mention', { mentionBytes: 'mention.bin' }),
    'detect/text/opinion/weights.ts': () => learned('opinion', { weightBytes: 'weights.bin', closerLookBytes: 'closer-look.bin' }),
    'detect/text/reading/lexicon-tables.ts': phraseTables,
    'detect/text/reading/spared-beforehand.ts': sparedPatternTable,
    'cli/completion/rule-names.ts': listedRules,
  };
}

/** The texts of licences make five megabytes of JSON; compressed they are a tenth of it. */
function licenceTexts(): string {
  const bytes = Buffer.from(JSON.stringify([...spdxTexts()]));
  const packed = brotliCompressSync(bytes, {
    params: { [constants.BROTLI_PARAM_LGWIN]: 24, [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length },
  });
  return `import { brotliDecompressSync } from 'node:zlib';
export function spdxTexts(): ReadonlyMap<string, string> {
  return new Map(JSON.parse(brotliDecompressSync(Buffer.from('${packed.toString('base64')}', 'base64')).toString('utf8')));
}`;
}

/** What a model of texts learned: for each function, the file that it returns. */
function learned(folder: string, files: Readonly<Record<string, string>>): string {
  const returning = ([name, file]: [string, string]) => {
    const packed = brotliCompressSync(readFileSync(`src/detect/text/${folder}/${file}`)).toString('base64');
    return `export function ${name}(): Uint8Array { return brotliDecompressSync(Buffer.from('${packed}', 'base64')); }`;
  };
  return ["import { brotliDecompressSync } from 'node:zlib';", ...Object.entries(files).map(returning)].join('\n');
}

/** Words of texts in the form in which they are looked up: making it takes longer than to judge a page. */
function phraseTables(): string {
  const made = (name: string, table: PhraseTable<unknown>) =>
    `export function ${name}() { return unpackTable(${JSON.stringify(packTable(table))}); }\n`;
  return `import { unpackTable } from './phrase-table.js';
${made('lexiconTable', lexiconTable())}${made('frameWordTable', frameWordTable())}`;
}

/** Of all patterns that the rules of texts are made of, the strings without which they cannot match. */
function sparedPatternTable(): string {
  const strings: (readonly string[])[] = [];
  const numbers = new Map<number, number>();
  const sources = new Map<number, string>();
  for (const { pattern } of sparedPatterns) {
    const key = patternKey(pattern);
    if ((sources.get(key) ?? pattern.source) !== pattern.source) throw new Error(`two patterns have one key: ${pattern.source}`);
    sources.set(key, pattern.source);
    const needed = neededBy(pattern);
    if (!numbers.has(key)) numbers.set(key, needed === undefined ? -1 : strings.push(needed) - 1);
  }
  return `import { unpackLookout } from './lookout.js';
export function sparedBeforehand() {
  return { numbers: new Map(${JSON.stringify([...numbers])}), table: () => unpackLookout(${JSON.stringify(packLookout(lookoutTable(strings)))}) };
}`;
}

/** The names of rules: a shell that completes a word has no time to load the rules. */
function listedRules(): string {
  const listed = (name: string, list: unknown) => `export function ${name}() { return ${JSON.stringify(list)}; }\n`;
  return listed('ruleNames', ruleNames()) + listed('familyNames', familyNames());
}
