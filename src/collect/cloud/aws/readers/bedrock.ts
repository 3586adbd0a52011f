import {
  BedrockClient,
  GetModelInvocationLoggingConfigurationCommand,
  ListCustomModelsCommand,
  ListGuardrailsCommand,
  ListImportedModelsCommand,
} from '@aws-sdk/client-bedrock';
import { type AwsPlace, refsOf } from '../access/place.js';
import { awsReader } from './reader.js';

const actions = [
  'bedrock:GetModelInvocationLoggingConfiguration',
  'bedrock:ListCustomModels',
  'bedrock:ListGuardrails',
  'bedrock:ListImportedModels',
] as const;

/** Guardrails, the log of what models are asked, and models of the account's own. */
export const bedrockReader = awsReader({
  name: 'bedrock',
  actions,
  async *read(place: AwsPlace<(typeof actions)[number]>) {
    const bedrock = new BedrockClient(place.config('BEDROCK'));
    yield [await logOf(place, bedrock)];
    const guardrails = (nextToken: string | undefined) => bedrock.send(new ListGuardrailsCommand({ nextToken }));
    for await (const page of place.pages('bedrock:ListGuardrails', guardrails, ({ nextToken }) => nextToken)) {
      yield (page.guardrails ?? []).map(({ arn = '', name = '', status }) =>
        place.resource({
          kind: 'control',
          type: 'AWS::Bedrock::Guardrail',
          native_id: arn,
          name,
          facts: { guardrail: status === 'READY' },
        }),
      );
    }
    const custom = (nextToken: string | undefined) => bedrock.send(new ListCustomModelsCommand({ nextToken }));
    for await (const page of place.pages('bedrock:ListCustomModels', custom, ({ nextToken }) => nextToken))
      yield (page.modelSummaries ?? []).map(({ modelArn = '', modelName = '' }) =>
        modelOf(place, 'AWS::Bedrock::CustomModel', modelArn, modelName),
      );
    const imported = (nextToken: string | undefined) => bedrock.send(new ListImportedModelsCommand({ nextToken }));
    for await (const page of place.pages('bedrock:ListImportedModels', imported, ({ nextToken }) => nextToken))
      yield (page.modelSummaries ?? []).map(({ modelArn = '', modelName = '' }) =>
        modelOf(place, 'AWS::Bedrock::ImportedModel', modelArn, modelName),
      );
  },
});

type Place = AwsPlace<(typeof actions)[number]>;

/** There is one for the account in each region, on or off. */
async function logOf(place: Place, bedrock: BedrockClient) {
  const ask = () => bedrock.send(new GetModelInvocationLoggingConfigurationCommand({}));
  const { loggingConfig } = await place.ask('bedrock:GetModelInvocationLoggingConfiguration', ask);
  const bucket = loggingConfig?.s3Config?.bucketName;
  return place.resource({
    kind: 'control',
    type: 'AWS::Bedrock::ModelInvocationLogging',
    native_id: place.arn('bedrock', 'model-invocation-logging'),
    name: `Bedrock model invocation logging in ${place.region}`,
    runs_as: refsOf([loggingConfig?.cloudWatchConfig?.roleArn]),
    uses: refsOf([bucket && `arn:${place.partition}:s3:::${bucket}`]),
    facts: { logged: Boolean(bucket || loggingConfig?.cloudWatchConfig?.logGroupName) },
  });
}

function modelOf(place: Place, type: string, native_id: string, name: string) {
  return place.resource({ kind: 'model', type, native_id, name, public: 'no', authenticated: 'yes' });
}
