import type { ConfigNode } from '../../collect/agents/config/config-node.js';
import { type ClientDocument, nodeAt, type ServerSpan } from './client-document.js';
import type { TextEdit } from './edit.js';
import { flowList, itemsBefore, literal, memberAfter } from './syntax.js';

/** What stands at the beginning of a value now, and what stood there before. Both are texts of the file. */
export interface Replacement {
  /** The value of the command, that of the arguments, or the first item of the list that holds the words. */
  at: 'command' | 'args' | 'items';
  before: string;
  now: string;
}

/** How the start of one server is to be edited, and the words that then start it. */
export interface StartChange {
  replacements: Replacement[];
  argv: string[];
}

/** What only the client resolves: it may do so for the program, and not for an argument. */
const CLIENT_PATH = /^~|%[^%\s]+%/;
/** What a shell would read in a command line. */
const SHELL_MARKS = /[$`|&;<>(){}*?~%#!\n]/;

/** Puts words before the command of a server. A text says why that cannot be done in place. */
export function putBefore(document: ClientDocument, server: ServerSpan, head: readonly string[]): StartChange | string {
  const { command, args, argv } = server;
  const argvNow = [...head, ...argv];
  const [program = ''] = argv;
  if (command === undefined || program === '') return 'no command of its own starts it';
  if (CLIENT_PATH.test(program)) return 'only its client can resolve where its program lies';
  if (command.node.kind === 'list') {
    const now = itemsBefore(document, command.node, head);
    return now === undefined ? ODD_LIST : { replacements: [{ at: 'items', before: '', now }], argv: argvNow };
  }
  const [first = '', ...rest] = head;
  const before = spanOf(document, command.node);
  if (document.language !== 'json' && before.includes('\n')) return 'its command runs over several lines';
  const start: Replacement = { at: 'command', before, now: literal(first) };
  if (args?.node.kind === 'list') {
    const now = itemsBefore(document, args.node, [...rest, program]);
    return now === undefined ? ODD_LIST : { replacements: [start, { at: 'items', before: '', now }], argv: argvNow };
  }
  if (args && !(args.node.kind === 'scalar' && args.node.value === null)) return 'its arguments are one text';
  if (argv.length > 1 && SHELL_MARKS.test(before)) return 'its command is a line for a shell';
  const list = flowList([...rest, ...argv]);
  if (args) {
    const none = spanOf(document, args.node);
    return none === '' ? 'its arguments are left open' : { replacements: [start, { at: 'args', before: none, now: list }], argv: argvNow };
  }
  const member = memberAfter(document, placeOf(document, command), list);
  if (member === undefined) return 'it is written in a way of its own';
  return { replacements: [{ ...start, now: start.now + member }], argv: argvNow };
}

const ODD_LIST = 'its list of words is written in a way of its own';

/** Takes what castellan put before the command away again, by the words alone. A text says why that cannot be done. */
export function takeAway({ command, args, relay }: ServerSpan): { edits: TextEdit[]; argv: string[] } | string {
  const argv = relay?.inner.map(({ text }) => text) ?? [];
  const count = relay?.head.length ?? 0;
  if (command?.node.kind === 'list') {
    const edit = withoutFirst(command.node, count);
    return edit && argv.length > 0 ? { edits: [edit], argv } : 'its words are not those that castellan writes';
  }
  const edit = args?.node.kind === 'list' ? withoutFirst(args.node, count) : undefined;
  if (command === undefined || edit === undefined || argv[0] === undefined) return 'its words are not those that castellan writes';
  return { edits: [{ start: command.node.start, end: command.node.end, text: literal(argv[0]) }, edit], argv };
}

/** The edit that takes the first items of a list away; undefined where it has not so many. */
function withoutFirst(list: ConfigNode & { kind: 'list' }, count: number): TextEdit | undefined {
  const [first] = list.items;
  const next = list.items[count];
  if (first === undefined || list.items.length < count) return undefined;
  return next ? { start: first.start, end: next.start, text: '' } : { start: list.start, end: list.end, text: '[]' };
}

/** The edits that put back what stood there, byte for byte; undefined where the file no longer holds what was written. */
export function putBack(document: ClientDocument, server: ServerSpan, replacements: readonly Replacement[]): TextEdit[] | undefined {
  const edits = replacements.flatMap(({ at, before, now }) => {
    const start = offsetOf(server, at);
    return start !== undefined && document.text.startsWith(now, start) ? [{ start, end: start + now.length, text: before }] : [];
  });
  return edits.length === replacements.length ? edits : undefined;
}

/** The edits that make replacements in a text where they have not been made. */
export function makeEdits(server: ServerSpan, replacements: readonly Replacement[]): TextEdit[] {
  return replacements.flatMap(({ at, before, now }) => {
    const start = offsetOf(server, at);
    return start === undefined ? [] : [{ start, end: start + before.length, text: now }];
  });
}

function offsetOf({ command, args }: ServerSpan, at: Replacement['at']): number | undefined {
  if (at === 'command') return command?.node.start;
  if (at === 'args') return args?.node.start;
  const list = command?.node.kind === 'list' ? command.node : args?.node;
  return list?.kind === 'list' ? (list.items[0]?.start ?? list.start + 1) : undefined;
}

/** The map that a command stands in, and the names of the command and of the arguments beside it. */
function placeOf({ client, document }: ClientDocument, { node: value, spelling }: NonNullable<ServerSpan['command']>) {
  const parent = spelling.slice(0, spelling.lastIndexOf('.') + 1);
  const spellings = client.fields?.args ?? ['args'];
  const beside = spellings.find((name) => name.slice(0, name.lastIndexOf('.') + 1) === parent) ?? `${parent}args`;
  const map = nodeAt(document.root, value.pointer.slice(0, value.pointer.lastIndexOf('/'))) ?? value;
  return { map, value, names: [spelling.slice(parent.length), beside.slice(parent.length)] as const };
}

function spanOf({ text }: ClientDocument, { start, end }: ConfigNode): string {
  return text.slice(start, end);
}
