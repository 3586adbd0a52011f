import type { SyntaxNode } from '@lezer/common';
import { parser } from '@lezer/python';
import type { FormatScanner, ScanInput } from '../contract/format.js';
import { Malformed } from './reading/byte-cursor.js';
import { distinct, guarded, lastPart } from './reading/guard.js';

const MAX_SOURCE = 2 * 1024 * 1024;
const MAX_CHAIN = 12;

/** Python shipped with a model: which calls run when it is imported, and which only in functions. */
export const pythonScanner: FormatScanner = guarded({
  id: 'python',
  sniff: (head, name) => lastPart(name).endsWith('.py') && !head.includes(0),
  scan(input) {
    if (input.source.size > MAX_SOURCE) throw new Malformed('larger than 2 MiB');
    const text = input.source.read(0, input.source.size).toString('utf8');
    if (input.member !== undefined && !isTorchScript(input.name)) input.observe({ kind: 'python.shipped', evidence: input.name });
    if (nestingOf(text) > 500) throw new Malformed('nested too deep');
    new PythonReader(input, text).read();
  },
});

/** True for code of a TorchScript archive, which is a dialect of its own and is judged with the archive. */
function isTorchScript(name: string): boolean {
  return /(^|\/)code\/(?:.+\/)?[\w.]+\.py$/.test(name);
}

/** Deepest nesting of brackets; the parser's memory depends on it. */
function nestingOf(text: string): number {
  let depth = 0;
  let deepest = 0;
  for (const char of text) {
    if (char === '(' || char === '[' || char === '{') deepest = Math.max(deepest, ++depth);
    else if (char === ')' || char === ']' || char === '}') depth = Math.max(0, depth - 1);
  }
  return deepest;
}

interface Call {
  callee: string;
  /** Innermost function around the call; undefined at module level. */
  owner: string | undefined;
  offset: number;
}

class PythonReader {
  private readonly aliases = new Map<string, string>();
  private readonly calls: Call[] = [];
  private readonly once = distinct(2000, () => this.input.unread('python: more than 2000 kinds of calls'));

  constructor(
    private readonly input: ScanInput,
    private readonly text: string,
  ) {}

  read(): void {
    const owners: string[] = [];
    const tree = parser.parse(this.text);
    tree.iterate({
      enter: (node) => {
        if (node.name === 'ImportStatement') this.imports(node.node);
        else if (node.name === 'FunctionDefinition' || node.name === 'LambdaExpression') owners.push(this.functionName(node.node));
        else if (node.name === 'CallExpression') this.call(node.node, owners.at(-1));
        else if (node.name === 'AssignStatement') this.assigned(node.node);
      },
      leave: (node) => {
        if (node.name === 'FunctionDefinition' || node.name === 'LambdaExpression') owners.pop();
      },
    });
    this.tell();
  }

  /** Source text of a node. */
  private slice(node: SyntaxNode): string {
    return this.text.slice(node.from, node.to);
  }

  /** Name by which module-level code can call the function. */
  private functionName(node: SyntaxNode): string {
    const name = node.getChild('VariableName');
    return name === null ? '<lambda>' : this.slice(name);
  }

  /** `import a.b as c`, `from a import b as c`: records the module that a name refers to. */
  private imports(node: SyntaxNode): void {
    const words = this.slice(node)
      .replace(/[()\\]/g, ' ')
      .replace(/#[^\n]*/g, ' ')
      .replace(/\s+/g, ' ')
      .trim();
    const from = /^from (\S+) import (.+)$/.exec(words);
    const list = from?.[2] ?? words.replace(/^import /, '');
    for (const item of list.split(',')) {
      const [name = '', , alias] = item.trim().split(' ');
      if (from) this.aliases.set(alias ?? name, `${from[1]}.${name}`);
      else if (alias !== undefined) this.aliases.set(alias, name);
    }
  }

  /** `run = os.system` makes another name for it. */
  private assigned(node: SyntaxNode): void {
    const target = node.firstChild;
    const value = node.lastChild;
    if (target?.name !== 'VariableName' || value === null || !/^(MemberExpression|VariableName)$/.test(value.name)) return;
    const callee = this.dotted(value, 0);
    if (callee !== undefined && callee !== this.slice(target)) this.aliases.set(this.slice(target), callee);
  }

  /** Records the call until it is known which functions run on import. */
  private call(node: SyntaxNode, owner: string | undefined): void {
    const callee = node.firstChild === null ? undefined : this.dotted(node.firstChild, 0);
    if (callee !== undefined) this.calls.push({ callee, owner, offset: node.from });
  }

  /** `os.system`, `__import__("os").system`, `getattr(os, "system")`, with aliases resolved. */
  private dotted(node: SyntaxNode, depth: number): string | undefined {
    if (depth > MAX_CHAIN) return undefined;
    if (node.name === 'VariableName') return this.aliases.get(this.slice(node)) ?? this.slice(node);
    if (node.name === 'MemberExpression') return this.member(node, depth);
    return node.name === 'CallExpression' ? this.imported(node, depth) : undefined;
  }

  /** Attribute of an expression that has a dotted name itself. */
  private member(node: SyntaxNode, depth: number): string | undefined {
    const object = node.firstChild === null ? undefined : this.dotted(node.firstChild, depth + 1);
    const name = node.getChild('PropertyName');
    return object === undefined || name === null ? undefined : `${object}.${this.slice(name)}`;
  }

  /** Calls that return a module or an attribute by its name. */
  private imported(node: SyntaxNode, depth: number): string | undefined {
    const callee = node.firstChild === null ? undefined : this.dotted(node.firstChild, depth + 1);
    const list = node.getChild('ArgList');
    const literals =
      list === null ? [] : list.getChildren('String').map((literal) => this.slice(literal).replace(/^\w*(['"]{1,3})([\s\S]*)\1$/, '$2'));
    if ((callee === '__import__' || callee === 'importlib.import_module') && literals[0] !== undefined) return literals[0];
    const object = list?.getChild('VariableName');
    if (callee === 'getattr' && object && literals[0] !== undefined) return `${this.dotted(object, depth + 1)}.${literals[0]}`;
    return callee === undefined ? undefined : `${callee}()`;
  }

  /**
   * Functions of this file that run on import, because module-level code calls them directly or through other
   * functions.
   */
  private runOnImport(): Set<string | undefined> {
    const running = new Set<string | undefined>([undefined]);
    for (let grown = true; grown; ) {
      const before = running.size;
      for (const { callee, owner } of this.calls) if (running.has(owner) && !callee.includes('.')) running.add(callee);
      grown = running.size > before && running.size < 500;
    }
    return running;
  }

  private tell(): void {
    const running = this.runOnImport();
    for (const { callee, owner, offset } of this.calls) {
      const level = running.has(owner) ? 'module' : 'function';
      this.once(`${level} ${callee}`, () =>
        this.input.observe({ kind: 'python.call', evidence: callee, offset, facts: { callee, level } }),
      );
    }
  }
}
