import { SaxesParser } from 'saxes';
import { decodeXml } from './decode.js';
import { InputError } from './errors.js';
import { limits } from './limits.js';
import { LineCursor } from './line-index.js';

/** One element of a document, without the library's types: light enough to hold a whole file. */
export interface XmlElement {
  /** As written, with its prefix. */
  name: string;
  attributes: Readonly<Record<string, string>>;
  children: XmlElement[];
  /** Character data directly in this element, joined; white space as written. */
  text: string;
  /** 1-based line of its start tag. */
  line: number;
}

/** The root element of a file, in the encoding that its declaration names. Throws as `parseXml`, and `wrong_encoding` for what is no text. */
export function parseXmlFile(file: { readonly path: string; bytes(): Uint8Array }): XmlElement {
  return parseXml(decodeXml(file.bytes(), file.path), file.path);
}

/** Elements of one document; more would not fit into memory. */
const MAX_ELEMENTS = 2_000_000;

/**
 * The root element of an XML document. A DOCTYPE is refused, so that no entity is ever defined or fetched. Throws InputError:
 * `unparsable` with the line, `too_deep` and `too_large` at the ceilings. Load this module lazily: it brings the library along.
 */
export function parseXml(text: string, where: string): XmlElement {
  const parser = new SaxesParser();
  const lines = new LineCursor(text);
  const open: XmlElement[] = [];
  let root: XmlElement | undefined;
  let count = 0;
  let line = 1;
  const fail = (message: string, issue: 'unparsable' | 'too_deep' | 'too_large' = 'unparsable') =>
    new InputError({ where, line: parser.line, issue, message });
  const addText = (piece: string) => {
    const element = open.at(-1);
    if (element) element.text += piece;
  };
  parser.on('doctype', () => {
    throw fail('a DOCTYPE, which is not read');
  });
  parser.on('error', (error) => {
    throw fail(`not valid XML: ${error.message.replace(/^\d+:\d+: /, '').slice(0, 120)}`);
  });
  // When the parser has read the name, the last "<" is the beginning of the tag; the tag's end may be lines below.
  parser.on('opentagstart', () => {
    line = lines.at(text.lastIndexOf('<', parser.position - 1));
  });
  parser.on('opentag', (tag) => {
    if (open.length >= limits.maxDepth) throw fail(`nested deeper than ${limits.maxDepth} levels`, 'too_deep');
    if (++count > MAX_ELEMENTS) throw fail(`more than ${MAX_ELEMENTS} elements`, 'too_large');
    const element: XmlElement = {
      name: tag.name,
      attributes: Object.fromEntries(Object.entries(tag.attributes)),
      children: [],
      text: '',
      line,
    };
    open.at(-1)?.children.push(element);
    root ??= element;
    open.push(element);
  });
  parser.on('text', addText);
  parser.on('cdata', addText);
  parser.on('closetag', () => {
    open.pop();
  });
  parser.write(text).close();
  if (!root) throw fail('no element');
  return root;
}
