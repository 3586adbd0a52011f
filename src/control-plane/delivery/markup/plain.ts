import type { Notice } from '../notice.js';
import { inLines } from './lines.js';

/** Text without markup. */
export function plainText(notice: Notice): string {
  return inLines(notice, {
    inert: (text) => text,
    strong: (text) => text,
    bullet: '-',
    code: (text) => `  ${text}`,
    link: (label, url) => `${label}: ${url}`,
  });
}
