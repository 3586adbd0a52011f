import fc from 'fast-check';
import type { AiClient } from '../../../src/collect/agents/clients/client.js';
import { aiClients } from '../../../src/collect/agents/registry.js';
import { type ClientDocument, openDocument } from '../../../src/runtime/shield/client-document.js';

/** A server before it is written in the way of a client. */
export interface SampleServer {
  name: string;
  program: string;
  args: string[];
  /** False: the entry has no list of arguments. */
  listed: boolean;
  token: string;
}

/** How a text is written: what stands between its parts, taken in turn. */
interface Style {
  gaps: readonly string[];
  eol: string;
  flow: boolean;
  quote: boolean;
}

type Writer = (servers: readonly SampleServer[], style: Style) => string;

/** Strings that mean something to one of the languages, to a shell, or to nobody. */
const word = fc.oneof(
  fc.constantFrom(
    '-y',
    '--',
    '--server',
    'a b',
    '"',
    "'",
    '\\',
    '#',
    ': ',
    '- x',
    '{',
    '[',
    '*',
    '&a',
    '!t',
    'true',
    '1',
    '~x',
    'ключ',
    '🙂',
    '%A%',
  ),
  fc.string({ maxLength: 12 }).filter((text) => !/[\u0000-\u001f\u007f-\u009f]/.test(text)),
);

export const sampleServers = fc.uniqueArray(
  fc.record({
    name: fc.stringMatching(/^[a-z][a-z0-9_-]{0,8}$/),
    program: fc.oneof(fc.constantFrom('npx', '/opt/bin/x', './run', 'C:\\x\\y.exe', 'имя'), fc.stringMatching(/^[a-z][a-z0-9./-]{0,8}$/)),
    args: fc.array(word, { maxLength: 4 }),
    listed: fc.boolean(),
    token: word,
  }),
  { selector: ({ name }) => name, minLength: 1, maxLength: 4 },
);

function inTurn(gaps: readonly string[]): () => string {
  let at = 0;
  return () => gaps[at++ % gaps.length] ?? '';
}

const json = (value: string) => JSON.stringify(value);

/** A text with gaps between all tokens; `{` and its like are tokens. */
function spaced(tokens: readonly string[], { gaps }: Style): string {
  const gap = inTurn(gaps);
  return tokens.map((token) => gap() + token).join('') + gap();
}

function jsonObject(members: readonly [string, string[]][]): string[] {
  return ['{', ...members.flatMap(([key, value], at) => [...(at > 0 ? [','] : []), json(key), ':', ...value]), '}'];
}

function jsonList(items: readonly string[]): string[] {
  return ['[', ...items.flatMap((item, at) => [...(at > 0 ? [','] : []), json(item)]), ']'];
}

function jsonEntry({ program, args, listed, token }: SampleServer): [string, string[]][] {
  return [
    ['command', [json(program)]],
    ...(listed || args.length > 0 ? [['args', jsonList(args)] as [string, string[]]] : []),
    ['env', jsonObject([['TOKEN', [json(token)]]])],
  ];
}

function jsonText(key: string, entry: (server: SampleServer) => [string, string[]][]): Writer {
  return (servers, style) =>
    spaced(
      jsonObject([
        ['before', [json('x')]],
        [key, jsonObject(servers.map((server) => [server.name, jsonObject(entry(server))]))],
      ]),
      style,
    );
}

const zedEntry = ({ program, args, listed, token }: SampleServer): [string, string[]][] => [
  [
    'command',
    jsonObject([['path', [json(program)]], ...(listed || args.length > 0 ? [['args', jsonList(args)] as [string, string[]]] : [])]),
  ],
  ['env', jsonObject([['TOKEN', [json(token)]]])],
];

const opencodeEntry = ({ program, args, token }: SampleServer): [string, string[]][] => [
  ['command', jsonList([program, ...args])],
  ['environment', jsonObject([['TOKEN', [json(token)]]])],
];

/** TOML takes what JSON escapes, but for surrogates, which the words have none of. */
function tomlText(header: (name: string) => string, named: boolean): Writer {
  return (servers, { eol, flow, quote, gaps }) => {
    const comment = gaps.some((gap) => gap.includes('/')) ? ' # note' : '';
    const text = (value: string) => (quote && !value.includes("'") ? `'${value}'` : json(value));
    const lines = servers.flatMap(({ name, program, args, listed, token }) => {
      const items = args.map((arg) => (flow ? text(arg) : `${eol}  ${text(arg)}, # an item`)).join(flow ? ', ' : '');
      return [
        `${header(name)}${comment}`,
        ...(named ? [`name = ${json(name)}`] : []),
        `  command  =\t${text(program)}${comment}`,
        ...(listed || args.length > 0 ? [`args=[${items}${flow ? '' : eol}]`] : []),
        `env = { TOKEN = ${text(token)} }`,
        '',
      ];
    });
    return [`model = "x"${comment}`, '', ...lines].join(eol);
  };
}

function yamlText(key: string, fields: { command: string; env: string }, asList: boolean): Writer {
  return (servers, { eol, flow, gaps }) => {
    const comment = gaps.some((gap) => gap.includes('/')) ? '   # note' : '';
    const lines = servers.flatMap(({ name, program, args, listed, token }) => {
      const head = asList ? [`  - name: ${json(name)}${comment}`] : [`  ${name}:${comment}`];
      const list =
        flow || args.length === 0
          ? [`    args: [${args.map(json).join(', ')}]`]
          : ['    args:', ...args.map((arg) => `      -   ${json(arg)}${comment}`)];
      const value = /^[a-zA-Zа-я./-]+$/.test(program) ? program : json(program);
      return [
        ...head,
        `    ${fields.command}:  ${value}${comment}`,
        ...(listed || args.length > 0 ? list : []),
        `    ${fields.env}: {TOKEN: ${json(token)}}`,
        '    # end',
      ];
    });
    return [`other: x${comment}`, `${key}:`, ...lines, ''].join(eol);
  };
}

/** Clients whose files are written in all ways that there are, each with its writer. */
export const writers: readonly { client: string; path: string; write: Writer }[] = [
  { client: 'cursor', path: '~/.cursor/mcp.json', write: jsonText('mcpServers', jsonEntry) },
  { client: 'openclaw', path: '~/.openclaw/openclaw.json', write: jsonText('mcpServers', jsonEntry) },
  { client: 'zed', path: '~/.config/zed/settings.json', write: jsonText('context_servers', zedEntry) },
  { client: 'opencode', path: '~/.config/opencode/opencode.json', write: jsonText('mcp', opencodeEntry) },
  { client: 'codex', path: '~/.codex/config.toml', write: tomlText((name) => `[mcp_servers.${name}]`, false) },
  { client: 'mistral-vibe', path: '~/.vibe/config.toml', write: tomlText(() => '[[mcp_servers]]', true) },
  { client: 'goose', path: '~/.config/goose/config.yaml', write: yamlText('extensions', { command: 'cmd', env: 'envs' }, false) },
  { client: 'continue', path: '~/.continue/config.yaml', write: yamlText('mcpServers', { command: 'command', env: 'env' }, true) },
  {
    client: 'agent-front-matter',
    path: '~/.claude/agents/helper.md',
    write: (servers, style) => {
      const head = yamlText('mcpServers', { command: 'command', env: 'env' }, false)(servers, style);
      return ['---', `${head}---`, '', '# An agent', 'command: "x"', ''].join(style.eol);
    },
  },
];

/** A style; JSON has comments and line ends wherever a space may be. */
export const styles = fc.record({
  gaps: fc.array(fc.constantFrom('', ' ', '\t', '\n', '\r\n', '\n  ', '/* no "quote */', "// it's {\n", ' /**/ '), {
    minLength: 1,
    maxLength: 6,
  }),
  eol: fc.constantFrom('\n', '\r\n'),
  flow: fc.boolean(),
  quote: fc.boolean(),
});

/** The document of a text as a client's file. */
export function documentOf({ client: id, path }: { client: string; path: string }, text: string): ClientDocument {
  const client = aiClients.find((one): one is AiClient => one.id === id);
  if (!client) throw new Error(`no client ${id}`);
  const root = { absolute: '/home', shown: '~/', scope: 'home' as const };
  return openDocument({ client, file: { absolute: path.replace('~', '/home'), path, root, symlink: false }, os: 'linux' }, text);
}
