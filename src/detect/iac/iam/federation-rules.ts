import type { IacFormat, IacResource, IacValue } from '../../../model/iac.js';
import { type IacJudgement, type IacRule, iacRule } from '../contract/iac-rule.js';
import { member, textOf } from '../contract/values.js';
import { resourcesOf } from '../views/typed.js';
import { FORGE, type Scope, subjectScope } from './forge-subjects.js';

/** Credentials of Azure that take tokens of an issuer for an identity; the subject must be equal, of flexible ones it must match. */
const AZURE = [
  'azurerm_federated_identity_credential',
  'azuread_application_federated_identity_credential',
  'azuread_application_flexible_federated_identity_credential',
];
const GOOGLE = 'google_iam_workload_identity_pool_provider';
const AZURE_FIX = 'subject = "repo:my-org/my-repo:ref:refs/heads/main"';
const GOOGLE_FIX = `attribute_condition = "assertion.repository == 'my-org/my-repo'"`;
const formats: readonly IacFormat[] = ['terraform', 'terraform-plan'];

/** Federation of the forge with Azure and Google Cloud; `info` is that of the rule about AWS, which says the same. */
export function forgeFederation(info: Omit<IacRule, 'family' | 'judge' | 'formats'>): IacRule {
  return iacRule({
    ...info,
    formats,
    view: resourcesOf('federation of the forge', [...AZURE, GOOGLE]),
    check: (resource) => (resource.type === GOOGLE ? ofGoogle(resource) : ofAzure(resource)),
  });
}

function ofAzure({ body, at }: IacResource): IacJudgement | undefined {
  if (!FORGE.test(knownText(member(body, 'issuer')))) return undefined;
  const subject = member(body, 'subject') ?? member(body, 'claims_matching_expression');
  if (!subject) return { verdict: 'fail', at, evidence: 'the forge is trusted without a subject', fix: AZURE_FIX };
  const text = textOf(subject);
  // A subject that is not known still binds.
  if (text === undefined || !/[*?]/.test(text)) return { verdict: 'pass' };
  const patterns = literalsIn(text).filter((literal) => /[*?:]/.test(literal));
  return judged(subject, { scope: worst((patterns.length > 0 ? patterns : [text]).map(subjectScope)), text, fix: AZURE_FIX });
}

function ofGoogle({ body, at }: IacResource): IacJudgement | undefined {
  if (!FORGE.test(knownText(member(body, 'oidc', 'issuer_uri')))) return undefined;
  const condition = member(body, 'attribute_condition');
  if (!condition || textOf(condition) === '')
    return { verdict: 'fail', at, evidence: 'the forge is trusted without an attribute_condition', fix: GOOGLE_FIX };
  const text = knownText(condition);
  if (condition.kind === 'unknown' && !CLAIM.test(text)) return { verdict: 'unknown', at: condition.at, expression: condition.expression };
  return judged(condition, { scope: conditionScope(text), text, fix: GOOGLE_FIX });
}

const CLAIM =
  /\b(?:assertion|attribute|google)\.(?:sub|subject|repository|repository_id|job_workflow_ref|workflow_ref|project_path|project_id|ci_config_ref_uri)\b/;
const OWNER = /\b(?:assertion|attribute)\.(?:repository_owner(?:_id)?|namespace_(?:path|id))\b/;

/** A provider may be bound to an organisation, and its roles to repositories elsewhere. */
function conditionScope(condition: string): Scope {
  const isWhole = literalsIn(condition).some((text) => /^(?:repo:|project_path:)?[^*?/]+\/$|^(?:repo|project_path):[^*?/]+\/\*/.test(text));
  if (CLAIM.test(condition) && !isWhole) return 'bound';
  return OWNER.test(condition) || isWhole ? 'loose' : 'open';
}

function judged({ at }: IacValue, { scope, text, fix }: { scope: Scope; text: string; fix: string }): IacJudgement {
  if (scope === 'bound') return { verdict: 'pass' };
  return { verdict: 'fail', at, evidence: text, fix, ...(scope === 'loose' && { severity: 'low' as const }) };
}

function worst(scopes: readonly Scope[]): Scope {
  return scopes.includes('open') ? 'open' : scopes.includes('loose') ? 'loose' : 'bound';
}

/** What stands in quotes. */
function literalsIn(text: string): string[] {
  return [...text.matchAll(/'([^']*)'|"([^"]*)"/g)].map(([, single, double]) => single ?? double ?? '');
}

/** The known pieces of a text. */
function knownText(value: IacValue | undefined): string {
  return value?.kind === 'unknown' ? (value.pieces ?? []).map((piece) => piece ?? '').join('') : (textOf(value) ?? '');
}
