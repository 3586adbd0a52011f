import { safeLines, safeText } from '../support/terminal.js';

const HTML: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };

/** Text for element content and quoted attributes of XML and HTML; unsafe characters (also those XML 1.0 forbids) as escapes. */
export function markup(text: string): string {
  return safeText(text).replace(/[&<>"'\ufffe\uffff]/g, (char) => HTML[char] ?? '\ufffd');
}

/** As `markup`, with the line feeds kept. */
export function markupLines(text: string): string {
  return safeLines(text).split('\n').map(markup).join('\n');
}

/**
 * A cell of Markdown's tables and lists as GitHub renders them: no markup of the evidence's own takes effect, no mention
 * notifies anybody, no link but ours is one.
 */
export function markdownText(text: string): string {
  return safeText(text)
    .replace(/[\\`*_{}[\]()#+!|~$]/g, '\\$&')
    .replace(/[&<>]/g, (char) => HTML[char] ?? char)
    .replace(/((?<!\w)@(?=[\w-])|\\#(?=\d))/g, '$1<!-- -->')
    .replace(/:\/\//g, ':\\//')
    .replace(/\bwww\./gi, 'www\\.');
}

/** Inline code of Markdown, inside table cells too; backticks of the text become apostrophes. */
export function markdownCode(text: string): string {
  const safe = safeText(text).replaceAll('`', "'").replaceAll('|', '\\|');
  return safe === '' ? '' : `\`${safe}\``;
}

/** An address that may become a link: http and https only, at most 2 000 characters, no white space or control characters. */
export function linkTarget(url: string): string | undefined {
  return /^https?:\/\/[\x21-\x7e]{1,1990}$/i.test(url) && !/["'<>\\^`{|}]/.test(url) ? url : undefined;
}
