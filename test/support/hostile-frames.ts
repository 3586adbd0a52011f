/** A frame that somebody sends to break, confuse or pass by a relay, and what is to come of it. */
export interface HostileFrame {
  name: string;
  from: 'client' | 'server';
  /** The line, without its line feed. */
  bytes: Buffer;
  /**
   * `refused`: answered by the protocol's own error (a server's: the request that it may answer ends so, or it is kept off the client).
   * `dropped`: nobody asked, so nobody is told. `passed`: goes on as it came. `any`: one of these.
   */
  outcome: 'refused' | 'dropped' | 'passed' | 'any';
  /** Revision of the protocol that was agreed; one with batches where it says so. */
  revision: typeof NO_BATCHES | typeof BATCHES;
}

const NO_BATCHES = '2025-06-18';
const BATCHES = '2025-03-26';

/** Bytes of a frame that the corpus is judged by: a longer one is too long. */
export const CORPUS_LIMIT = 4096;

/** Ids that wait for an answer when a frame of the corpus comes: of the client's call, and of the server's question. */
export const OPEN_CALL = 7;
export const OPEN_QUESTION = 8;

/** Ids of calls that are over: the client has cancelled the one, and the server has answered the other. */
export const CANCELLED_CALL = 11;
export const ANSWERED_CALL = 12;

const SEED = 20_260_728;
const EACH = 82;

/** Every frame of the corpus, always the same. */
export function hostileFrames(): HostileFrame[] {
  const random = mulberry(SEED);
  const made = GENERATORS.flatMap(([name, outcome, make]) =>
    Array.from({ length: EACH }, (_, at): HostileFrame => {
      const from = at % 2 === 0 ? 'client' : 'server';
      return { name: `${name} ${at + 1}`, from, bytes: Buffer.from(make(random, from)), outcome, revision: NO_BATCHES };
    }),
  );
  return [
    ...HAND_MADE.map(([name, from, outcome, text]) => ({ name, from, outcome, bytes: Buffer.from(text), revision: NO_BATCHES }) as const),
    ...BATCHED.map(([name, from, outcome, text]) => ({ name, from, outcome, bytes: Buffer.from(text), revision: BATCHES }) as const),
    ...made,
  ];
}

type Random = () => number;
type Make = (random: Random, from: 'client' | 'server') => string | Uint8Array;

function mulberry(seed: number): Random {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

function below(random: Random, most: number): number {
  return Math.floor(random() * most);
}

const call = (id: string, args: string) =>
  `{"jsonrpc":"2.0","id":${id},"method":"tools/call","params":{"name":"text","arguments":${args}}}`;
const answer = (id: string, text: string) => `{"result":{"content":[{"type":"text","text":${text}}]},"jsonrpc":"2.0","id":${id}}`;

/** A frame of either side with `value` somewhere in it. */
function around(from: 'client' | 'server', value: string, id: number): string {
  return from === 'client' ? call(String(1_000 + id), `{"a":${value}}`) : answer(String(OPEN_CALL), value);
}

function word(random: Random): string {
  return Array.from({ length: 1 + below(random, 8) }, () => 'abcdefghij'[below(random, 10)]).join('');
}

const GENERATORS: readonly (readonly [string, HostileFrame['outcome'], Make])[] = [
  ['a member twice', 'refused', twice],
  ['a member twice, spelt with an escape', 'refused', twiceEscaped],
  ['too deep', 'refused', (random, from) => around(from, deep(65 + below(random, 400), random() < 0.5), below(random, 999))],
  ['lone surrogate', 'refused', loneSurrogate],
  ['invalid UTF-8', 'refused', invalidUtf8],
  ['cut short', 'refused', cutShort],
  ['too long', 'refused', (random, from) => around(from, `"${'x'.repeat(CORPUS_LIMIT + below(random, 900))}"`, below(random, 999))],
  ['a second frame behind a carriage return', 'refused', smuggled],
  ['a batch', 'refused', batch],
  ['an id that is none', 'refused', wrongId],
  [
    '__proto__ and its like',
    'passed',
    (random, from) =>
      around(from, `{"__proto__":{"${word(random)}":1},"constructor":{"prototype":${below(random, 9)}}}`, below(random, 999)),
  ],
  ['mutated', 'any', mutated],
];

function twice(random: Random, from: 'client' | 'server'): string {
  const name = word(random);
  const [inner, id] = [`{"${name}":1,"b":[${below(random, 9)}],"${name}":2}`, below(random, 999)];
  if (random() < 0.5) return around(from, inner, id);
  return from === 'client'
    ? call('"x"', '{}').replace('"params"', '"method":"ping","params"')
    : answer(String(OPEN_CALL), '"x"').replace('{', '{"result":{},');
}

function twiceEscaped(random: Random, from: 'client' | 'server'): string {
  const name = `k${word(random)}`;
  const escaped = `\\u00${name.charCodeAt(0).toString(16)}${name.slice(1)}`;
  return around(from, `{"${name}":1,"${escaped}":2}`, below(random, 999));
}

function deep(levels: number, isList: boolean): string {
  return isList ? '['.repeat(levels) + ']'.repeat(levels) : `${'{"a":'.repeat(levels)}1${'}'.repeat(levels)}`;
}

function loneSurrogate(random: Random, from: 'client' | 'server'): string {
  const code = 0xd800 + below(random, 0x800);
  const lone = `\\u${code.toString(16)}`;
  return around(from, random() < 0.5 ? `"a${lone}b"` : `{"${lone}":1}`, below(random, 999));
}

const NO_UTF8 = [[0xff], [0xc0, 0xaf], [0xed, 0xa0, 0x80], [0xf5, 0x80, 0x80, 0x80], [0xe2, 0x82], [0x80]] as const;

function invalidUtf8(random: Random, from: 'client' | 'server'): Uint8Array {
  const [before, after] = around(from, '"@@"', below(random, 999)).split('@@');
  return Buffer.concat([Buffer.from(before ?? ''), Buffer.from(NO_UTF8[below(random, NO_UTF8.length)] ?? []), Buffer.from(after ?? '')]);
}

function cutShort(random: Random, from: 'client' | 'server'): string {
  const whole = around(from, `"${word(random)}"`, below(random, 999));
  return whole.slice(0, 1 + below(random, whole.length - 1));
}

function smuggled(random: Random, from: 'client' | 'server'): string {
  const inner = from === 'client' ? call(String(below(random, 99)), '{}') : answer(String(below(random, 99)), '"x"');
  return around(from, `\r${inner}\r`, below(random, 999));
}

function batch(random: Random, from: 'client' | 'server'): string {
  const one = around(from, `"${word(random)}"`, below(random, 999));
  return `[${Array.from({ length: below(random, 4) }, () => one).join(',')}]`;
}

const NO_IDS = ['null', 'true', '{}', '[1]', '1.5', '1e300', '9007199254740993', '-9007199254740993'] as const;

function wrongId(random: Random, from: 'client' | 'server'): string {
  const id = NO_IDS[below(random, NO_IDS.length)] ?? 'null';
  return from === 'client' ? call(id, `{"a":"${word(random)}"}`) : answer(id, `"${word(random)}"`);
}

function mutated(random: Random, from: 'client' | 'server'): Uint8Array {
  const bytes = Buffer.from(around(from, `{"${word(random)}":"${word(random)}\\n","n":[1,2.5,null,true]}`, below(random, 999)));
  for (let left = 1 + below(random, 4); left > 0; left--) bytes[below(random, bytes.length)] = below(random, 256);
  // A line feed would make two lines of it.
  return bytes.map((byte) => (byte === 10 ? 32 : byte));
}

type HandMade = readonly [string, HostileFrame['from'], HostileFrame['outcome'], string];

const HAND_MADE: readonly HandMade[] = [
  ['no JSON', 'client', 'refused', 'hello'],
  ['a number', 'client', 'refused', '1'],
  ['a text', 'client', 'refused', '"ping"'],
  ['null', 'client', 'refused', 'null'],
  ['a blank line', 'client', 'dropped', '   '],
  ['a line of a no-break space', 'client', 'refused', '\u00a0'],
  ['a line of a line separator', 'client', 'refused', '\u2028'],
  ['a byte order mark', 'client', 'refused', '\ufeff{"jsonrpc":"2.0","id":1,"method":"ping"}'],
  ['no version', 'client', 'refused', '{"id":1,"method":"ping"}'],
  ['another version', 'client', 'refused', '{"jsonrpc":"1.0","id":1,"method":"ping"}'],
  ['a method that is none', 'client', 'refused', '{"jsonrpc":"2.0","id":1,"method":5}'],
  ['params that are a list', 'client', 'refused', '{"jsonrpc":"2.0","id":1,"method":"tools/call","params":["text"]}'],
  ['a member in capitals', 'client', 'refused', '{"jsonrpc":"2.0","id":1,"method":"ping","Method":"tools/call"}'],
  ['request and answer in one', 'client', 'refused', '{"jsonrpc":"2.0","id":1,"method":"ping","result":{}}'],
  ['an id in use', 'client', 'refused', call(String(OPEN_CALL), '{}')],
  ['a call without a tool', 'client', 'refused', '{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{}}'],
  ['a call whose tool is a list', 'client', 'refused', '{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":["text"]}}'],
  [
    'a call whose arguments are a text',
    'client',
    'refused',
    '{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"text","arguments":"{}"}}',
  ],
  ['an answer that nobody waits for', 'client', 'dropped', '{"jsonrpc":"2.0","id":999,"result":{}}'],
  ['an answer to the question, as a text', 'client', 'dropped', `{"jsonrpc":"2.0","id":"${OPEN_QUESTION}","result":{}}`],
  ['the answer to the question', 'client', 'passed', `{"jsonrpc":"2.0","id":${OPEN_QUESTION},"result":{"roots":[]}}`],
  ['the method in __proto__', 'client', 'refused', '{"jsonrpc":"2.0","id":1,"__proto__":{"method":"ping"}}'],
  ['an unknown method', 'client', 'passed', '{"jsonrpc":"2.0","id":1,"method":"x/unknown","params":{"a":{"__proto__":null}}}'],
  ['a notification of an unknown kind', 'client', 'passed', '{"jsonrpc":"2.0","method":"notifications/unknown","x":1}'],
  ['a frame with white space around it', 'client', 'passed', '  {"jsonrpc":"2.0","id":1,"method":"ping"}\t'],
  ['a frame with a carriage return behind it', 'client', 'passed', '{"jsonrpc":"2.0","id":1,"method":"ping"}\r'],
  ['the deepest that is allowed', 'client', 'passed', call('1', `{"a":${deep(61, true)}}`)],
  ['an id that was used and answered', 'client', 'passed', call(String(ANSWERED_CALL), '{}')],
  ['an id that was used and cancelled', 'client', 'passed', call(String(CANCELLED_CALL), '{}')],
  [
    'a cancellation of what nobody asked',
    'client',
    'passed',
    '{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":999}}',
  ],
  [
    'capabilities in __proto__',
    'client',
    'passed',
    '{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"capabilities":{"__proto__":{"sampling":{}}}}}',
  ],
  ['an answer that nobody waits for', 'server', 'dropped', answer('999', '"x"')],
  ['a second answer to one call', 'server', 'dropped', answer(String(ANSWERED_CALL), '"x"')],
  ['a late answer to a cancelled call', 'server', 'passed', answer(String(CANCELLED_CALL), '"x"')],
  ['a late answer with a member twice', 'server', 'refused', `{"jsonrpc":"2.0","id":${CANCELLED_CALL},"result":{},"result":{}}`],
  ['an answer with the id in __proto__', 'server', 'refused', '{"jsonrpc":"2.0","__proto__":{"id":5},"result":{}}'],
  ['a line of a no-break space', 'server', 'refused', '\u00a0'],
  ['tasks, never offered', 'server', 'refused', '{"jsonrpc":"2.0","id":1,"method":"tasks/get","params":{"taskId":"x"}}'],
  ['an answer to the call, as a text', 'server', 'dropped', answer(`"${OPEN_CALL}"`, '"x"')],
  ['the answer to the call', 'server', 'passed', answer(String(OPEN_CALL), '"x"')],
  [
    'an answer with result and error',
    'server',
    'refused',
    `{"jsonrpc":"2.0","id":${OPEN_CALL},"result":{},"error":{"code":1,"message":"x"}}`,
  ],
  ['an answer with neither', 'server', 'refused', `{"jsonrpc":"2.0","id":${OPEN_CALL}}`],
  ['an error that is a text', 'server', 'refused', `{"jsonrpc":"2.0","id":${OPEN_CALL},"error":"x"}`],
  ['an error that belongs to nothing', 'server', 'passed', '{"jsonrpc":"2.0","id":null,"error":{"code":-32700,"message":"x"}}'],
  ['sampling, never offered', 'server', 'refused', '{"jsonrpc":"2.0","id":1,"method":"sampling/createMessage","params":{}}'],
  ['elicitation, never offered', 'server', 'refused', '{"jsonrpc":"2.0","id":1,"method":"elicitation/create","params":{}}'],
  ['roots, offered', 'server', 'passed', '{"jsonrpc":"2.0","id":1,"method":"roots/list"}'],
  ['a question with an id in use', 'server', 'refused', `{"jsonrpc":"2.0","id":${OPEN_QUESTION},"method":"ping"}`],
  ['a log line', 'server', 'refused', '{"level":"info","message":"started"}'],
  ['a banner', 'server', 'refused', 'Server running on stdio'],
];

const nested = (text: string) => `[${text}]`;

/** Batches where the revision has them: each message is judged by itself, and no batch hides another. */
const BATCHED: readonly HandMade[] = [
  ['an empty batch', 'client', 'refused', '[]'],
  ['a batch in a batch', 'client', 'refused', nested(nested(call('1', '{}')))],
  ['a batch of numbers', 'client', 'refused', '[1]'],
  ['a batch of null', 'client', 'refused', '[null]'],
  ['a batch with an id in use', 'client', 'refused', nested(call(String(OPEN_CALL), '{}'))],
  ['a batch with a call without a tool', 'client', 'refused', '[{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{}}]'],
  ['a batch with a member twice', 'client', 'refused', '[{"jsonrpc":"2.0","id":1,"id":2,"method":"ping"}]'],
  ['a batch that is too deep', 'client', 'refused', deep(65, true)],
  ['a batch that is cut short', 'client', 'refused', nested(call('1', '{}')).slice(0, -1)],
  ['a batch of one', 'client', 'passed', nested(call('1', '{}'))],
  [
    'a batch of answers that nobody waits for',
    'client',
    'dropped',
    '[{"jsonrpc":"2.0","id":998,"result":{}},{"jsonrpc":"2.0","id":999,"result":{}}]',
  ],
  ['an empty batch', 'server', 'refused', '[]'],
  ['a batch in a batch', 'server', 'refused', nested(nested(answer('999', '"x"')))],
  ['a batch of questions, never offered', 'server', 'refused', '[{"jsonrpc":"2.0","id":1,"method":"sampling/createMessage","params":{}}]'],
  ['a batch of answers that nobody waits for', 'server', 'dropped', nested(answer('999', '"x"'))],
  ['a batch of the answer to the call', 'server', 'passed', nested(answer(String(OPEN_CALL), '"x"'))],
];
