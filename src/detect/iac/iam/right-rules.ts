import { type IacRule, iacRule } from '../contract/iac-rule.js';
import { type Answer, all, any, not, textOf } from '../contract/values.js';
import type { IamStatement } from '../views/iam-document.js';
import { policyFormats } from '../views/iam-policies.js';
import { allowsAction, allowsEveryAction, anyItem, isUnconditional, onEveryResource, onLoneWildcard } from '../views/iam-questions.js';
import { joined } from '../views/joined.js';
import { ADMINISTRATOR, attachedPolicies } from '../views/managed-policies.js';
import { statementRule } from '../views/statement-rule.js';
import { ESCALATING, ESCALATING_TOGETHER, EXPOSING, EXPOSING_TOGETHER, READING } from './actions.js';

const LEAST = 'https://docs.aws.amazon.com/IAM/latest/UserGuide/best-practices.html#grant-least-privilege';
const WIDER = ['iam-admin-policy', 'ai-agent-wildcard-iam', 'iam-action-wildcard'];

/** The first of the actions that the statement allows. */
function allowsOne(statement: IamStatement, actions: readonly string[]): Answer {
  return any(
    actions.map((action) => allowsAction(statement, action)),
    statement.at,
  );
}

function onEverything(statement: IamStatement, answer: Answer): Answer {
  return all([answer, onEveryResource(statement)], answer.at);
}

/** `s3:*` of a service whose rights are worth most. */
const SERVICES = /^(?:iam|sts|kms|s3|secretsmanager|lambda|ec2|bedrock|ssm|organizations|dynamodb|rds|ecr|eks|ecs|cloudformation):\*+$/i;

const ADMIN = {
  id: 'iam-admin-policy',
  title: 'Policy allows everything',
  severity: 'critical',
  confidence: 'high',
  rationale: 'Whoever holds one key of this identity holds the account: data, other identities and the logs of what was done.',
  fix: 'Name the actions and the resources that are needed, for example {"Effect": "Allow", "Action": ["s3:GetObject"], "Resource": ["arn:aws:s3:::my-bucket/*"]}.',
  references: ['CWE-250', LEAST],
  swallowedBy: ['ai-agent-wildcard-iam'],
} as const;

/** Rules about what a policy allows its owner. */
export const rightRules: readonly IacRule[] = [
  joined(
    statementRule({
      ...ADMIN,
      purposes: ['identity'],
      faulty: (statement) => {
        const every = allowsEveryAction(statement);
        return all([every, onLoneWildcard(statement), isUnconditional(statement)], every.at);
      },
    }),
    iacRule({
      ...ADMIN,
      formats: policyFormats,
      view: attachedPolicies,
      check({ arn }) {
        const pieces = arn.kind === 'unknown' ? arn.pieces?.map((piece) => piece ?? '').join('') : textOf(arn);
        const isAdministrator = ADMINISTRATOR.test(pieces ?? '');
        return isAdministrator ? { verdict: 'fail', at: arn.at, evidence: 'AdministratorAccess', severity: 'high' } : { verdict: 'pass' };
      },
    }),
  ),
  statementRule({
    id: 'iam-action-wildcard',
    title: 'Statement allows every action',
    severity: 'high',
    confidence: 'high',
    rationale: 'Every action of every service is allowed on these resources, those that come next year included.',
    fix: 'List the actions that are used, for example "Action": ["s3:GetObject", "s3:PutObject"].',
    references: ['CWE-250', LEAST],
    swallowedBy: ['iam-admin-policy', 'ai-agent-wildcard-iam'],
    purposes: ['identity'],
    faulty: allowsEveryAction,
  }),
  statementRule({
    id: 'iam-service-wildcard',
    title: 'Whole service on every resource',
    severity: 'medium',
    confidence: 'high',
    rationale: 'All actions of a service on all of its resources are the usual first step to more rights.',
    fix: 'List the actions that are used and name the resources: "Action": ["kms:Decrypt"], "Resource": ["<ARN of the key>"].',
    references: ['CWE-250', LEAST],
    swallowedBy: ['iam-admin-policy', 'ai-agent-wildcard-iam', 'ai-bedrock-action-wildcard', 'iam-action-wildcard'],
    purposes: ['identity'],
    faulty: (statement) => {
      const whole = anyItem(
        statement.actions,
        (text) => SERVICES.test(text),
        () => false,
      );
      return onEverything(statement, all([statement.allows, whole], whole.at));
    },
  }),
  statementRule({
    id: 'iam-passrole-any',
    title: 'PassRole on every role',
    severity: 'high',
    confidence: 'high',
    rationale: 'Who may pass any role to a service can start a machine or a function that runs with the rights of an administrator.',
    fix: 'Name the role and the service: "Resource": "<ARN of the role>", "Condition": {"StringEquals": {"iam:PassedToService": "ecs-tasks.amazonaws.com"}}.',
    references: ['CWE-269', 'https://docs.aws.amazon.com/IAM/latest/UserGuide/id_roles_use_passrole.html'],
    swallowedBy: WIDER,
    purposes: ['identity'],
    faulty: (statement) => {
      const bound = statement.conditions.some(({ key }) => key === 'iam:passedtoservice' || key === 'iam:associatedresourcearn');
      return bound ? { is: 'no', at: statement.at } : onEverything(statement, allowsAction(statement, 'iam:PassRole'));
    },
  }),
  statementRule({
    id: 'iam-privilege-escalation',
    title: 'Policy lets its owner raise itself',
    severity: 'high',
    confidence: 'high',
    rationale: 'With these actions on every resource an identity gives itself further rights, up to those of an administrator.',
    fix: 'Bind the actions to named resources, or to the caller itself: "Resource": "arn:aws:iam::*:user/${aws:username}".',
    references: ['CWE-269', 'https://docs.aws.amazon.com/IAM/latest/UserGuide/access_policies_boundaries.html'],
    swallowedBy: WIDER,
    purposes: ['identity'],
    faulty: (statement, { document }) => {
      const others = document?.statements ?? [];
      const alone = ESCALATING.map((action) => all([allowsAction(statement, action), not(denied(others, action))], statement.at));
      const together = ESCALATING_TOGETHER.map((actions) => togetherWith(statement, others, actions));
      return all([onEverything(statement, any([...alone, ...together], statement.at)), isUnconditional(statement)], statement.at);
    },
    failure: (statement) => ({ at: statement.actions?.at ?? statement.at }),
  }),
  statementRule({
    id: 'iam-credentials-exposure',
    title: 'Policy hands out credentials',
    severity: 'medium',
    confidence: 'medium',
    rationale: 'The answers of these calls are credentials, one short step from another identity.',
    fix: 'Allow the call for named resources only, or for the caller itself.',
    references: ['CWE-522', LEAST],
    swallowedBy: WIDER,
    purposes: ['identity'],
    faulty: (statement, { document }) => {
      const together = EXPOSING_TOGETHER.map((actions) => togetherWith(statement, document?.statements ?? [], actions));
      return onEverything(statement, any([allowsOne(statement, EXPOSING), ...together], statement.at));
    },
  }),
  statementRule({
    id: 'iam-data-exfiltration',
    title: 'Policy reads data of every resource',
    severity: 'medium',
    confidence: 'medium',
    rationale: 'One function or one leaked key reads every bucket, parameter or secret of the account.',
    fix: 'Name what is read: "Resource": ["arn:aws:s3:::my-bucket/*"].',
    references: ['CWE-732', LEAST],
    swallowedBy: WIDER,
    purposes: ['identity'],
    faulty: (statement) => all([onEverything(statement, allowsOne(statement, READING)), isUnconditional(statement)], statement.at),
    failure: (statement) => ({ at: statement.actions?.at ?? statement.at }),
  }),
  statementRule({
    id: 'iam-allow-not-action',
    title: 'Allow with NotAction or NotPrincipal',
    severity: 'medium',
    confidence: 'high',
    rationale: 'The statement allows everything that nobody thought of, and whatever is invented next year.',
    fix: 'Turn it round: allow the actions or principals that are needed by name, and deny others by {"Effect": "Deny", "NotAction": […]}.',
    references: ['CWE-732', 'https://docs.aws.amazon.com/IAM/latest/UserGuide/reference_policies_elements_notaction.html'],
    purposes: ['identity', 'trust', 's3', 'kms', 'sns', 'sqs', 'ecr', 'ecr-public', 'resource'],
    faulty: (statement, { purpose }) => {
      const { allows, notActions, notPrincipals, at } = statement;
      if (notPrincipals) return all([allows, { is: 'yes', at: notPrincipals.at }], notPrincipals.at);
      if (!notActions) return { is: 'no', at };
      const on = purpose === 'identity' ? onEveryResource(statement) : ({ is: 'yes', at } as const);
      return all([allows, on, { is: 'yes', at: notActions.at }], notActions.at);
    },
    failure: ({ notActions, notPrincipals, at }) => ({ at: (notPrincipals ?? notActions)?.at ?? at }),
  }),
];

/** Whether another statement refuses the action on everything. */
function denied(statements: readonly IamStatement[], action: string): Answer {
  const denies = statements.some(
    (one) =>
      one.allows.is === 'no' &&
      one.conditions.length === 0 &&
      one.resources?.items.some((item) => textOf(item) === '*') &&
      allowsAction({ ...one, allows: { is: 'yes', at: one.at } }, action).is === 'yes',
  );
  return { is: denies ? 'yes' : 'no', at: { path: '', line: 1 } };
}

/** One action of a pair in this statement, and the others here or in another that holds for everything. */
function togetherWith(statement: IamStatement, others: readonly IamStatement[], [first = '', ...rest]: readonly string[]): Answer {
  const elsewhere = rest.map((action) =>
    any(
      [statement, ...others].map((one) => onEverything(one, allowsAction(one, action))),
      statement.at,
    ),
  );
  return all([allowsAction(statement, first), ...elsewhere], statement.at);
}
