import type { ReadIssue, ReadResult } from '../reader.js';

/** What a template leaves to be filled in: `{{ name }}` (but GitHub's `${{ … }}` is none), `{% if … %}`, `<%= name %>`, `${name}`. */
const PLACEHOLDER = /(?<!\$)\{\{[^{}\n]*\}\}|\{%[^\n]*%\}|<%[^\n]*%>|\$\{[A-Za-z_][\w.-]*\}/;

/** True when the given line (from 1) of a text holds a placeholder. */
export function hasPlaceholder(text: string, line: number | undefined): boolean {
  return line !== undefined && PLACEHOLDER.test(text.split('\n', line)[line - 1] ?? '');
}

/** The result of a manifest with a note in place of each issue on a line that a template has yet to fill in. */
export function withoutPlaceholders(result: ReadResult, textOf: () => string): ReadResult {
  const open = result.issues.filter((issue) => !issue.note && issue.path === undefined && issue.line !== undefined);
  if (open.length === 0) return result;
  const lines = textOf().split('\n');
  const soften = (issue: ReadIssue): ReadIssue =>
    open.includes(issue) && PLACEHOLDER.test(lines[(issue.line ?? 0) - 1] ?? '') ? { ...issue, ...TEMPLATE } : issue;
  return { ...result, issues: result.issues.map(soften) };
}

/** What is said of such a line. */
export const TEMPLATE = {
  kind: 'unsupported_format',
  reason: 'a placeholder of a template: which package it stands for is known only when the project is made',
  note: true,
} as const;
