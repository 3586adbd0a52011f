import { InputError } from '../../support/errors.js';
import { parseXml, type XmlElement } from '../../support/xml.js';

/** Members of an office document that hold what people read. */
const CONTENT = /^(?:word|ppt|xl)\/.+\.xml$/;

/** True for a member of an office document whose text counts. */
export function isOfficeText(name: string): boolean {
  return CONTENT.test(name);
}

/**
 * The words of a part of an office document, one paragraph on each line. Words that the document hides are concealed as a terminal conceals
 * them, so that they are judged as hidden text. `unread` says why the markup could not be read; the words then come without it.
 */
export function officeText(name: string, markup: string): { text: string; unread?: string } {
  try {
    const words: string[] = [];
    write(parseXml(markup, name), { shaded: false, styled: false }, words);
    return { text: words.join('') };
  } catch (error) {
    if (!(error instanceof InputError)) throw error;
    return { text: markup.replace(/<\/(?:w|a):p>/g, '\n').replace(/<[^<>]{0,4000}>/g, ''), unread: error.message };
  }
}

/** What lies behind the words: white ones can be read on a shade, and in a table whose style may bring one. */
interface Ground {
  shaded: boolean;
  styled: boolean;
}

const PROPERTIES = new Set(['w:pPr', 'w:tcPr', 'w:tblPr', 'w:trPr', 'w:sectPr', 'w:rPr']);

function write(element: XmlElement, ground: Ground, into: string[]): void {
  if (element.name === 'w:r') writeRun(element, ground, into);
  else {
    const inner = groundOf(element, ground);
    into.push(element.text.trim() === '' ? '' : `${element.text} `);
    for (const child of element.children) if (!PROPERTIES.has(child.name)) write(child, inner, into);
    if (element.name === 'w:p' || element.name === 'a:p') into.push('\n');
  }
}

function writeRun(run: XmlElement, ground: Ground, into: string[]): void {
  const words = wordsOf(run);
  const hidden =
    words.trim() !== '' &&
    isHidden(
      run.children.find(({ name }) => name === 'w:rPr'),
      ground,
    );
  into.push(hidden ? `\u001b[8m${words}\u001b[28m` : words);
}

function wordsOf({ name, text, children }: XmlElement): string {
  if (name === 'w:tab' || name === 'w:br') return ' ';
  return (
    (name === 'w:r' || PROPERTIES.has(name) ? '' : text) +
    children
      .filter((child) => !PROPERTIES.has(child.name))
      .map(wordsOf)
      .join('')
  );
}

function groundOf(element: XmlElement, ground: Ground): Ground {
  const properties = element.children.find(({ name }) => PROPERTIES.has(name) && name !== 'w:rPr');
  if (properties === undefined) return ground;
  const styled = element.name === 'w:tbl' && properties.children.some(({ name }) => name === 'w:tblStyle');
  return { shaded: ground.shaded || isShaded(properties), styled: ground.styled || styled };
}

function isShaded(properties: XmlElement): boolean {
  return properties.children.some(
    ({ name, attributes }) => name === 'w:highlight' || (name === 'w:shd' && !/^(?:auto|FFFFFF)$/i.test(attributes['w:fill'] ?? 'auto')),
  );
}

/** Half points: letters of one point and less are a line, not words. */
const LEAST_SIZE = 2;

/** Hidden by attribute, white on white, or too small to be seen (ECMA-376 part 1, sections 17.3.2.41, 17.3.2.6 and 17.3.2.38). */
function isHidden(properties: XmlElement | undefined, ground: Ground): boolean {
  if (properties === undefined) return false;
  return properties.children.some(({ name, attributes }) => {
    const value = attributes['w:val'] ?? '';
    if (name === 'w:vanish') return !/^(?:0|false|off)$/i.test(value);
    if (name === 'w:sz') return value !== '' && Number(value) <= LEAST_SIZE;
    return name === 'w:color' && /^FFFFFF$/i.test(value) && !ground.shaded && !ground.styled && !isShaded(properties);
  });
}
