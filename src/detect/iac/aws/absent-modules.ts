import type { IacResource } from '../../../model/iac.js';
import type { IacRule, JudgedResource } from '../contract/iac-rule.js';
import { textOf } from '../contract/values.js';

/** Modules of registries by their names, and the rules that what they make could break. Their code is not in the tree, so nobody knows. */
const MODULES: readonly { source: RegExp; rules: readonly RegExp[]; argument: (rule: string) => string }[] = [
  {
    source: /s3[-_]bucket/i,
    rules: [/^aws-s3-/],
    argument: (rule) =>
      ({ 'aws-s3-public-acl': 'acl', 'aws-s3-logging': 'logging', 'aws-s3-public-access-block': 'block_public_acls' })[rule] ?? 'policy',
  },
  { source: /security[-_]group/i, rules: [/^aws-sg-/], argument: () => 'ingress_cidr_blocks' },
  { source: /\b(?:sns|sqs)\b/i, rules: [/^aws-queue-topic-public$/], argument: () => 'policy' },
  { source: /\beks\b/i, rules: [/^aws-eks-/], argument: () => 'cluster_endpoint_public_access' },
  { source: /\b(?:rds|aurora)/i, rules: [/^aws-rds-/], argument: () => 'publicly_accessible' },
  { source: /ec2[-_]instance|autoscaling/i, rules: [/^aws-ec2-/, /^aws-ebs-/, /^aws-literal-credential$/], argument: () => 'user_data' },
  { source: /\bvpc\b/i, rules: [/^aws-vpc-flow-logs$/], argument: () => 'enable_flow_log' },
  { source: /\b(?:alb|elb)\b/i, rules: [/^aws-lb-/], argument: () => 'listeners' },
  { source: /\bkms\b/i, rules: [/^aws-kms-/], argument: () => 'policy' },
  { source: /\becr\b/i, rules: [/^aws-ecr-/], argument: () => 'repository_policy' },
  { source: /\blambda\b/i, rules: [/^aws-lambda-public$/], argument: () => 'create_lambda_function_url' },
  { source: /cloudfront/i, rules: [/^aws-cloudfront-/], argument: () => 'viewer_certificate' },
  { source: /redshift/i, rules: [/^aws-redshift-public$/], argument: () => 'publicly_accessible' },
  { source: /\biam\b/i, rules: [/^iam-admin-policy$/, /^iam-assume-role-any-principal$/], argument: () => 'policy' },
];

/** The rule, and an open question for each module outside of the tree that could break it. */
export function withAbsentModules(rule: IacRule): IacRule {
  const concerned = MODULES.filter(({ rules }) => rules.some((pattern) => pattern.test(rule.id)));
  if (concerned.length === 0) return rule;
  return {
    ...rule,
    *judge(estate) {
      yield* rule.judge(estate);
      for (const call of estate.ofType('module')) {
        const kind = concerned.find(({ source }) => source.test(textOf(call.body.entries.get('source')) ?? ''));
        if (kind) yield openQuestion(call, kind.argument(rule.id));
      }
    },
  };
}

/** At the argument that would decide, if the call has it. */
function openQuestion(call: IacResource, argument: string): JudgedResource {
  const at = call.body.entries.get(argument)?.at ?? call.at;
  const expression = `module.${call.name}, which is not in the tree`;
  return { resource: call, judgement: { verdict: 'unknown', at, expression, kind: 'missing_include' } };
}
