import type { ConfigNode, ScalarNode } from '../../collect/agents/config/config-node.js';
import type { ConfigLanguage } from '../../collect/agents/config/read-config.js';
import { redact } from '../../support/redact.js';
import { redactCommand } from '../../support/redact-command.js';
import type { ClientDocument, ServerSpan } from './client-document.js';

/**
 * The text of a file as a screen may show it: names and form as they are, `…` in place of every value and comment. Of the commands of
 * servers it shows the program, and castellan's own words. As many lines as the file.
 */
export function maskedText({ text, document, servers, language }: ClientDocument): string {
  const shown = new Set(servers.flatMap(shownPointers));
  const scalars: ScalarNode[] = [];
  collect(document.root, scalars);
  scalars.sort((a, b) => a.start - b.start);
  const [first, last] = [document.root.start, document.root.end];
  let result = hiddenLines(text.slice(0, first));
  let from = first;
  for (const node of scalars) {
    if (node.start < from) continue;
    const value = text.slice(node.start, node.end);
    result += withoutComments(text.slice(from, node.start), language);
    result += node.value === null || typeof node.value === 'boolean' || shown.has(node.pointer) ? value : hidden(value);
    from = node.end;
  }
  return result + withoutComments(text.slice(from, Math.max(from, last)), language) + hiddenLines(text.slice(Math.max(from, last)));
}

/** Pointers of the words that may be seen. */
function shownPointers({ command, args, argv, relay }: ServerSpan): string[] {
  if (command === undefined) return [];
  const items = (node: ConfigNode | undefined) => (node?.kind === 'list' ? node.items : []);
  const words = command.node.kind === 'list' ? items(command.node) : [command.node, ...items(args?.node)];
  // A whole command line in one text shows its arguments too.
  if (words.length < argv.length) return [];
  const count = relay ? relay.head.length + 1 : 1;
  return words.slice(0, count).flatMap((node, at) => (isPlain(argv[at] ?? '') ? [node.pointer] : []));
}

function isPlain(word: string): boolean {
  return redactCommand(word) === word && redact(word) === word;
}

function collect(node: ConfigNode, into: ScalarNode[]): void {
  if (node.kind === 'scalar') into.push(node);
  else for (const child of node.kind === 'list' ? node.items : node.entries.values()) collect(child, into);
}

/** A value, its quotes and the ends of its lines left. */
function hidden(value: string): string {
  const quote = /^["']/.exec(value)?.[0] ?? '';
  const body = quote === '' ? value : value.slice(1, -1);
  return quote + body.replace(/[^\r\n]+/g, '…') + quote;
}

function hiddenLines(text: string): string {
  return text.replace(/[^\s][^\r\n]*/g, '…');
}

/** Comments of a stretch without values, in which names may stand in quotes. */
function withoutComments(between: string, language: ConfigLanguage): string {
  const comments =
    language === 'json'
      ? /"(?:[^"\\\n]|\\.)*"|'(?:[^'\\\n]|\\.)*'|\/\/[^\r\n]*|\/\*[\s\S]*?\*\//g
      : /"(?:[^"\\\n]|\\.)*"|'[^'\n]*'|#[^\r\n]*/g;
  return between.replace(comments, (found) => {
    if (/^["']/.test(found)) return found;
    const mark = language === 'json' ? found.slice(0, 2) : '#';
    return mark + hiddenLines(found.slice(mark.length));
  });
}
