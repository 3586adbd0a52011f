import { isAlias, isCollection, isMap, isPair, isScalar, isSeq, type Pair, parseAllDocuments } from 'yaml';
import type { FormatScanner, ScanInput } from '../contract/format.js';
import { Malformed } from './reading/byte-cursor.js';
import { guarded, lastPart } from './reading/guard.js';
import { escapeOf } from './reading/path-escape.js';
import { observeRequirement } from './requirements.js';
import { observeTemplate } from './template/observe.js';

/** The parser keeps every token and takes half a second for half a megabyte. The search for tags has a larger limit. */
const MAX_YAML = 512 * 1024;
const MAX_SEARCHED = 8 * 1024 * 1024;
const MAX_NODES = 200_000;
const DOTTED = /^[A-Za-z_]\w*(\.[A-Za-z_]\w*)+$/;

/**
 * YAML beside or in a model: Hydra and NeMo targets, Python tags, MLflow loaders, templates. Aliases are not followed.
 */
export const yamlScanner: FormatScanner = guarded({
  id: 'yaml',
  sniff: (head, name) => (/\.ya?ml$/.test(lastPart(name)) || lastPart(name) === 'mlmodel') && !head.includes(0) && head[0] !== 0x80,
  scan(input) {
    const text = input.source.read(0, Math.min(input.source.size, MAX_SEARCHED)).toString('utf8');
    if (lastPart(input.name) === 'mlmodel' && input.member === undefined) input.setFormat('mlflow');
    pythonTags(input, text);
    if (input.source.size > MAX_YAML) throw new Malformed('larger than 512 KiB');
    new YamlReader(input, text).read();
  },
});

const TAG = /!!python\/([\w/]+):?([\w.]*)|!<tag:yaml\.org,2002:python\/([\w/]+):?([\w.]*)>/g;
const HARMLESS_TAG = /^(none|bool|bytes|str|unicode|int|long|float|complex|list|tuple|dict)$/;

/**
 * Observes tags with which PyYAML's unsafe loaders build Python objects. They are searched in the text without
 * comments, so that broken YAML hides none.
 */
function pythonTags(input: ScanInput, text: string): void {
  for (const line of text.split('\n')) {
    if (!line.includes('python/')) continue;
    for (const [, short, shortName, long, longName] of line.replace(/(^|\s)#.*$/, '').matchAll(TAG)) {
      const [tag = '', target = ''] = short === undefined ? [long, longName] : [short, shortName];
      if (HARMLESS_TAG.test(tag)) continue;
      input.observe({ kind: 'yaml.tag', evidence: `!!python/${tag}${target === '' ? '' : `:${target}`}`, facts: { tag, target } });
    }
  }
}

class YamlReader {
  private nodes = 0;

  constructor(
    private readonly input: ScanInput,
    private readonly text: string,
  ) {}

  read(): void {
    const documents = parse(this.text);
    for (const document of documents) {
      if (document.errors.length > 0) this.input.unread('yaml: syntax errors');
      this.walk(document.contents);
    }
  }

  /** Visits all pairs of a document without recursion. Aliases are not followed, so nothing multiplies. */
  private walk(root: unknown): void {
    const waiting: unknown[] = [root];
    for (let node = waiting.pop(); node !== undefined; node = waiting.pop()) {
      if (++this.nodes > MAX_NODES) throw new Malformed(`more than ${MAX_NODES} nodes`);
      if (isMap(node)) for (const pair of node.items) this.pair(pair, waiting);
      else if (isSeq(node)) for (const item of [...node.items].reverse()) waiting.push(item);
      else if (isPair(node)) this.pair(node, waiting);
    }
  }

  private pair(pair: Pair<unknown, unknown>, waiting: unknown[]): void {
    const key = isScalar(pair.key) ? String(pair.key.value) : '';
    const { value } = pair;
    if (isScalar(value) && typeof value.value === 'string') this.scalar(key, value.value);
    if (key === 'pip' && isSeq(value))
      for (const item of value.items) if (isScalar(item)) observeRequirement(this.input, String(item.value));
    if (isCollection(value) && !isAlias(value)) waiting.push(value);
  }

  /** A reader's use of a text depends on its key. */
  private scalar(key: string, value: string): void {
    if (key === '_target_') this.target(key, value);
    else if (key === 'target' || key === 'cls' || key === 'class_path') {
      if (DOTTED.test(value)) this.target(key, value);
    } else if (key === 'loader_module')
      this.input.observe({ kind: 'mlflow.loader', evidence: `loader_module ${value}`, facts: { module: value } });
    else if (key === 'code' || key === 'code_paths') this.code(value);
    else if (key.includes('template')) observeTemplate(this.input, { key, text: value, loaded: key === 'chat_template' });
    if (/_path$|^path$|^data$|_file$|_dir$/.test(key)) this.path(key, value);
  }

  /** Hydra, NeMo and LightningCLI import and call this. */
  private target(key: string, target: string): void {
    this.input.observe({ kind: 'config.target', evidence: `${key}: ${target}`, facts: { key, target } });
  }

  /** MLflow adds this folder to the import path. */
  private code(value: string): void {
    if (lastPart(this.input.name) !== 'mlmodel') return;
    this.input.observe({ kind: 'mlflow.code', evidence: `code: ${value}`, facts: { how: escapeOf(value) ?? 'inside' } });
  }

  /** Paths of MLflow models are relative to the model. */
  private path(key: string, value: string): void {
    if (lastPart(this.input.name) === 'mlmodel' && escapeOf(value) !== undefined && !/^(https?|s3|gs|dbfs|runs|models):/.test(value)) {
      this.input.observe({ kind: 'config.path', evidence: `${key}: ${value}`, facts: { key, how: escapeOf(value) ?? '' } });
    }
  }
}

function parse(text: string) {
  if (indentation(text) > 400) throw new Malformed('nested too deep');
  try {
    return parseAllDocuments(text, { logLevel: 'silent', uniqueKeys: false, strict: false });
  } catch {
    throw new Malformed('not valid YAML');
  }
}

/** The depth that the parser's recursion could reach: deepest indentation, or open flow brackets. */
function indentation(text: string): number {
  let depth = 0;
  let deepest = 0;
  for (const char of text) {
    if (char === '[' || char === '{') deepest = Math.max(deepest, ++depth);
    else if (char === ']' || char === '}') depth = Math.max(0, depth - 1);
  }
  const spaces = text.match(/^ *(?:- )*/gm) ?? [];
  return spaces.reduce((most, { length }) => Math.max(most, Math.floor(length / 2)), deepest);
}
