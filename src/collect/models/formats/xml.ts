import type { FormatScanner, ScanInput } from '../contract/format.js';
import { readChunks } from '../contract/source.js';
import { activeContent } from './metadata.js';
import { guarded, lastPart } from './reading/guard.js';
import { type Markup, MarkupReader } from './reading/xml-markup.js';

/** Limit of expanded entities, above which a document counts as a bomb. */
const MAX_EXPANSION = 10_000;

/**
 * PMML, OpenVINO and other XML: observes what its document type makes a parser fetch or expand, and what its elements
 * load. No entity is expanded.
 */
export const xmlScanner: FormatScanner = guarded({
  id: 'xml',
  sniff: (head, name) =>
    /^(?:\xef\xbb\xbf)?\s*<(?:\?xml|!DOCTYPE|!--|PMML|net[\s>])/.test(opening(head)) || /\.(pmml|mining)$/.test(lastPart(name)),
  scan(input) {
    const entities = new Entities(input);
    const elements = new Elements(input);
    const reader = new MarkupReader((markup) => {
      if (markup.kind === 'doctype') entities.read(markup.text);
      else elements.read(markup);
    });
    const decoder = new TextDecoder(encodingOf(input.source.read(0, 2)));
    for (const chunk of readChunks(input.source)) {
      input.budget.checkTime();
      reader.push(decoder.decode(chunk, { stream: true }));
    }
    if (!reader.finished()) input.unread('xml: ends inside markup');
    if (elements.root === undefined) input.unread('xml: no element');
  },
});

/** The first words, decoded well enough to test for markup. */
function opening(head: Buffer): string {
  const encoding = encodingOf(head);
  return encoding === 'utf-8' ? head.subarray(0, 512).toString('latin1') : new TextDecoder(encoding).decode(head.subarray(0, 1024));
}

function encodingOf(head: Uint8Array): string {
  if (head[0] === 0xff && head[1] === 0xfe) return 'utf-16le';
  if ((head[0] === 0xfe && head[1] === 0xff) || (head[0] === 0 && head[1] === 0x3c)) return 'utf-16be';
  return head[0] === 0x3c && head[1] === 0 ? 'utf-16le' : 'utf-8';
}

const ENTITY = /<!ENTITY\s+(%\s+)?([^\s"'>]+)\s+(?:(SYSTEM|PUBLIC)\b([^>]*)|"([^"]*)"|'([^']*)')/g;
const EXTERNAL_SUBSET = /^<!DOCTYPE\s+[^\s[>]+\s+(?:SYSTEM|PUBLIC)\s+([^[>]+)/;

/** Declarations of a document type (XML 1.0, section 4.2). */
class Entities {
  private readonly weights = new Map<string, number>();

  constructor(private readonly input: ScanInput) {}

  read(markup: string): void {
    const doctype = markup.replace(/<!--[\s\S]*?-->/g, ' ');
    const subset = EXTERNAL_SUBSET.exec(doctype);
    if (subset) this.tell('subset', `DOCTYPE ${subset[1]?.trim() ?? ''}`);
    for (const [, parameter, name = '', external, target = '', double, single] of doctype.matchAll(ENTITY)) {
      if (external !== undefined) this.tell('external', `ENTITY ${name} ${external}${target}`);
      else if (parameter !== undefined) this.tell('parameter', `ENTITY % ${name}`);
      else this.internal(name, double ?? single ?? '');
    }
  }

  /** Weight of an entity: the number of others it expands to, saturating. */
  private internal(name: string, value: string): void {
    let weight = 1;
    for (const [, inner = ''] of value.matchAll(/&([^;\s#]{1,100});/g)) weight = Math.min(1e12, weight + (this.weights.get(inner) ?? 1));
    this.weights.set(name, weight);
    if (weight > MAX_EXPANSION || (weight > 100 && value.includes('&')))
      this.tell('expansion', `ENTITY ${name} expands to ${weight} others`);
  }

  private tell(how: string, evidence: string): void {
    this.input.observe({ kind: 'xml.entity', evidence, facts: { how } });
  }
}

class Elements {
  root: string | undefined;

  constructor(private readonly input: ScanInput) {}

  read({ kind, text }: Markup): void {
    if (kind === 'instruction') this.instruction(text);
    else if (kind === 'element') this.element(text);
  }

  private instruction(text: string): void {
    if (!/^<\?xml-stylesheet\b/.test(text)) return;
    this.input.observe({ kind: 'metadata.active', evidence: `xml-stylesheet ${attribute(text, 'href') ?? ''}`.trim() });
  }

  /** Observes the root, native libraries, custom layers, extensions. */
  private element(text: string): void {
    const name = /^<([^\s/>]+)/.exec(text)?.[1] ?? '';
    if (this.root === undefined) this.begin(name);
    const local = name.slice(name.indexOf(':') + 1);
    const library = local === 'layer' || local === 'extension' || local === 'CustomLayer' ? attribute(text, 'library') : undefined;
    if (library !== undefined)
      this.input.observe({ kind: 'native.extension', evidence: `library ${library}`, facts: { format: 'openvino' } });
    if (local === 'layer' && library === undefined && attribute(text, 'version') === 'extension') {
      this.input.observe({
        kind: 'native.extension',
        evidence: `layer type ${attribute(text, 'type') ?? ''}`,
        facts: { format: 'openvino-layer' },
      });
    }
    if (local === 'Extension') this.extension(text);
  }

  /** PMML keeps extensions; viewers and evaluators may act on them. */
  private extension(text: string): void {
    const value = `${attribute(text, 'name') ?? ''} ${attribute(text, 'value') ?? ''}`;
    const active = activeContent(value);
    if (active !== undefined) this.input.observe({ kind: 'metadata.active', evidence: `Extension ${value.trim()}` });
  }

  /** The root element names the format. */
  private begin(name: string): void {
    this.root = name;
    if (this.input.member !== undefined) return;
    if (name === 'PMML' || name.endsWith(':PMML')) this.input.setFormat('pmml');
    else if (name === 'net') this.input.setFormat('openvino');
  }
}

function attribute(tag: string, name: string): string | undefined {
  const found = new RegExp(`\\s${name}\\s*=\\s*(?:"([^"]*)"|'([^']*)')`).exec(tag);
  return found ? (found[1] ?? found[2]) : undefined;
}
