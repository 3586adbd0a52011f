import type { Expression, TemplatePart } from './ast.js';
import type { Lexer } from './lexer.js';

/** What stands in a template, before directives are put together. */
export type TemplateToken =
  | { kind: 'text'; text: string }
  | { kind: 'value'; expression: Expression; trimBefore: boolean; trimAfter: boolean }
  | ({ trimBefore: boolean; trimAfter: boolean; line: number } & Directive);

export type Directive =
  | { kind: 'if'; condition: Expression }
  | { kind: 'for'; key?: string; value: string; of: Expression }
  | { kind: 'else' | 'endif' | 'endfor' };

type Part = Exclude<TemplateToken, { kind: 'text' }>;

/** Does what `~` asks for, cuts the indentation of a `<<-` heredoc, and puts directives and what they hold together. */
export function templateParts(tokens: readonly TemplateToken[], lexer: Lexer, indented: boolean): TemplatePart[] {
  const trimmed = trim(tokens);
  return partsUntil(joined(indented ? cutIndentation(trimmed) : trimmed), { at: 0 }, [], lexer);
}

/** A `~` reaches over the rest of its line and the space before it, as each line is a text of its own. */
function trim(tokens: readonly TemplateToken[]): TemplateToken[] {
  const result: TemplateToken[] = [];
  let trimNext = false;
  for (const token of tokens) {
    if (token.kind === 'text') {
      result.push(trimNext ? { kind: 'text', text: token.text.trimStart() } : token);
      trimNext = false;
      continue;
    }
    const last = result.at(-1);
    if (token.trimBefore && last?.kind === 'text') result[result.length - 1] = { kind: 'text', text: last.text.trimEnd() };
    result.push(token);
    trimNext = token.trimAfter;
  }
  return result;
}

/** Cuts the indentation that all lines share; blank lines do not count. */
function cutIndentation(tokens: readonly TemplateToken[]): TemplateToken[] {
  let least = Number.POSITIVE_INFINITY;
  const starts = new Set<TemplateToken>();
  let newline = true;
  for (const token of tokens) {
    if (newline && !(token.kind === 'text' && /^\s*\n$/.test(token.text))) {
      least = Math.min(least, token.kind === 'text' ? indentOf(token.text) : 0);
      starts.add(token);
    }
    newline = token.kind === 'text' && token.text.endsWith('\n');
  }
  return tokens.map((token) => (token.kind === 'text' && starts.has(token) ? { kind: 'text', text: token.text.slice(least) } : token));
}

function indentOf(text: string): number {
  return text.length - text.trimStart().length;
}

function joined(tokens: readonly TemplateToken[]): (string | Part)[] {
  const result: (string | Part)[] = [];
  for (const token of tokens) {
    const last = result.at(-1);
    if (token.kind !== 'text') result.push(token);
    else if (typeof last === 'string') result[result.length - 1] = last + token.text;
    else if (token.text !== '') result.push(token.text);
  }
  return result;
}

function partsUntil(items: readonly (string | Part)[], reader: { at: number }, stops: readonly string[], lexer: Lexer): TemplatePart[] {
  const parts: TemplatePart[] = [];
  for (;;) {
    const item = items[reader.at];
    if (item === undefined) {
      if (stops.length > 0) lexer.fail(`%{ ${stops.at(-1)} } is missing`);
      return parts;
    }
    if (typeof item !== 'string' && stops.includes(item.kind)) return parts;
    reader.at++;
    parts.push(typeof item === 'string' ? item : partOf(item, items, reader, lexer));
  }
}

function partOf(item: Part, items: readonly (string | Part)[], reader: { at: number }, lexer: Lexer): TemplatePart {
  switch (item.kind) {
    case 'value':
      return { kind: 'value', expression: item.expression };
    case 'if': {
      const then = partsUntil(items, reader, ['else', 'endif'], lexer);
      const stop = items[reader.at++];
      const hasElse = typeof stop === 'object' && stop.kind === 'else';
      const otherwise = hasElse ? partsUntil(items, reader, ['endif'], lexer) : [];
      if (hasElse) reader.at++;
      return { kind: 'if', condition: item.condition, then, otherwise };
    }
    case 'for': {
      const body = partsUntil(items, reader, ['endfor'], lexer);
      reader.at++;
      return { kind: 'for', ...(item.key !== undefined && { key: item.key }), value: item.value, of: item.of, body };
    }
    default:
      return lexer.fail(`%{ ${item.kind} } without its beginning`, item.line);
  }
}
