import { isObject, type JsonObject } from '../../../src/support/json.js';
import { randomOf } from '../../../test/support/fault-rounds.js';
import { readJsonLines } from '../../../test/support/reference-data.js';
import { JudgedSession, textResult } from './judged-session.js';
import type { Tallies } from './tally.js';

interface CapabilityRecord {
  id: string;
  server?: string;
  tool: unknown;
  expected: string[];
  optional: string[];
}

const LEGS = ['private_data', 'untrusted_content', 'external_communication'] as const;
const SESSIONS = 2_000;
const CALLS = 6;

/**
 * Sessions of calls of tools whose classes people have set: in each, one call after the other, of tools taken at random. The last call is
 * the case: it is to be warned of when it leads outward and both kinds of data were read before.
 */
export function measureSequences(tallies: Tallies, seed: number): void {
  const random = randomOf(seed);
  const records = readJsonLines<CapabilityRecord>('mcp-tools', 'capabilities.jsonl').flatMap(({ tool, ...record }) =>
    isObject(tool) ? [{ ...record, tool }] : [],
  );
  // A tool of which either answer is right about a leg says nothing about the detector.
  const clear = records.filter(({ optional }) => !LEGS.some((leg) => optional.includes(leg)));
  const outward = clear.filter(({ expected }) => expected.includes('external_communication'));
  for (let at = 0; at < SESSIONS; at++) {
    const pick = (from: typeof clear) => from[Math.floor(random() * from.length)];
    const picked = [...Array.from({ length: CALLS }, () => pick(clear)), pick(at % 2 === 0 ? outward : clear)];
    const chosen = picked.filter((one) => one !== undefined);
    const seen = new Set(chosen.slice(0, -1).flatMap(({ expected }) => expected));
    const isExpected =
      chosen.at(-1)?.expected.includes('external_communication') === true && seen.has('private_data') && seen.has('untrusted_content');
    tallies.take(
      'sequence',
      chosen.map(({ id }) => id).join(' > '),
      isExpected,
      isWarned(chosen.map(({ tool, server }) => named(tool, server))),
    );
  }
}

/** A relay knows the name of its one server; here the tools come from many, so that theirs stands before each name, as gateways do it. */
function named(tool: JsonObject, server = ''): JsonObject {
  return { ...tool, name: server === '' ? tool.name : `${server}.${String(tool.name)}` };
}

function isWarned(tools: readonly JsonObject[]): boolean {
  const session = new JudgedSession('');
  session.list(tools);
  let isLast = false;
  for (const { name } of tools) {
    isLast = session.call(String(name)).some(({ rule }) => rule === 'detector.sequence');
    session.answer(String(name), textResult('ok'));
  }
  return isLast;
}
