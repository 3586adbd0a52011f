import {
  type FunctionConfiguration,
  GetFunctionCommand,
  GetPolicyCommand,
  LambdaClient,
  ListFunctionsCommand,
  ListFunctionUrlConfigsCommand,
} from '@aws-sdk/client-lambda';
import type { CloudResource } from '../../../../model/cloud.js';
import { unless } from '../access/ask.js';
import { type AwsPlace, awsRef, refsOf } from '../access/place.js';
import { statementsOf } from '../policies/policy.js';
import { namesOf } from './environment.js';
import { awsReader } from './reader.js';

const actions = ['lambda:ListFunctions', 'lambda:ListFunctionUrlConfigs', 'lambda:GetPolicy', 'lambda:GetFunction'] as const;
type Place = AwsPlace<(typeof actions)[number]>;

/** Functions, and their addresses as entrances. */
export const lambdaReader = awsReader({
  name: 'lambda',
  actions,
  async *read(place: Place) {
    const lambda = new LambdaClient(place.config('LAMBDA'));
    const pages = place.pages(
      'lambda:ListFunctions',
      (Marker) => lambda.send(new ListFunctionsCommand({ Marker })),
      (page) => page.NextMarker,
    );
    for await (const { Functions = [] } of pages) {
      for (const one of Functions) {
        const { FunctionName = '', FunctionArn: arn = '' } = one;
        const urls = await urlsOf(place, lambda, FunctionName);
        const anonymous = await isAnonymous(place, lambda, FunctionName);
        const image = one.PackageType === 'Image' ? await imageOf(place, lambda, FunctionName) : undefined;
        yield [functionOf(place, one, { hasUrl: urls.length > 0, anonymous, image }), ...urls.map((url) => urlOf(place, arn, url))];
      }
    }
  },
});

interface Url {
  FunctionUrl?: string | undefined;
  AuthType?: string | undefined;
  FunctionArn?: string | undefined;
}

async function urlsOf(place: Place, lambda: LambdaClient, FunctionName: string): Promise<Url[]> {
  const urls: Url[] = [];
  const ask = (Marker: string | undefined) => lambda.send(new ListFunctionUrlConfigsCommand({ FunctionName, Marker }));
  for await (const page of place.pages('lambda:ListFunctionUrlConfigs', ask, ({ NextMarker }) => NextMarker))
    urls.push(...(page.FunctionUrlConfigs ?? []));
  return urls;
}

/** May everybody call it? Undefined where the policy cannot be understood. */
async function isAnonymous(place: Place, lambda: LambdaClient, FunctionName: string): Promise<boolean | undefined> {
  const asked = place.ask('lambda:GetPolicy', () => lambda.send(new GetPolicyCommand({ FunctionName })), ['ResourceNotFoundException']);
  const found = await unless(asked, undefined);
  if (!found) return false;
  // `lambda:FunctionUrlAuthType` is the condition that AWS itself writes for an address without sign-in.
  return statementsOf(found.Policy)?.some(
    (one) => one.isAllow && one.principals.includes('*') && (!one.isConditional || /FunctionUrlAuthType":"NONE/.test(one.condition)),
  );
}

async function imageOf(place: Place, lambda: LambdaClient, FunctionName: string): Promise<string | undefined> {
  const { Code } = await place.ask('lambda:GetFunction', () => lambda.send(new GetFunctionCommand({ FunctionName })));
  return Code?.ResolvedImageUri ?? Code?.ImageUri;
}

interface Known {
  hasUrl: boolean;
  anonymous: boolean | undefined;
  image: string | undefined;
}

function functionOf(place: Place, one: FunctionConfiguration, { hasUrl, anonymous, image }: Known): CloudResource {
  return place.resource({
    kind: 'service',
    type: 'AWS::Lambda::Function',
    native_id: one.FunctionArn ?? '',
    name: one.FunctionName ?? '',
    public: anonymous === undefined ? 'unknown' : anonymous || hasUrl ? 'yes' : 'no',
    authenticated: anonymous === undefined ? 'unknown' : anonymous ? 'no' : 'yes',
    runs_as: refsOf([one.Role]),
    images: image === undefined ? [] : [image],
    ...namesOf(one.Environment?.Variables),
    facts: { internet_access: one.VpcConfig?.VpcId ? null : true },
  });
}

function urlOf(place: Place, functionArn: string, { FunctionUrl = '', FunctionArn = functionArn, AuthType }: Url): CloudResource {
  return place.resource({
    kind: 'entrance',
    type: 'AWS::Lambda::Url',
    native_id: `${FunctionArn}/url`,
    name: FunctionArn.split(':function:')[1] ?? FunctionUrl,
    public: 'yes',
    authenticated: AuthType === 'NONE' ? 'no' : AuthType === 'AWS_IAM' ? 'yes' : 'unknown',
    uses: [awsRef(functionArn)],
  });
}
