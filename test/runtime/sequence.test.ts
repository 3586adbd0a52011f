import { describe, expect, it } from 'vitest';
import type { GatewayPolicy } from '../../src/policy/gateway/policy.js';
import { Inspection } from '../../src/runtime/judge/inspection.js';
import { presetNames, presets } from '../../src/runtime/judge/presets.js';
import type { JudgeSetup } from '../../src/runtime/judge/setup.js';
import type { Answer } from '../../src/runtime/relay/inspector.js';

const described = (name: string, description: string, properties: object = {}) => ({
  name,
  description,
  inputSchema: { type: 'object', properties },
});

const READ = described('read_file', 'Read the complete contents of a file from the file system.', { path: { type: 'string' } });
const FETCH = described('fetch', 'Fetches a web page and returns its text.', { url: { type: 'string' } });
const ADD = described('add', 'Adds two numbers.', { a: { type: 'number' } });
const MAIL = described('search_mail', 'Search the mailbox of the user and return messages.', { query: { type: 'string' } });

const DENY: GatewayPolicy = {
  policy_id: 'p',
  name: 'p',
  mode: 'enforce',
  default_effect: 'allow',
  rules: [
    {
      id: 'stay-inside',
      effect: 'deny',
      when: { tool_classes: ['external_communication'], after: ['private_data', 'untrusted_content'] },
    },
  ],
  bindings: [{ target_type: 'tenant', target_id: null, mode: 'enforce' }],
};

const done = (id: number, result: object = { content: [] }): Answer => ({ kind: 'answer', id, result, isError: false, value: { result } });

/** One session: says a word for each call, and each call is answered before the next. */
function session(over: Partial<JudgeSetup> = {}) {
  const said: string[] = [];
  const inspection = new Inspection({
    server: 'desk',
    mode: 'enforce',
    policies: [],
    detectors: presets.strict.detectors,
    pinned: undefined,
    rate: undefined,
    redact: undefined,
    logAll: false,
    events: { isKept: false, take() {}, commit: () => true, close() {} },
    shapeKey: new Uint8Array(32),
    clock: () => 0,
    say: (line) => said.push(line),
    ...over,
  });
  inspection.answer(done(0, { tools: [READ, FETCH, ADD, MAIL] }), { method: 'tools/list' });
  return (names: readonly string[], answer: object = { content: [] }) =>
    names.map((name, id) => {
      const before = said.length;
      const params = { name, arguments: {} };
      const change = inspection.request({ kind: 'request', id, method: 'tools/call', params, value: {} });
      if (change && 'refused' in change) return `denied by ${change.refused.rule}`;
      const warned = said.length > before ? 'warned of' : 'passed';
      inspection.answer(done(id, answer), { method: 'tools/call', tool: name });
      return warned;
    });
}

describe('a call outward', () => {
  it.each<[string, string[], string[]]>([
    ['after private data and a page', ['read_file', 'fetch', 'fetch'], ['passed', 'passed', 'warned of']],
    ['after a page and private data', ['fetch', 'read_file', 'fetch'], ['passed', 'passed', 'warned of']],
    ['after mail, which is private and of strangers', ['search_mail', 'fetch'], ['passed', 'warned of']],
    ['after private data only', ['read_file', 'add', 'fetch'], ['passed', 'passed', 'passed']],
    ['after pages only', ['fetch', 'fetch', 'fetch'], ['passed', 'passed', 'passed']],
  ])('%s', (_, names, expected) => {
    expect(session()(names)).toEqual(expected);
  });

  it('is warned of, and goes on, under every preset', () => {
    expect(presetNames.map((name) => presets[name].detectors.sequence)).toEqual(['warn', 'warn', 'warn']);
  });

  it('is denied where a policy says so, and the tool stays listed until then', () => {
    const calls = session({ policies: [DENY] });
    expect(calls(['fetch', 'read_file', 'add', 'fetch'])).toEqual(['passed', 'passed', 'passed', 'denied by stay-inside']);
  });

  it('passes where the answers before it were kept from the agent', () => {
    const calls = session();
    expect(calls(['read_file', 'fetch'], { content: [{ type: 'text', text: '\u001b]0;title\u0007' }] })).toEqual(['passed', 'passed']);
    expect(calls(['fetch'])).toEqual(['passed']);
  });
});
