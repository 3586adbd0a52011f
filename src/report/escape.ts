import { safeLines, safeText } from '../support/terminal.js';

const HTML: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };

/**
 * Text for element content and quoted attributes of XML and HTML; unsafe characters, including those that XML 1.0
 * forbids, are escaped.
 */
export function markup(text: string): string {
  return safeText(text).replace(/[&<>"'\ufffe\uffff]/g, (char) => HTML[char] ?? '\ufffd');
}

/** Like `markup`, but keeps line feeds. */
export function markupLines(text: string): string {
  return safeLines(text).split('\n').map(markup).join('\n');
}

/**
 * Text for Markdown tables and lists as GitHub renders them: markup of the evidence has no effect, mentions notify
 * nobody, and only our own links are links.
 */
export function markdownText(text: string): string {
  return safeText(text)
    .replace(/[\\`*_{}[\]()#+!|~$]/g, '\\$&')
    .replace(/[&<>]/g, (char) => HTML[char] ?? char)
    .replace(/((?<!\w)@(?=[\w-])|\\#(?=\d))/g, '$1<!-- -->')
    .replace(/:\/\//g, ':\\//')
    .replace(/\bwww\./gi, 'www\\.');
}

/** Inline code of Markdown, also inside table cells; backticks of the text become apostrophes. */
export function markdownCode(text: string): string {
  const safe = safeText(text).replaceAll('`', "'").replaceAll('|', '\\|');
  return safe === '' ? '' : `\`${safe}\``;
}

/**
 * The URL if it may become a link: http or https, at most 2 000 characters, without white space or control characters.
 */
export function linkTarget(url: string): string | undefined {
  return /^https?:\/\/[\x21-\x7e]{1,1990}$/i.test(url) && !/["'<>\\^`{|}]/.test(url) ? url : undefined;
}
