import { resolveSettings } from '../../config/resolve.js';
import { capabilitiesOf } from '../../detect/tools/capabilities.js';
import { compile, decide } from '../../policy/gateway/decide.js';
import type { GatewayCall, GatewayDecision } from '../../policy/gateway/policy.js';
import { MemoryGauge } from '../../policy/gateway/rate.js';
import { UsageError } from '../../support/errors.js';
import { isObject, own, parseJson } from '../../support/json.js';
import { plural } from '../../support/listing.js';
import { safeText } from '../../support/terminal.js';
import type { CommandContext, Invocation } from '../command.js';
import { exitCodes } from '../exit-codes.js';
import { readGatewayPolicies } from '../gateway/gateway-policies.js';
import { knownFormat } from '../known-format.js';
import { parseNamedFile } from '../named-file.js';

/** A call as it was recorded: also when it came, and what was decided on it then. */
interface RecordedCall {
  call: GatewayCall;
  /** Milliseconds; undefined where the record does not say. */
  at: number | undefined;
  before: string | undefined;
  /** The record holds no values of arguments: rules about them match nothing. */
  isBare: boolean;
}

/** `castellan policy test FILE --calls calls.jsonl`: what the policies would do with recorded calls, and what that would change. */
export async function run({ flags, operands }: Invocation, { environment, cwd, io }: CommandContext): Promise<number> {
  const { calls: file, format } = resolveSettings({ flags, environment, file: {} });
  if (file === undefined) throw new UsageError({ where: '--calls', message: 'expected a file of recorded calls' });
  const compiled = compile(readGatewayPolicies(operands[0] ?? '', cwd));
  const recorded = parseNamedFile(file, cwd, callsOf);
  let now = 0;
  const gauge = new MemoryGauge(() => now);
  const decided = recorded.map(({ call, at, before }) => {
    now = at ?? now;
    return { call, before, decision: decide(compiled, call, gauge) };
  });
  if (knownFormat(format[0] ?? 'console', ['console', 'json'], 'policy test') === 'json')
    io.out(
      `${JSON.stringify(
        decided.map(({ call: { tool, server }, before, decision }) => ({ tool, server, before, ...decision })),
        undefined,
        2,
      )}\n`,
    );
  else for (const { call, before, decision } of decided) io.out(`${lineOf(call, before, decision)}\n`);
  const changed = decided.filter(({ before, decision }) => before !== undefined && before !== decision.decision).length;
  const denied = decided.filter(({ decision }) => decision.decision === 'deny').length;
  io.err(`${plural(decided.length, 'call')}: ${denied} denied, ${changed} decided otherwise than recorded`);
  const bare = recorded.filter(({ isBare }) => isBare).length;
  if (bare > 0) io.err(`${plural(bare, 'record')} without the values of arguments: rules about arguments were not tried on them`);
  return exitCodes.success;
}

function lineOf(
  { tool, server }: GatewayCall,
  before: string | undefined,
  { decision, would_decide, rule_id, reason }: GatewayDecision,
): string {
  const audited = would_decide === decision ? '' : ` (would ${would_decide})`;
  const changed = before === undefined || before === decision ? '' : ` [was ${before}]`;
  const name = server === undefined ? tool : `${server}/${tool}`;
  return safeText(`${decision.padEnd(5)} ${name}${audited}${changed}: ${rule_id === null ? '' : `${rule_id}: `}${reason}`);
}

/** Calls as JSON lines, such as the log of a relay, or as a list, such as `audit show --format json` gives. */
function callsOf(text: string, where: string): RecordedCall[] {
  const whole = text.trimStart().startsWith('[') ? parseJson(text, where) : undefined;
  if (Array.isArray(whole)) return whole.filter(isCall).map((value: unknown) => callOf(value, where));
  const lines = text.split('\n').map((line) => line.trim());
  return lines.flatMap((line, at) => {
    const value = line === '' ? undefined : parseJson(line, where);
    return isCall(value) ? [callOf(value, where, at + 1)] : [];
  });
}

/** Logs hold more than calls: the start of a session, lists, results. */
function isCall(value: unknown): boolean {
  const kind = isObject(value) ? own(value, 'kind') : undefined;
  return value !== undefined && (kind === undefined || kind === 'call');
}

function callOf(value: unknown, where: string, line?: number): RecordedCall {
  const tool = isObject(value) ? own(value, 'tool') : undefined;
  if (!isObject(value) || typeof tool !== 'string')
    throw new UsageError({ where, ...(line !== undefined && { line }), message: 'expected an object with the name of a tool' });
  const text = (key: string) => {
    const member = own(value, key);
    return typeof member === 'string' ? member : undefined;
  };
  const server = text('server');
  const args = own(value, 'arguments');
  const [agent, agent_type, environment, time] = [text('agent'), text('agent_type'), text('environment'), Date.parse(text('time') ?? '')];
  return {
    call: {
      tool,
      server,
      agent,
      agent_type,
      environment,
      tool_classes: [...capabilitiesOf({ name: tool }, server)],
      arguments: isObject(args) ? args : {},
    },
    // Logs keep names and lengths of arguments, no values.
    isBare: Array.isArray(args),
    at: Number.isNaN(time) ? undefined : time,
    before: text('effect') ?? text('decision'),
  };
}
