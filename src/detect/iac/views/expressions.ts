/** An expression of a workflow, `${{ … }}`, in a text: what it holds and where. */
export interface Expression {
  /** Without the marks. */
  text: string;
  /** Lines before it in the text. */
  lines: number;
}

/** The expressions of a text in their order. */
export function expressionsOf(text: string): Expression[] {
  return [...text.matchAll(/\$\{\{([\s\S]*?)\}\}/g)].map(({ 1: inner = '', index }) => ({
    text: inner.trim(),
    lines: text.slice(0, index).split('\n').length - 1,
  }));
}

/** Functions that give a boolean or a hash, so that nothing of their arguments is in the result. */
const CLOSED = new Set(['contains', 'startswith', 'endswith', 'hashfiles', 'success', 'failure', 'always', 'cancelled']);
const TOKEN = /\s*(?:('(?:[^']|'')*')|(-?\d[\w.]*)|([A-Za-z_][\w-]*)|(&&|\|\||==|!=|<=|>=|[!<>()[\].,*]))/y;
const MAX_DEPTH = 50;

/**
 * The contexts whose value is in the value of an expression, as dotted paths in lower case: `github.event.issue.title`. What only decides (a
 * comparison, the left side of `&&`) is left out. A computed index is `[]`, and `*` stands for each item.
 */
export function flowsOf(expression: string): string[] {
  const parser = new ExpressionParser(expression);
  try {
    return [...new Set(parser.or(0))];
  } catch (error) {
    if (error instanceof SyntaxError) return [];
    throw error;
  }
}

class ExpressionParser {
  private readonly tokens: string[] = [];
  private at = 0;

  constructor(text: string) {
    TOKEN.lastIndex = 0;
    for (let match = TOKEN.exec(text); match; match = TOKEN.exec(text)) this.tokens.push(match[0].trim());
  }

  or(depth: number): string[] {
    if (depth > MAX_DEPTH) throw new SyntaxError('nested too deeply');
    const flows = this.and(depth);
    while (this.take('||')) flows.push(...this.and(depth));
    return flows;
  }

  /** `a && b` is b, or a where it is false, empty or zero. */
  private and(depth: number): string[] {
    let flows = this.comparison(depth);
    while (this.take('&&')) flows = this.comparison(depth);
    return flows;
  }

  private comparison(depth: number): string[] {
    const flows = this.unary(depth);
    if (!['==', '!=', '<', '>', '<=', '>='].includes(this.tokens[this.at] ?? '')) return flows;
    this.at++;
    this.unary(depth);
    return [];
  }

  private unary(depth: number): string[] {
    if (!this.take('!')) return this.primary(depth);
    this.unary(depth + 1);
    return [];
  }

  private primary(depth: number): string[] {
    if (this.take('(')) {
      const flows = this.or(depth + 1);
      this.take(')');
      return this.path(flows, depth);
    }
    const token = this.tokens[this.at++];
    if (token === undefined) throw new SyntaxError('ends too early');
    if (/^['-\d]/.test(token)) return [];
    const name = token.toLowerCase();
    return this.path(this.take('(') ? this.called(name, depth) : [name], depth);
  }

  private called(name: string, depth: number): string[] {
    const flows: string[] = [];
    while (this.at < this.tokens.length && !this.take(')')) {
      flows.push(...this.or(depth + 1));
      this.take(',');
    }
    if (name === 'tojson') return flows.map((flow) => `${flow}.*`);
    return CLOSED.has(name) ? [] : flows;
  }

  /** The members that are taken of a value. */
  private path(start: string[], depth: number): string[] {
    let flows = start;
    for (;;) {
      if (this.take('.')) flows = this.followed(flows, (this.tokens[this.at++] ?? '').toLowerCase());
      else if (this.take('[')) {
        const literal = /^'(.*)'$/.exec(this.tokens[this.at] ?? '')?.[1];
        const isNumber = /^\d+$/.test(this.tokens[this.at] ?? '');
        const key = this.take('*') ? '*' : literal !== undefined || isNumber ? literal?.toLowerCase() : '[]';
        if (literal !== undefined || isNumber) this.at++;
        else if (key === '[]') this.or(depth + 1);
        this.take(']');
        flows = this.followed(flows, key ?? '*');
      } else return flows;
    }
  }

  private followed(flows: readonly string[], key: string): string[] {
    return flows.map((flow) => `${flow}.${key}`);
  }

  private take(token: string): boolean {
    if (this.tokens[this.at] !== token) return false;
    this.at++;
    return true;
  }
}
