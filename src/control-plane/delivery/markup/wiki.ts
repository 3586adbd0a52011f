import type { Notice } from '../notice.js';
import { inLines } from './lines.js';

const SPECIAL = /[\\{}[\]*_+^~?!|#@-]/g;

/** The wiki markup of a Jira data centre. Every character with a meaning is written as an entity. */
export function wiki(notice: Notice): string {
  return inLines(notice, {
    inert: escaped,
    strong: (text) => `*${text}*`,
    bullet: '*',
    code: (text) => `{{${escaped(text)}}}`,
    link: (label, url) => `[${escaped(label)}|${url}]`,
  });
}

function escaped(text: string): string {
  return text.replace(/&/g, '&amp;').replace(SPECIAL, (char) => `&#${char.charCodeAt(0)};`);
}
