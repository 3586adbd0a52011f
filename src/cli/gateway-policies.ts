import type { z } from 'zod';
import { gatewayPolicyDraft } from '../api/gateway-policy.js';
import { faultOf } from '../policy/gateway/check-rules.js';
import { DecisionBudget, TooMuchWork } from '../policy/gateway/decision-budget.js';
import type { GatewayPolicy } from '../policy/gateway/policy.js';
import { UsageError } from '../support/errors.js';
import { isObject, own } from '../support/json.js';
import { parseLocated, plain } from '../support/located-yaml.js';
import { readNamedFile } from './named-file.js';

type Draft = z.output<typeof gatewayPolicyDraft>;

/**
 * The gateway policies of a file: what `POST /v1/gateway/policies` takes, one document or a list of them, alone or as the `runtime` of a
 * policy file. Throws UsageError for what the control plane would refuse, OperationalError where there is no file.
 */
export function readGatewayPolicies(path: string, cwd: string): GatewayPolicy[] {
  const document = plain(parseLocated(readNamedFile(path, cwd), path));
  const body = isObject(document) && own(document, 'name') === undefined ? (own(document, 'runtime') ?? document) : document;
  const drafts = (Array.isArray(body) ? body : [body]).map((one: unknown) => draftOf(one, path));
  return drafts.filter(({ enabled }) => enabled !== false).map((draft, at) => policyOf(draft, `file:${at + 1}:${draft.name}`, path));
}

function draftOf(value: unknown, where: string): Draft {
  const read = gatewayPolicyDraft.safeParse(value);
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
  const fault = judged(rules);
  if (fault) throw new UsageError({ where, message: `rule ${rules[fault.index]?.id ?? ''}: ${FAULTS[fault.fault]}` });
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

function judged(rules: Draft['rules']): ReturnType<typeof faultOf> {
  try {
    return faultOf(rules, new DecisionBudget());
  } catch (error) {
    if (error instanceof TooMuchWork) return { index: 0, fault: 'cost' };
    throw error;
  }
}
