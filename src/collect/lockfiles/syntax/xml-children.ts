import type { XmlElement } from '../../../support/xml.js';

/** Name without its namespace prefix. */
export function localName({ name }: XmlElement): string {
  return name.slice(name.indexOf(':') + 1);
}

/** Children with a name, ignoring prefixes. */
export function childrenNamed(element: XmlElement | undefined, name: string): XmlElement[] {
  return element?.children.filter((child) => localName(child) === name) ?? [];
}

/** The first child with a name. */
export function childNamed(element: XmlElement | undefined, name: string): XmlElement | undefined {
  return element?.children.find((child) => localName(child) === name);
}

/** Trimmed text of the first child with a name; undefined when there is none or it is blank. */
export function childText(element: XmlElement | undefined, name: string): string | undefined {
  return childNamed(element, name)?.text.trim() || undefined;
}
