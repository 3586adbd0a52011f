import { awsProvider } from '../../../src/collect/cloud/aws/aws-provider.js';
import { ACCOUNT, type AwsServer } from './aws-server.js';

export const REGION = 'eu-test-1';
export const READER = `arn:aws:iam::${ACCOUNT}:role/castellan-read`;
const FUNCTION = `arn:aws:lambda:${REGION}:${ACCOUNT}:function:ask`;

/** The role that castellan reads with. `may`: permissions that it has besides. */
export function giveReader(aws: AwsServer, may: readonly string[] = []): void {
  const permissions = [...awsProvider.permissions, ...may];
  aws.roles.set(READER, { externalId: 'ext-1', allows: (action) => permissions.includes(action) });
  aws.answers.set('s3:ListAllMyBuckets', () => ({ body: '<ListAllMyBucketsResult><Buckets></Buckets></ListAllMyBucketsResult>' }));
  aws.answers.set('iam:SimulatePrincipalPolicy', ({ parameters }) => ({
    body: {
      EvaluationResults: [...parameters].flatMap(([name, action]) =>
        name.startsWith('ActionNames') ? [{ EvalActionName: action, EvalDecision: may.includes(action) ? 'allowed' : 'implicitDeny' }] : [],
      ),
      IsTruncated: false,
    },
  }));
  aws.answers.set('iam:ListRolePolicies', () => ({ body: { PolicyNames: ['read'], IsTruncated: false } }));
  aws.answers.set('iam:GetRolePolicy', () => ({
    body: { RoleName: 'castellan-read', PolicyName: 'read', PolicyDocument: allowing(permissions) },
  }));
}

/** A function that anybody may call, with a secret in its environment. */
export function giveFunction(aws: AwsServer): void {
  const Variables = { API_TOKEN: 'sk-live-never-to-be-shown' };
  aws.answers.set('lambda:ListFunctions', () => ({
    body: {
      Functions: [{ FunctionName: 'ask', FunctionArn: FUNCTION, Role: `arn:aws:iam::${ACCOUNT}:role/ask`, Environment: { Variables } }],
    },
  }));
  aws.answers.set('lambda:ListFunctionUrlConfigs', () => ({
    body: { FunctionUrlConfigs: [{ FunctionUrl: 'https://ask.example/', FunctionArn: FUNCTION, AuthType: 'NONE' }] },
  }));
  aws.answers.set('lambda:GetPolicy', () => ({
    body: {
      Policy: JSON.stringify({ Statement: [{ Effect: 'Allow', Principal: '*', Action: 'lambda:InvokeFunctionUrl', Resource: FUNCTION }] }),
    },
  }));
}

function allowing(actions: readonly string[]): string {
  return encodeURIComponent(JSON.stringify({ Version: '2012-10-17', Statement: [{ Effect: 'Allow', Action: actions, Resource: '*' }] }));
}
