import { escapeOf } from '../reading/path-escape.js';
import type { Piece, Token } from './tokens.js';
import { tokensOf } from './tokens.js';

/** A way in which a template leaves the template language. */
export interface TemplateEscape {
  /**
   * `internals` reaches Python, `object` touches an engine global, `import` reads another template, `file` one outside
   * the model, `load` exhausts the machine.
   */
  readonly how: 'internals' | 'object' | 'import' | 'file' | 'load';
  readonly evidence: string;
  readonly offset: number;
}

const DUNDER = /^_{1,2}[A-Za-z]\w*$/;
const WHOLE_DUNDER = /^__[A-Za-z]\w*__$/;
const HOLDS_DUNDER = /__[A-Za-z]\w*__/;
/** Attributes of functions, frames, code and generators that lead out of the sandbox without an underscore. */
const INTERNAL =
  /^(mro|func_globals|func_code|f_globals|f_locals|f_builtins|f_back|f_code|gi_frame|gi_code|cr_frame|cr_code|ag_frame|ag_code|tb_frame|tb_next|im_func|im_self|im_class|co_code|from_envvar|from_pyfile|from_object)$/;
/** Calls that no value of a chat has. */
const PROCESS_CALL = /^(popen|system|check_output|Popen|getoutput|urlopen|import_module|load_module|exec_module|spawnl|execv|execve)$/;
const PYTHON_CALL = /^(getattr|setattr|eval|exec|open|compile|globals|locals|vars|__import__|breakpoint|getconfig)$/;
/** Globals of the engine or of web frameworks; calling them is normal, accessing their attributes is not. */
const GADGET = /^(cycler|lipsum|joiner|self|config|request|url_for|get_flashed_messages|application|g)$/;
const HARD_GADGET = /^(cycler|lipsum|joiner|url_for|get_flashed_messages)$/;
/** Filters that take the name of an attribute. */
const ATTRIBUTE_FILTER = /^(attr|map|selectattr|rejectattr|groupby|sort|sum|unique|min|max|join)$/;
const LARGE_RANGE = 10_000_000;

/** All escapes in one template's code, in order. Text, comments and literals that are only printed are ignored. */
export function* escapesOf(pieces: readonly Piece[]): Generator<TemplateEscape> {
  const locals = new Set<string>();
  for (const piece of pieces) {
    if (piece.kind === 'text') continue;
    const tokens = tokensOf(piece.text);
    if (piece.kind === 'statement') rememberLocal(tokens, locals);
    for (const found of new CodeReader(tokens, piece.kind === 'statement', locals).escapes()) yield { ...found, offset: piece.offset };
  }
}

/** `set config = …` and `for request in …` make a name the template's own. */
function rememberLocal(tokens: readonly Token[], locals: Set<string>): void {
  const [first, second, third] = tokens;
  if (second?.kind !== 'name' || third === undefined) return;
  if (first?.text === 'for' || (first?.text === 'set' && third.text === '=')) locals.add(second.text);
}

type Found = Omit<TemplateEscape, 'offset'>;

class CodeReader {
  constructor(
    private readonly tokens: readonly Token[],
    private readonly statement: boolean,
    private readonly locals: ReadonlySet<string>,
  ) {}

  *escapes(): Generator<Found> {
    const keyword = this.statement ? this.tokens[0]?.text : undefined;
    if (keyword !== undefined && /^(import|include|extends|from)$/.test(keyword))
      yield { how: this.namesFile() ? 'file' : 'import', evidence: this.quote(0) };
    for (let at = 0; at < this.tokens.length; at++) {
      const found = this.at(at);
      if (found !== undefined) yield found;
    }
  }

  private namesFile(): boolean {
    return this.tokens.some(({ kind, text }) => kind === 'string' && escapeOf(text) !== undefined);
  }

  private at(at: number): Found | undefined {
    const token = this.tokens[at];
    if (token?.kind === 'string') return this.literal(at, token.text);
    if (token?.kind === 'name') return this.name(at, token.text);
    if (token?.text === '[' && this.isSubscript(at)) return this.built(at);
    return undefined;
  }

  private name(at: number, name: string): Found | undefined {
    const before = this.tokens[at - 1]?.text;
    const after = this.tokens[at + 1]?.text;
    if (before === '.') return this.attribute(at, name, after);
    if (DUNDER.test(name) && name.startsWith('__')) return { how: 'internals', evidence: this.quote(at) };
    if (before === '|') return this.filter(at, name, after);
    if (after === '(') return this.call(at, name);
    return this.gadget(at, name, after);
  }

  /** `x.name`: names with underscores and attributes of interpreters. */
  private attribute(at: number, name: string, after: string | undefined): Found | undefined {
    const inner = DUNDER.test(name) || INTERNAL.test(name) || (after === '(' && PROCESS_CALL.test(name));
    return inner ? { how: 'internals', evidence: this.quote(at) } : undefined;
  }

  /** `x | filter(argument)`: filters that look up an attribute by text. */
  private filter(at: number, name: string, after: string | undefined): Found | undefined {
    if (!ATTRIBUTE_FILTER.test(name) || after !== '(') return undefined;
    const argument = this.inside(at + 1);
    const constant = argument.length === 1 && argument[0]?.kind === 'string';
    if (name === 'attr' && !constant) return { how: 'internals', evidence: this.quote(at) };
    return this.holdsInternal(argument) ? { how: 'internals', evidence: this.quote(at) } : undefined;
  }

  /** `name(…)`: functions that Jinja does not have, and loops without end. */
  private call(at: number, name: string): Found | undefined {
    if (PYTHON_CALL.test(name) && !this.locals.has(name)) return { how: 'internals', evidence: this.quote(at) };
    const large = name === 'range' && this.inside(at + 1).some(({ kind, text }) => kind === 'number' && Number(text) >= LARGE_RANGE);
    return large ? { how: 'load', evidence: this.quote(at) } : undefined;
  }

  /** A global of the engine, unless the template defined the name itself. */
  private gadget(at: number, name: string, after: string | undefined): Found | undefined {
    if (!GADGET.test(name) || this.locals.has(name) || (after !== '.' && after !== '[')) return undefined;
    return { how: HARD_GADGET.test(name) ? 'internals' : 'object', evidence: this.quote(at) };
  }

  /** A literal that consists of an internal name is meant as one, wherever it is. */
  private literal(at: number, text: string): Found | undefined {
    const reversed = [...text].reverse().join('');
    if (/^_+$/.test(text) && this.tokens[at + 1]?.text === '*') return { how: 'internals', evidence: this.quote(at) };
    return WHOLE_DUNDER.test(text) || (WHOLE_DUNDER.test(reversed) && this.tokens[at + 2]?.text === 'reverse')
      ? { how: 'internals', evidence: this.quote(Math.max(0, at - 1)) }
      : undefined;
  }

  /** `x['__cl' ~ 'ass__']`, `x['%c%c' | format(95, 95)]`, `x[''.join([chr(95), …])]`. */
  private built(at: number): Found | undefined {
    const inside = this.inside(at);
    const spelled = inside.some(({ kind, text }) => kind === 'name' && /^(format|join|chr|reverse|replace)$/.test(text));
    const glued = inside.some(({ text }) => text === '~' || text === '+' || text === '*' || text === '%');
    const letters = inside.filter(({ kind }) => kind === 'string').map(({ text }) => text);
    const codes = inside.some(({ kind, text }) => kind === 'number' && text === '95');
    const hides =
      this.holdsInternal(inside) ||
      (glued && letters.some((text) => /^_+$|^__|__$/.test(text))) ||
      (spelled && (codes || /%c/.test(letters.join(''))));
    return hides ? { how: 'internals', evidence: this.quote(Math.max(0, at - 1)) } : undefined;
  }

  private holdsInternal(tokens: readonly Token[]): boolean {
    const letters = tokens.filter(({ kind }) => kind === 'string').map(({ text }) => text);
    const joined = letters.join('');
    return HOLDS_DUNDER.test(joined) || letters.some((text) => INTERNAL.test(text)) || HOLDS_DUNDER.test([...joined].reverse().join(''));
  }

  /** A bracket after a value is a subscript; elsewhere it opens a list. */
  private isSubscript(at: number): boolean {
    const before = this.tokens[at - 1];
    if (before === undefined || (before.kind === 'name' && /^(in|if|and|or|not|else|is)$/.test(before.text))) return false;
    return before.kind !== 'operator' || before.text === ')' || before.text === ']' || before.text === '}';
  }

  /** Tokens between a bracket and its partner; at most 64, so that nested brackets stay linear. */
  private inside(open: number): Token[] {
    let depth = 0;
    const found: Token[] = [];
    for (let at = open; at < this.tokens.length && found.length < 64; at++) {
      const token = this.tokens[at];
      if (token === undefined) break;
      if (token.kind === 'operator' && '([{'.includes(token.text)) depth++;
      if (token.kind === 'operator' && ')]}'.includes(token.text) && --depth === 0) break;
      if (at > open) found.push(token);
    }
    return found;
  }

  /** The surrounding tokens, joined to text again. */
  private quote(at: number): string {
    const part = this.tokens.slice(Math.max(0, at - 2), at + 10);
    return part
      .map(({ kind, text }) =>
        kind === 'string' ? `'${text}'` : /^(in|is|if|and|or|not|import|include|from|extends)$/.test(text) ? ` ${text} ` : text,
      )
      .join('')
      .trim();
  }
}
