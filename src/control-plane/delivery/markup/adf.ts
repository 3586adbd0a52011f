import type { JsonObject } from '../../../support/json.js';
import type { Block, Notice } from '../notice.js';

/** The Atlassian Document Format: texts are nodes, so nothing in them is markup. */
export function adf({ blocks }: Notice): JsonObject {
  return { type: 'doc', version: 1, content: blocks.flatMap(nodesOf) };
}

function nodesOf(block: Block): JsonObject[] {
  switch (block.kind) {
    case 'text':
      return block.text === '' ? [] : [paragraph([text(block.text)])];
    case 'code':
      return [{ type: 'codeBlock', content: [text(block.text)] }];
    case 'link':
      return [paragraph([{ ...text(block.label), marks: [{ type: 'link', attrs: { href: block.url } }] }])];
    case 'list':
      return [bullets(block.items.map((item) => [text(item)]))];
    case 'fields':
      return [bullets(block.fields.map(([name, value]) => [{ ...text(`${name}: `), marks: [{ type: 'strong' }] }, text(value)]))];
  }
}

function bullets(items: readonly JsonObject[][]): JsonObject {
  return { type: 'bulletList', content: items.map((content) => ({ type: 'listItem', content: [paragraph(content)] })) };
}

function paragraph(content: readonly JsonObject[]): JsonObject {
  return { type: 'paragraph', content: [...content] };
}

function text(value: string): JsonObject {
  return { type: 'text', text: value };
}
