import type { JsonObject } from '../../../support/json.js';
import type { Block, Notice } from '../notice.js';

/** An Adaptive Card. Its runs of text are shown as they are; its text blocks would be read as Markdown. */
export function adaptiveCard({ title, blocks }: Notice): JsonObject {
  const links = blocks.flatMap((block) => (block.kind === 'link' ? [{ type: 'Action.OpenUrl', title: block.label, url: block.url }] : []));
  return {
    $schema: 'http://adaptivecards.io/schemas/adaptive-card.json',
    type: 'AdaptiveCard',
    version: '1.4',
    body: [runs({ text: title, weight: 'Bolder', size: 'Medium' }), ...blocks.flatMap(elementsOf)],
    actions: links,
  };
}

function elementsOf(block: Block): JsonObject[] {
  switch (block.kind) {
    case 'text':
      return [runs({ text: block.text })];
    case 'code':
      return [runs({ text: block.text, fontType: 'Monospace' })];
    case 'list':
      return block.items.map((item) => runs({ text: `• ${item}` }));
    case 'fields':
      return block.fields.map(([name, value]) => runs({ text: `${name}: `, weight: 'Bolder' }, { text: value }));
    case 'link':
      return [];
  }
}

function runs(...inlines: JsonObject[]): JsonObject {
  return { type: 'RichTextBlock', inlines: inlines.map((inline) => ({ type: 'TextRun', ...inline })) };
}
