import type { Block, Notice } from '../notice.js';

const ENTITIES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };

/** A fragment of HTML without scripts, styles or images. */
export function html({ blocks }: Notice): string {
  return blocks.map(partOf).join('\n');
}

function partOf(block: Block): string {
  switch (block.kind) {
    case 'text':
      return `<p>${inert(block.text)}</p>`;
    case 'code':
      return `<pre>${inert(block.text)}</pre>`;
    case 'link':
      return `<p><a href="${inert(block.url)}">${inert(block.label)}</a></p>`;
    case 'list':
      return `<ul>${block.items.map((item) => `<li>${inert(item)}</li>`).join('')}</ul>`;
    case 'fields':
      return `<ul>${block.fields.map(([name, value]) => `<li><b>${inert(name)}:</b> ${inert(value)}</li>`).join('')}</ul>`;
  }
}

function inert(text: string): string {
  return text.replace(/[&<>"']/g, (mark) => ENTITIES[mark] ?? mark);
}
