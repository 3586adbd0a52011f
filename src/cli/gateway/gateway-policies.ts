import type { z } from 'zod';
import { gatewayPolicy, gatewayPolicyDraft } from '../../api/gateway-policy.js';
import { faultOf } from '../../policy/gateway/check-rules.js';
import { DecisionBudget, TooMuchWork } from '../../policy/gateway/decision-budget.js';
import type { GatewayPolicy } from '../../policy/gateway/policy.js';
import { UsageError } from '../../support/errors.js';
import { isObject, own } from '../../support/json.js';
import { parseLocated, plain } from '../../support/located-yaml.js';
import { readNamedFile } from '../named-file.js';

type Draft = z.output<typeof gatewayPolicyDraft>;

/**
 * The gateway policies of a file: what `POST /v1/gateway/policies` takes, one document or a list of them, alone or as the `runtime` of a
 * policy file. Throws UsageError for what the control plane would refuse, OperationalError where there is no file.
 */
export function readGatewayPolicies(path: string, cwd: string): GatewayPolicy[] {
  const document = plain(parseLocated(readNamedFile(path, cwd), path));
  const body = isObject(document) && own(document, 'name') === undefined ? (own(document, 'runtime') ?? document) : document;
  const drafts = (Array.isArray(body) ? body : [body]).map((one: unknown) => shaped(gatewayPolicyDraft, one, path));
  return drafts.filter(({ enabled }) => enabled !== false).map((draft, at) => policyOf(draft, `file:${at + 1}:${draft.name}`, path));
}

/**
 * The policies that a control plane has given, those that are switched off left out. Throws UsageError for one that cannot be judged by:
 * what this program does not know of a rule it does not leave out.
 */
export function readServicePolicies(items: readonly unknown[]): GatewayPolicy[] {
  const policies = items.map((item, at) => shaped(gatewayPolicy, item, `policy ${at + 1} of the control plane`));
  return policies.flatMap(({ policy_id, name, mode, enabled, default_effect, rules, bindings }) => {
    if (!enabled || mode === 'off') return [];
    requireJudged(rules, `policy ${policy_id}`);
    return [{ policy_id, name, mode, default_effect, rules, bindings }];
  });
}

function shaped<T extends z.ZodType>(schema: T, value: unknown, where: string): z.output<T> {
  const read = schema.safeParse(value);
  if (read.success) return read.data;
  const [issue] = read.error.issues;
  const place = issue?.path.join('.') ?? '';
  throw new UsageError({ where, message: `${place === '' ? '' : `${place}: `}${issue?.message ?? 'no gateway policy'}` });
}

function policyOf(
  { name, mode = 'enforce', default_effect = 'allow', rules, bindings }: Draft,
  policyId: string,
  where: string,
): GatewayPolicy {
  requireJudged(rules, where);
  const bound = bindings ?? [{ target_type: 'tenant', target_id: undefined, mode: 'enforce' } as const];
  return {
    policy_id: policyId,
    name,
    mode,
    default_effect,
    rules,
    bindings: bound.map(({ target_type, target_id = null, mode: bindingMode }) => ({ target_type, target_id, mode: bindingMode })),
  };
}

const FAULTS = {
  path: 'an argument path is none',
  regex: 'a regular expression is not of RE2',
  cost: 'the regular expressions take too long to judge a call by',
} as const;

function requireJudged(rules: Draft['rules'], where: string): void {
  const fault = judged(rules);
  if (fault) throw new UsageError({ where, message: `rule ${rules[fault.index]?.id ?? ''}: ${FAULTS[fault.fault]}` });
}

function judged(rules: Draft['rules']): ReturnType<typeof faultOf> {
  try {
    return faultOf(rules, new DecisionBudget());
  } catch (error) {
    if (error instanceof TooMuchWork) return { index: 0, fault: 'cost' };
    throw error;
  }
}
