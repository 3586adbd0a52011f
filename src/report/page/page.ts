import { createHash } from 'node:crypto';
import { safeJson } from '../../support/terminal.js';
import { markup } from '../escape.js';

export interface PageParts {
  title: string;
  style: string;
  script: string;
  /** Pages shown in frames of this page; their style and script must be allowed by this page too. */
  embedded?: readonly { style: string; script: string }[];
}

/**
 * The beginning and end of a page that needs no network and runs only its own script. Its content security policy
 * allows style and script by their hashes (CSP Level 3, section 6.7.3), so injected markup can neither run nor load
 * anything.
 */
export function pageFrame({ title, style, script, embedded = [] }: PageParts): { start: string; end: string } {
  const styles = [style, ...embedded.map((page) => page.style)].map((text) => `'${hashOf(text)}'`).join(' ');
  const scripts = [script, ...embedded.map((page) => page.script)].map((text) => `'${hashOf(text)}'`).join(' ');
  const policy = `default-src 'none'; style-src ${styles}; script-src ${scripts}; base-uri 'none'; form-action 'none'`;
  return {
    start: `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${policy}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="referrer" content="no-referrer">
<title>${markup(title)}</title>
<style>${style}</style>
</head>
<body>
`,
    end: `<script>${script}</script>\n</body>\n</html>\n`,
  };
}

function hashOf(text: string): string {
  return `sha256-${createHash('sha256').update(text).digest('base64')}`;
}

/** JSON in a data block of HTML. `<` is escaped, so nothing can end the block (HTML, section 4.12.1.3). */
export function dataBlock(id: string, value: unknown): string {
  return `<script type="application/json" id="${id}">${safeJson(JSON.stringify(value)).replaceAll('<', '\\u003c')}</script>\n`;
}
