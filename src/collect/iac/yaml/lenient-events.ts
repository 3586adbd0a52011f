import { COLLECTION_STYLE, EVENT_ID, SCALAR_STYLE } from 'js-yaml';
import { Composer, isAlias, isMap, isScalar, isSeq, type Node, Parser, type Scalar } from 'yaml';
import { limits } from '../../../support/limits.js';
import type { YamlEvent } from './yaml-text.js';

/** What of one document could be read, or why it could not. */
export type LenientDocument = YamlEvent[] | { error: string; offset: number };

/** The parser recurses over brackets. It is far above what quoted texts leave open. */
const MAX_BRACKETS = 1_000;
const YAML_TAG = 'tag:yaml.org,2002:';

/**
 * The events of each document, by a parser that takes what people write and YAML 1.2 does not allow, as a bracket that closes below its key,
 * and that goes on behind a document with an error. It is many times slower than the strict one. Throws RangeError where the text is nested
 * too deeply.
 */
export function* lenientEvents(text: string): Generator<LenientDocument> {
  if (openBrackets(text) > MAX_BRACKETS) throw new RangeError('too many open brackets');
  const composer = new Composer({ version: '1.2', merge: false, uniqueKeys: false, keepSourceTokens: false, prettyErrors: false });
  for (const { contents, errors } of composer.compose(new Parser().parse(text), true, text.length)) {
    const error = errors[0];
    if (error?.message.includes('call stack')) throw new RangeError(error.message);
    if (error) yield { error: (error.message.split('\n', 1)[0] ?? '').replace(/ at line \d+.*$/, ''), offset: error.pos[0] };
    else yield eventsOf(contents);
  }
}

const CLOSED: YamlEvent = { type: EVENT_ID.POP };
const NOWHERE = { anchorStart: -1, anchorEnd: -1, tagStart: -1, tagEnd: -1 };

function eventsOf(contents: Node | null): YamlEvent[] {
  const found: YamlEvent[] = [{ type: EVENT_ID.DOCUMENT, explicitStart: false, explicitEnd: false, directives: [] }];
  add(found, contents, 0);
  found.push(CLOSED);
  return found;
}

function add(found: YamlEvent[], node: Node | null, depth: number): void {
  if (depth > limits.maxDepth) throw new RangeError('nested too deeply');
  if (isAlias(node)) {
    found.push({ type: EVENT_ID.ALIAS, ...NOWHERE, anchorStart: node.range?.[0] ?? 0, said: { anchor: node.source } });
  } else if (isMap<Node, Node | null>(node)) {
    found.push({ type: EVENT_ID.MAPPING, ...collection(node) });
    for (const { key, value } of node.items) {
      add(found, key, depth + 1);
      add(found, value, depth + 1);
    }
    found.push(CLOSED);
  } else if (isSeq<Node>(node)) {
    found.push({ type: EVENT_ID.SEQUENCE, ...collection(node) });
    for (const item of node.items) add(found, item, depth + 1);
    found.push(CLOSED);
  } else found.push(scalar(isScalar(node) ? node : undefined));
}

function collection(node: Node) {
  return { ...NOWHERE, start: node.range?.[0] ?? 0, style: COLLECTION_STYLE.FLOW, said: said(node) };
}

function scalar(node: Scalar | undefined): YamlEvent {
  const text = node?.source ?? (typeof node?.value === 'string' ? node.value : '');
  const isPlain = node === undefined || node.type === 'PLAIN';
  const [start = -1, end = -1] = isPlain && text === '' ? [] : (node?.range ?? []);
  return {
    type: EVENT_ID.SCALAR,
    ...NOWHERE,
    valueStart: start,
    valueEnd: end,
    style: isPlain ? SCALAR_STYLE.PLAIN : SCALAR_STYLE.DOUBLE_QUOTED,
    chomping: 1,
    indent: -1,
    fast: true,
    said: { text, ...(node && said(node)) },
  };
}

function said({ anchor, tag }: Node): { anchor?: string; tag?: string } {
  return {
    ...(anchor !== undefined && { anchor }),
    ...(tag !== undefined && { tag: tag.startsWith(YAML_TAG) ? `!!${tag.slice(YAML_TAG.length)}` : tag }),
  };
}

/** The highest number of flow brackets open at once, including those in texts. */
function openBrackets(text: string): number {
  let open = 0;
  let most = 0;
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code === 0x5b || code === 0x7b) {
      if (++open > most) most = open;
    } else if ((code === 0x5d || code === 0x7d) && open > 0) open--;
  }
  return most;
}
