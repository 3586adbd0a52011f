import { isMap, isScalar, isSeq, parseDocument } from 'yaml';
import type { FormatScanner, ScanInput } from '../contract/format.js';
import { observeLicence, observeProvenance } from './provenance.js';
import { Malformed } from './reading/byte-cursor.js';
import { guarded, lastPart } from './reading/guard.js';
import { observeTemplate } from './template/observe.js';

const MAX_TEXT = 4 * 1024 * 1024;

function textOf(input: ScanInput): string {
  if (input.source.size > MAX_TEXT) throw new Malformed('larger than 4 MiB');
  return input.source.read(0, input.source.size).toString('utf8');
}

/** Chat templates in files of their own. */
export const jinjaScanner: FormatScanner = guarded({
  id: 'jinja',
  sniff: (head, name) =>
    !head.includes(0) &&
    (/\.(jinja2?|j2)$/.test(lastPart(name)) || (/\.(template|tmpl|tpl)$/.test(lastPart(name)) && /\{[{%]/.test(head.toString('latin1')))),
  scan(input) {
    observeTemplate(input, { key: lastPart(input.name), text: textOf(input) });
  },
});

/** LightGBM's text model: trees as lines of numbers. Names of features are free text. */
export const lightgbmScanner: FormatScanner = guarded({
  id: 'lightgbm',
  sniff: (head) => /^tree\r?\nversion=v\d/.test(head.subarray(0, 32).toString('latin1')),
  scan(input) {
    const tail = input.source.read(Math.max(0, input.source.size - 65_536), 65_536).toString('latin1');
    if (!tail.includes('end of trees') && input.source.size <= 65_536) throw new Malformed('ends before its trees do');
  },
});

/** A pointer that Git LFS leaves in place of a model's bytes that were not fetched. */
export const lfsPointerScanner: FormatScanner = guarded({
  id: 'git-lfs-pointer',
  sniff: (head) => head.subarray(0, 42).toString('latin1') === 'version https://git-lfs.github.com/spec/v1',
  scan() {
    throw new Malformed('content is absent: only the Git LFS pointer is here');
  },
});

const FRONT_MATTER = /^---\r?\n([\s\S]{0,200000}?)\r?\n---(?:\r?\n|$)/;

/** Model cards: licence and base models from the front matter of README.md. */
export const modelCardScanner: FormatScanner = guarded({
  id: 'model-card',
  sniff: (head, name) => lastPart(name) === 'readme.md' && head.subarray(0, 4).toString('latin1').startsWith('---'),
  scan(input) {
    const front = FRONT_MATTER.exec(textOf(input))?.[1];
    if (front === undefined) return;
    const card = parseDocument(front, { logLevel: 'silent', uniqueKeys: false }).contents;
    if (!isMap(card)) return;
    for (const text of texts(card.get('license', true))) observeLicence(input, text);
    for (const key of ['base_model', 'base_models']) for (const text of texts(card.get(key, true))) observeProvenance(input, key, text);
  },
});

function texts(node: unknown): string[] {
  if (isScalar(node)) return typeof node.value === 'string' ? [node.value] : [];
  return isSeq(node) ? node.items.flatMap((item) => (isScalar(item) && typeof item.value === 'string' ? [item.value] : [])) : [];
}
