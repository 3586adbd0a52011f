import type { Block, Notice } from '../notice.js';

/** How one markup writes the parts of a notice. */
export interface Marks {
  /** Other people's text, so that nothing in it is markup. */
  inert(text: string): string;
  strong(inert: string): string;
  bullet: string;
  code(text: string): string;
  link(label: string, url: string): string;
}

/** A notice as lines of text. */
export function inLines({ blocks }: Notice, marks: Marks): string {
  return blocks.map((block) => linesOf(block, marks)).join('\n\n');
}

function linesOf(block: Block, { inert, strong, bullet, code, link }: Marks): string {
  switch (block.kind) {
    case 'text':
      return inert(block.text);
    case 'code':
      return code(block.text);
    case 'link':
      return link(block.label, block.url);
    case 'list':
      return block.items.map((item) => `${bullet} ${inert(item)}`).join('\n');
    case 'fields':
      return block.fields.map(([name, value]) => `${bullet} ${strong(`${name}:`)} ${inert(value)}`).join('\n');
  }
}
