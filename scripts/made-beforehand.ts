import { readFileSync } from 'node:fs';
import { brotliCompressSync, constants } from 'node:zlib';
import { familyNames, ruleNames } from '../src/cli/completion/rule-names.js';
import { frameWordTable, lexiconTable } from '../src/detect/text/reading/lexicon-tables.js';
import { type PhraseTable, packTable } from '../src/detect/text/reading/phrase-table.js';
import { spdxTexts } from '../src/support/licenses/spdx-texts.js';

/** Modules that the program has with their results in place of what makes them, by their path in `src`. */
export function madeBeforehand(): Readonly<Record<string, () => string>> {
  return {
    'support/licenses/spdx-texts.ts': licenceTexts,
    'detect/text/opinion/weights.ts': weights,
    'detect/text/reading/lexicon-tables.ts': phraseTables,
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

/** The weights of the learned opinion. */
function weights(): string {
  const packed = brotliCompressSync(readFileSync('src/detect/text/opinion/weights.bin'));
  return `import { brotliDecompressSync } from 'node:zlib';
export function weightBytes(): Uint8Array { return brotliDecompressSync(Buffer.from('${packed.toString('base64')}', 'base64')); }`;
}

/** Words of texts in the form in which they are looked up: making it takes longer than to judge a page. */
function phraseTables(): string {
  const made = (name: string, table: PhraseTable<unknown>) =>
    `export function ${name}() { return unpackTable(${JSON.stringify(packTable(table))}); }\n`;
  return `import { unpackTable } from './phrase-table.js';
${made('lexiconTable', lexiconTable())}${made('frameWordTable', frameWordTable())}`;
}

/** The names of rules: a shell that completes a word has no time to load the rules. */
function listedRules(): string {
  const listed = (name: string, list: unknown) => `export function ${name}() { return ${JSON.stringify(list)}; }\n`;
  return listed('ruleNames', ruleNames()) + listed('familyNames', familyNames());
}
