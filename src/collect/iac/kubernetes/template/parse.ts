import { type Node, type Operand, type ParsedTemplate, type Pipe, TemplateSyntaxError } from './syntax.js';
import { type Piece, pieces, type Token, tokensOf } from './tokens.js';

/** Nesting of blocks and brackets. */
const MAX_DEPTH = 200;

/** Parses a template. Throws TemplateSyntaxError with the line of what nobody can read. */
export function parseTemplate(template: string): ParsedTemplate {
  const parser = new BlockParser(pieces(template));
  const { nodes } = parser.list([], 0);
  return { nodes, defines: parser.defines };
}

type Ender = 'end' | 'else';

class BlockParser {
  readonly defines = new Map<string, Node[]>();
  private at = 0;

  constructor(private readonly given: readonly Piece[]) {}

  /** Nodes up to one of the enders, which is eaten; without enders up to the end. */
  list(enders: readonly Ender[], depth: number, opened = 1): { nodes: Node[]; ender?: Ender; rest?: ActionParser; line: number } {
    if (depth > MAX_DEPTH) throw new TemplateSyntaxError(opened, 'blocks are nested too deeply');
    const nodes: Node[] = [];
    while (this.at < this.given.length) {
      const piece = this.given[this.at++];
      if (!piece) break;
      if (!piece.action) {
        nodes.push({ kind: 'text', text: piece.text, line: piece.line });
        continue;
      }
      const action = new ActionParser(tokensOf(piece.text, piece.line), piece.text, piece.line);
      const word = action.keyword();
      if (word === 'end' || word === 'else') {
        if (!enders.includes(word)) throw new TemplateSyntaxError(piece.line, `{{ ${word} }} without a block`);
        return { nodes, ender: word, rest: action, line: piece.line };
      }
      const node = this.node(word, action, depth);
      if (node) nodes.push(node);
    }
    if (enders.length > 0) throw new TemplateSyntaxError(opened, 'a block without {{ end }}');
    return { nodes, line: opened };
  }

  private node(word: string | undefined, action: ActionParser, depth: number): Node | undefined {
    const { line } = action;
    switch (word) {
      case 'if':
      case 'with':
      case 'range':
        return this.branch(word, action, depth);
      case 'define':
        this.defines.set(action.name(), this.list(['end'], depth + 1, line).nodes);
        return undefined;
      case 'block': {
        const name = action.name();
        const pipe = action.pipe();
        this.defines.set(name, this.list(['end'], depth + 1, line).nodes);
        return { kind: 'template', name, pipe, line };
      }
      case 'template': {
        const name = action.name();
        return action.done ? { kind: 'template', name, line } : { kind: 'template', name, pipe: action.pipe(), line };
      }
      case 'break':
      case 'continue':
        return { kind: 'leave', word, line };
      default:
        return action.done ? undefined : { kind: 'action', pipe: action.pipe(), line };
    }
  }

  private branch(word: 'if' | 'with' | 'range', action: ActionParser, depth: number): Node {
    const { line } = action;
    const pipe = action.pipe();
    const body = this.list(['end', 'else'], depth + 1, line);
    const otherwise = body.ender === 'else' ? this.otherwise(body.rest, depth + 1, line) : [];
    return { kind: 'branch', word, pipe, body: body.nodes, otherwise, line };
  }

  /** What follows `{{ else }}`: nodes, or a further branch that shares the end. */
  private otherwise(rest: ActionParser | undefined, depth: number, opened: number): Node[] {
    const word = rest?.keyword();
    if (rest && (word === 'if' || word === 'with')) {
      if (depth > MAX_DEPTH) throw new TemplateSyntaxError(opened, 'blocks are nested too deeply');
      return [this.branch(word, rest, depth)];
    }
    return this.list(['end'], depth, opened).nodes;
  }
}

const KEYWORDS = new Set(['if', 'with', 'range', 'define', 'block', 'template', 'break', 'continue', 'end', 'else']);

/** Parses what stands in one action. */
class ActionParser {
  private at = 0;

  constructor(
    private readonly tokens: readonly Token[],
    private readonly source: string,
    readonly line: number,
  ) {}

  get done(): boolean {
    return this.at >= this.tokens.length;
  }

  keyword(): string | undefined {
    const token = this.tokens[this.at];
    if (token?.kind !== 'word' || !KEYWORDS.has(token.text)) return undefined;
    this.at++;
    return token.text;
  }

  /** The name of a template. */
  name(): string {
    const token = this.tokens[this.at++];
    if (token?.kind !== 'value' || typeof token.value !== 'string') throw this.error('the name of a template must be a text');
    return token.value;
  }

  pipe(depth = 0): Pipe {
    if (depth > MAX_DEPTH) throw this.error('brackets are nested too deeply');
    const { variables, sets } = this.declared();
    const commands: Operand[][] = [];
    do {
      const command: Operand[] = [];
      for (let operand = this.operand(depth); operand; operand = this.operand(depth)) command.push(operand);
      if (command.length === 0) throw this.error('an empty command');
      commands.push(command);
    } while (this.sign('|'));
    if (depth === 0 && !this.done) throw this.error(`"${this.tokens[this.at]?.text ?? ''}" is not expected here`);
    return { variables, sets, commands, source: this.source };
  }

  /** `$x :=`, `$x =`, `$k, $v :=`. */
  private declared(): Pick<Pipe, 'variables' | 'sets'> {
    const [first, second, third, fourth] = this.tokens.slice(this.at, this.at + 4);
    if (first?.kind !== 'variable') return { variables: [], sets: false };
    if (second?.kind === 'sign' && (second.text === ':=' || second.text === '=')) {
      this.at += 2;
      return { variables: [first.text], sets: second.text === '=' };
    }
    if (second?.text === ',' && third?.kind === 'variable' && fourth?.kind === 'sign' && (fourth.text === ':=' || fourth.text === '=')) {
      this.at += 4;
      return { variables: [first.text, third.text], sets: fourth.text === '=' };
    }
    return { variables: [], sets: false };
  }

  private operand(depth: number): Operand | undefined {
    const token = this.tokens[this.at];
    if (!token || (token.kind === 'sign' && token.text !== '(' && token.text !== '.')) return undefined;
    this.at++;
    if (token.kind === 'value') return { kind: 'value', value: token.value };
    if (token.kind === 'word') return { kind: 'function', name: token.text };
    if (token.kind === 'field') return this.way('.', [token.text]);
    if (token.kind === 'variable') return this.way(`$${token.text.slice(1)}`, []);
    if (token.text === '.') return this.way('.', []);
    const inner = this.pipe(depth + 1);
    if (!this.sign(')')) throw this.error('a bracket that is never closed');
    return this.way(inner, []);
  }

  private way(from: '.' | `$${string}` | Pipe, fields: string[]): Operand {
    for (let next = this.tokens[this.at]; next?.kind === 'field' && !next.spaced; next = this.tokens[this.at]) {
      fields.push(next.text);
      this.at++;
    }
    const start = typeof from === 'string' ? from : `(${from.source})`;
    const source = fields.length === 0 ? start : `${start === '.' ? '' : start}.${fields.join('.')}`;
    return { kind: 'way', from, fields, source };
  }

  private sign(text: string): boolean {
    const token = this.tokens[this.at];
    if (token?.kind !== 'sign' || token.text !== text) return false;
    this.at++;
    return true;
  }

  private error(message: string): TemplateSyntaxError {
    return new TemplateSyntaxError(this.line, message);
  }
}
