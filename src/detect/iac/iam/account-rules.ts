import type { IacFormat } from '../../../model/iac.js';
import { type IacRule, iacRule } from '../contract/iac-rule.js';
import { ask, failIf, itemsOf, member, textOf, unknown } from '../contract/values.js';
import { resourcesOf } from '../views/typed.js';

const formats: readonly IacFormat[] = ['terraform', 'terraform-plan', 'cloudformation'];

const USER_POLICIES = {
  aws_iam_user_policy: 'user',
  aws_iam_user_policy_attachment: 'user',
  aws_iam_policy_attachment: 'users',
  'AWS::IAM::UserPolicy': 'UserName',
  'AWS::IAM::Policy': 'Users',
  'AWS::IAM::ManagedPolicy': 'Users',
} as const;

/** Rules about users of an account and their keys. */
export const accountRules: readonly IacRule[] = [
  iacRule({
    id: 'iam-user-attached-policy',
    title: 'Policy attached to a user',
    severity: 'low',
    confidence: 'high',
    rationale: 'Rights of single users drift: nobody sees them when a role or a group is reviewed.',
    fix: 'Attach the policy to a group or a role that the user is in: aws_iam_group_policy_attachment, or Groups in place of Users.',
    references: ['CWE-284', 'https://docs.aws.amazon.com/IAM/latest/UserGuide/best-practices.html'],
    formats,
    view: resourcesOf('iam-user-policies', [...Object.keys(USER_POLICIES), 'AWS::IAM::User']),
    check({ type, body, at }) {
      if (type === 'AWS::IAM::User') {
        const own = member(body, 'Policies') ?? member(body, 'ManagedPolicyArns');
        const has = own !== undefined && itemsOf(own).items.length > 0;
        return has ? { verdict: 'fail', at: own.at, evidence: 'a user with policies of its own' } : { verdict: 'pass' };
      }
      const name = USER_POLICIES[type as keyof typeof USER_POLICIES];
      const users = member(body, name);
      const { items, rest } = itemsOf(users);
      if (items.length === 0 && rest && name !== 'user') return failIf(unknown(rest), { evidence: name });
      if (users === undefined || (items.length === 0 && !rest)) return { verdict: 'pass' };
      return { verdict: 'fail', at: users.at ?? at, evidence: `${name} = ${items.map((item) => textOf(item) ?? '…').join(', ') || '…'}` };
    },
  }),
  iacRule({
    id: 'iam-root-access-key',
    title: 'Access key for root',
    severity: 'critical',
    confidence: 'high',
    rationale: 'Keys of the root user can do everything in the account, and no policy limits them.',
    fix: 'Delete the key, and give a role to who needs it: resource "aws_iam_role" "deploy" { … }.',
    references: ['CWE-250', 'https://docs.aws.amazon.com/IAM/latest/UserGuide/root-user-best-practices.html'],
    formats,
    view: resourcesOf('iam-access-keys', ['aws_iam_access_key', 'AWS::IAM::AccessKey']),
    check({ body, at }) {
      const user = member(body, 'user') ?? member(body, 'UserName');
      if (user?.kind === 'unknown' && user.refersTo?.length) return { verdict: 'pass' };
      const root = ask(user, (name) => /^(?:root|<root_account>)$/i.test(String(name)), { is: false, at });
      return failIf(root, { evidence: 'an access key of the user root' });
    },
  }),
];
