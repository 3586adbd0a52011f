import type { Severity } from '../../../model/severity.js';
import type { IacRule } from '../contract/iac-rule.js';
import { all, textOf, unknown } from '../contract/values.js';
import type { IamCondition, IamStatement } from '../views/iam-document.js';
import { isPublic } from '../views/iam-questions.js';
import { joined } from '../views/joined.js';
import { statementRule } from '../views/statement-rule.js';
import { forgeFederation } from './federation-rules.js';
import { FORGE, type Scope, subjectScope } from './forge-subjects.js';

/** Claims that name who a token is for. */
const SUBJECTS = ['token.actions.githubusercontent.com:sub', 'gitlab.com:sub'];
/** Claims that bind as the subject does. */
const BINDING_CLAIMS = [
  ...SUBJECTS,
  'gitlab.com:project_path',
  'token.actions.githubusercontent.com:job_workflow_ref',
  'token.actions.githubusercontent.com:repository',
  'token.actions.githubusercontent.com:repository_id',
];

const UNSCOPED = {
  id: 'iam-oidc-unscoped',
  title: 'CI federation not bound to a repository',
  severity: 'high',
  confidence: 'high',
  rationale: 'Any repository of the forge, of anybody, gets a token that takes this role or identity.',
  fix: 'Bind the subject: "Condition": {"StringEquals": {"token.actions.githubusercontent.com:sub": "repo:my-org/my-repo:ref:refs/heads/main"}}.',
  references: [
    'CWE-287',
    'CICD-SEC-02',
    'https://docs.github.com/actions/security-for-github-actions/security-hardening-your-deployments/configuring-openid-connect-in-amazon-web-services',
  ],
} as const;

/** Rules about who may take a role. */
export const trustRules: readonly IacRule[] = [
  statementRule({
    id: 'iam-assume-role-any-principal',
    title: 'Role trusts everybody',
    severity: 'critical',
    confidence: 'high',
    rationale: 'Every customer of AWS may take the role and everything that it may do.',
    fix: 'Name who takes it: "Principal": {"AWS": "arn:aws:iam::123456789012:role/deploy"}, or a service: {"Service": "lambda.amazonaws.com"}.',
    references: ['CWE-284', 'https://docs.aws.amazon.com/IAM/latest/UserGuide/reference_policies_elements_principal.html'],
    purposes: ['trust'],
    faulty: isPublic,
  }),
  joined(
    statementRule({
      ...UNSCOPED,
      purposes: ['trust'],
      faulty: (statement) => {
        if (!isForge(statement)) return undefined;
        const scopes = statement.conditions.map(scopeOf);
        if (scopes.includes('bound')) return { is: 'no', at: statement.at };
        if (statement.moreConditions) return unknown(statement.moreConditions);
        return all([statement.allows], forgePlace(statement));
      },
      failure: (statement) => (statement.conditions.map(scopeOf).includes('loose') ? { severity: 'low' satisfies Severity } : {}),
    }),
    forgeFederation(UNSCOPED),
  ),
];

function isForge({ principals }: IamStatement): boolean {
  const federated = principals?.items.filter(({ type }) => type === 'Federated') ?? [];
  return federated.some(({ value }) => {
    const pieces = value.kind === 'unknown' ? (value.pieces ?? [value.expression]) : [textOf(value) ?? ''];
    return (
      FORGE.test(pieces.map((piece) => piece ?? '').join('')) || (value.refersTo ?? []).some((address) => /github|gitlab/i.test(address))
    );
  });
}

function forgePlace({ principals, at, conditions }: IamStatement): IamStatement['at'] {
  const subject = conditions.find(({ key }) => SUBJECTS.includes(key));
  return subject?.values.at ?? principals?.at ?? at;
}

/** Whether a condition binds to a repository (`bound`), to one with parts left open (`loose`), or to less. */
function scopeOf({ operator, key, values }: IamCondition): Scope {
  if (!BINDING_CLAIMS.includes(key) || !/^(?:ForAnyValue:)?(?:StringEquals|StringLike|StringEqualsIgnoreCase|ArnLike)$/i.test(operator))
    return 'open';
  const isPattern = /Like$/i.test(operator);
  const scopes = values.items.map((value) => {
    const text = textOf(value);
    if (text === undefined || !isPattern || !/[*?]/.test(text)) return 'bound';
    return SUBJECTS.includes(key) ? subjectScope(text) : /^[^*?/]+\/[^*?/]+/.test(text) ? 'bound' : 'open';
  });
  return scopes.includes('open') ? 'open' : scopes.includes('loose') ? 'loose' : 'bound';
}
