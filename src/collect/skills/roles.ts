import type { BundleFile } from '../../model/ai-evidence.js';
import { ReferenceIndex } from './references.js';

const SCRIPT_SUFFIX = /\.(?:py|pyw|sh|bash|zsh|fish|js|mjs|cjs|jsx|ts|mts|cts|tsx|ps1|psm1|rb|pl|php|lua|bat|cmd|applescript|go|rs)$/i;
const DATA_SUFFIX = /\.(?:json|jsonl|jsonc|csv|tsv|ya?ml|toml|ini|cfg|conf|xml|svg|html?|css|env|lock|sql|properties)$/i;
const LICENCE =
  /\b(?:permission is hereby granted|apache license|gnu (?:lesser |affero )?general public|mozilla public license|redistribution and use|creative commons|all rights reserved|without warranty)\b/i;

/** Gives each file its role by the files that name it and by its content; names of folders do not count. */
export function assignRoles(files: readonly BundleFile[], isEntry: (file: BundleFile) => boolean): void {
  const index = new ReferenceIndex(files);
  const reached = new Set(files.filter(isEntry));
  const queue = [...reached];
  for (let file = queue.pop(); file !== undefined; file = queue.pop()) {
    file.role = reached.has(file) && isEntry(file) ? 'entry' : file.role;
    // Nothing is left to be named.
    if (reached.size === files.length) continue;
    for (const named of index.namedIn(file.text ?? '')) {
      if (named === file || reached.has(named)) continue;
      reached.add(named);
      queue.push(named);
    }
  }
  const byKind =
    files.some((file) => !reached.has(file) && JSON_NAME.test(file.name)) &&
    [...reached].some(({ text }) => JSON_AT_LARGE.test(text ?? ''));
  for (const file of files) if (!isEntry(file)) settle(file, reached.has(file) || (byKind && JSON_NAME.test(file.name)));
}

const JSON_NAME = /\.json[lc]?$/i;

/** "Every JSON file beside this one" refers to all of them. */
const JSON_AT_LARGE = /\b(?:all|any|each|every|other|the)\s+(?:[\w-]{1,20}\s+){0,2}json[lc]?\b|\*\.json/i;

function settle(file: BundleFile, named: boolean): void {
  file.role = roleOf(file, named);
  if (named && (file.role === 'script' || file.role === 'opaque')) file.executed = true;
  if (named && file.role === 'data') file.named = true;
}

function roleOf(file: BundleFile, named: boolean): BundleFile['role'] {
  if (file.opaque !== undefined) return 'opaque';
  if (isScript(file)) return 'script';
  if (isLicence(file)) return 'licence';
  if (DATA_SUFFIX.test(file.name)) return 'data';
  return named ? 'referenced' : 'unreferenced';
}

/** By suffix, or by the interpreter in its first line. */
function isScript(file: BundleFile): boolean {
  return SCRIPT_SUFFIX.test(file.name) || /^#!\s*\/\S+/.test(file.text ?? '');
}

/** True for the text of a known licence and little more; by the name alone any text could pass as one. */
function isLicence(file: BundleFile): boolean {
  return (
    /^(?:licen[cs]e|copying|notice)(?:[.-][\w.-]+)?$/i.test(file.name.slice(file.name.lastIndexOf('/') + 1)) &&
    LICENCE.test(file.text ?? '')
  );
}
