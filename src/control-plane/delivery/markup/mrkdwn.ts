import type { Notice } from '../notice.js';
import { inLines } from './lines.js';

/** Slack's mrkdwn: three characters begin all that is more than looks (mentions, links, channels), and are written as entities. */
export function mrkdwn(notice: Notice): string {
  return inLines(notice, {
    inert,
    strong: (text) => `*${text}*`,
    bullet: '•',
    code: (text) => `\`\`\`${inert(text).replaceAll('`', "'")}\`\`\``,
    link: (label, url) => `<${inert(url)}|${inert(label)}>`,
  });
}

export function inert(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}
