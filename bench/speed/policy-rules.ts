import { compile, decide } from '../../src/policy/gateway/decide.js';
import type { GatewayCall, GatewayPolicy, GatewayRule } from '../../src/policy/gateway/policy.js';
import type { Measure } from './measure.js';

const RULES = 500;
/** Most rules that one policy may have. */
const EACH = 200;
const CALLS = 5_000;

const CALL: GatewayCall = {
  tool: 'read_file',
  server: 'files',
  tool_classes: ['read', 'private_data'],
  arguments: { path: '/srv/data/notes/today.txt' },
};

/** What a team writes: rules about tools by name, by glob, by server and by class, some with tests of arguments. */
const KINDS: readonly ((at: number) => GatewayRule)[] = [
  (at) => ({ id: `r${at}`, effect: 'deny', when: { tools: [`tool_${at}`, `other_${at}`] } }),
  (at) => ({ id: `r${at}`, effect: 'deny', when: { tools: [`drop_${at}_*`], args: { '/name': { glob: 'prod-*' } } } }),
  (at) => ({ id: `r${at}`, effect: 'warn', when: { servers: [`server-${at}`], args: { '/path': { path_under: ['/etc'] } } } }),
  (at) => ({ id: `r${at}`, effect: 'warn', when: { tool_classes: ['destructive'], servers: [`s${at}-*`] } }),
  (at) => ({ id: `r${at}`, effect: 'deny', when: { args: { '/url': { host_in: [`host-${at}.example`] } } } }),
];

/** Processor time of one decision by 500 rules of three policies. */
export function measureRules(): Measure[] {
  const kind = (at: number) => KINDS[at % KINDS.length]?.(at) ?? { id: `r${at}`, effect: 'allow' as const };
  const onPath = (at: number): GatewayRule => ({ id: `r${at}`, effect: 'deny', when: { args: { '/path': { glob: `*.x${at}` } } } });
  return [
    { name: `a decision by ${RULES} rules`, value: microseconds(kind), unit: 'µs', aim: 20 },
    { name: `by ${RULES} rules that all read one argument of the call`, value: microseconds(onPath), unit: 'µs', aim: 20 },
  ];
}

function microseconds(rule: (at: number) => GatewayRule): number {
  const all = Array.from({ length: RULES }, (_, at) => rule(at));
  const compiled = compile(
    Array.from(
      { length: Math.ceil(RULES / EACH) },
      (_, at): GatewayPolicy => ({
        policy_id: `p${at}`,
        name: `p${at}`,
        mode: 'enforce',
        default_effect: 'allow',
        rules: all.slice(at * EACH, (at + 1) * EACH),
        bindings: [{ target_type: 'tenant', target_id: null, mode: 'enforce' }],
      }),
    ),
  );
  for (let at = 0; at < CALLS; at++) decide(compiled, CALL);
  const before = process.cpuUsage();
  for (let at = 0; at < CALLS; at++) decide(compiled, CALL);
  const { user, system } = process.cpuUsage(before);
  return (user + system) / CALLS;
}
