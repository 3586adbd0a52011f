import type { RoleForm } from '../contract/provider.js';
import type { AwsConfiguration } from './configuration.js';
import { policyFor } from './policies/grant.js';

/** Whoever may assume the role: the reader replaces it with the role of the service, or of the person who checks. */
const PRINCIPAL = 'PRINCIPAL_ARN';
const NAME = 'castellan-read';

/** The read-only role as text that can be pasted. */
export function awsRoleText(form: RoleForm, configuration: AwsConfiguration, permissions: readonly string[]): string {
  const role: Role = {
    name: configuration.roleArn?.split('/').at(-1) ?? configuration.organizationRole ?? NAME,
    trust: trustPolicy(configuration.externalId),
    policy: policyFor(permissions, configuration.partition),
  };
  return { terraform, cloudformation, cli }[form](role);
}

interface Role {
  name: string;
  trust: object;
  policy: object;
}

function trustPolicy(externalId: string | undefined): object {
  const Condition = externalId === undefined ? {} : { Condition: { StringEquals: { 'sts:ExternalId': externalId } } };
  return { Version: '2012-10-17', Statement: [{ Effect: 'Allow', Principal: { AWS: PRINCIPAL }, Action: 'sts:AssumeRole', ...Condition }] };
}

const json = (value: object, indent: string) => JSON.stringify(value, undefined, 2).replaceAll('\n', `\n${indent}`);

function terraform({ name, trust, policy }: Role): string {
  const principal = json(trust, '  ').replace(`"${PRINCIPAL}"`, 'var.castellan_principal_arn');
  return `variable "castellan_principal_arn" {
  type        = string
  description = "ARN of the identity that Castellan runs as"
}

resource "aws_iam_role" "castellan" {
  name               = ${JSON.stringify(name)}
  assume_role_policy = jsonencode(${principal})
}

resource "aws_iam_role_policy" "castellan" {
  name   = ${JSON.stringify(name)}
  role   = aws_iam_role.castellan.id
  policy = jsonencode(${json(policy, '  ')})
}

output "role_arn" {
  value = aws_iam_role.castellan.arn
}
`;
}

function cloudformation({ name, trust, policy }: Role): string {
  const template = {
    AWSTemplateFormatVersion: '2010-09-09',
    Parameters: { CastellanPrincipalArn: { Type: 'String', Description: 'ARN of the identity that Castellan runs as' } },
    Resources: {
      CastellanRole: {
        Type: 'AWS::IAM::Role',
        Properties: {
          RoleName: name,
          AssumeRolePolicyDocument: trust,
          Policies: [{ PolicyName: name, PolicyDocument: policy }],
        },
      },
    },
    Outputs: { RoleArn: { Value: { 'Fn::GetAtt': ['CastellanRole', 'Arn'] } } },
  };
  return `${JSON.stringify(template, undefined, 2).replace(`"${PRINCIPAL}"`, '{ "Ref": "CastellanPrincipalArn" }')}\n`;
}

function cli({ name, trust, policy }: Role): string {
  return `# ${PRINCIPAL}: the ARN of the identity that Castellan runs as (aws sts get-caller-identity)
aws iam create-role --role-name ${name} --assume-role-policy-document '${JSON.stringify(trust)}'
aws iam put-role-policy --role-name ${name} --policy-name ${name} --policy-document '${JSON.stringify(policy)}'
`;
}
