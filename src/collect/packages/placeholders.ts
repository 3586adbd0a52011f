import type { ReadIssue, ReadResult } from '../reader.js';

/** Placeholders of templates: `{{ name }}` (but not GitHub's `${{ … }}`), `{% if … %}`, `<%= name %>`, `${name}`. */
const PLACEHOLDER = /(?<!\$)\{\{[^{}\n]*\}\}|\{%[^\n]*%\}|<%[^\n]*%>|\$\{[A-Za-z_][\w.-]*\}/;

/** True when the given line (1-based) of a text contains a placeholder. */
export function hasPlaceholder(text: string, line: number | undefined): boolean {
  return line !== undefined && PLACEHOLDER.test(text.split('\n', line)[line - 1] ?? '');
}

/** The result of a manifest, in which an issue on a line with a placeholder becomes a note. */
export function withoutPlaceholders(result: ReadResult, textOf: () => string): ReadResult {
  const open = result.issues.filter((issue) => !issue.note && issue.path === undefined && issue.line !== undefined);
  if (open.length === 0) return result;
  const lines = textOf().split('\n');
  const soften = (issue: ReadIssue): ReadIssue =>
    open.includes(issue) && PLACEHOLDER.test(lines[(issue.line ?? 0) - 1] ?? '') ? { ...issue, ...TEMPLATE } : issue;
  return { ...result, issues: result.issues.map(soften) };
}

/** The issue for such a line. */
export const TEMPLATE = {
  kind: 'unsupported_format',
  reason: 'a placeholder of a template: which package it stands for is known only when the project is made',
  note: true,
} as const;
