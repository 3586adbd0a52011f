import {
  BedrockAgentClient,
  type DataSourceConfiguration,
  GetDataSourceCommand,
  GetKnowledgeBaseCommand,
  type KnowledgeBase,
  ListDataSourcesCommand,
  ListKnowledgeBasesCommand,
  type StorageConfiguration,
} from '@aws-sdk/client-bedrock-agent';
import type { CloudResource } from '../../../../model/cloud.js';
import { type AwsPlace, refsOf } from '../access/place.js';
import { awsReader } from './reader.js';

const actions = ['bedrock:GetDataSource', 'bedrock:GetKnowledgeBase', 'bedrock:ListDataSources', 'bedrock:ListKnowledgeBases'] as const;
type Place = AwsPlace<(typeof actions)[number]>;

/** What agents look things up in, with where it is taken from and kept. */
export const knowledgeBasesReader = awsReader({
  name: 'knowledge-bases',
  actions,
  async *read(place: Place) {
    const bedrock = new BedrockAgentClient(place.config('BEDROCK_AGENT'));
    const list = (nextToken: string | undefined) => bedrock.send(new ListKnowledgeBasesCommand({ nextToken }));
    for await (const page of place.pages('bedrock:ListKnowledgeBases', list, ({ nextToken }) => nextToken)) {
      for (const { knowledgeBaseId } of page.knowledgeBaseSummaries ?? []) {
        const ask = () => bedrock.send(new GetKnowledgeBaseCommand({ knowledgeBaseId }));
        const { knowledgeBase } = await place.ask('bedrock:GetKnowledgeBase', ask);
        if (knowledgeBase) yield [knowledgeBaseOf(place, knowledgeBase, await sourcesOf(place, bedrock, knowledgeBaseId))];
      }
    }
  },
});

async function sourcesOf(
  place: Place,
  bedrock: BedrockAgentClient,
  knowledgeBaseId: string | undefined,
): Promise<DataSourceConfiguration[]> {
  const sources: DataSourceConfiguration[] = [];
  const list = (nextToken: string | undefined) => bedrock.send(new ListDataSourcesCommand({ knowledgeBaseId, nextToken }));
  for await (const page of place.pages('bedrock:ListDataSources', list, ({ nextToken }) => nextToken)) {
    for (const { dataSourceId } of page.dataSourceSummaries ?? []) {
      const question = new GetDataSourceCommand({ knowledgeBaseId, dataSourceId });
      const { dataSource } = await place.ask('bedrock:GetDataSource', () => bedrock.send(question));
      if (dataSource?.dataSourceConfiguration) sources.push(dataSource.dataSourceConfiguration);
    }
  }
  return sources;
}

function knowledgeBaseOf(place: Place, base: KnowledgeBase, sources: readonly DataSourceConfiguration[]): CloudResource {
  const outside = sources.map((source) => outsideOf(place, source)).find((one) => one !== undefined);
  return place.resource({
    kind: 'data',
    type: 'AWS::Bedrock::KnowledgeBase',
    native_id: base.knowledgeBaseArn ?? '',
    name: base.name ?? '',
    public: 'no',
    authenticated: 'yes',
    runs_as: refsOf([base.roleArn]),
    uses: refsOf([...storesOf(base.storageConfiguration), ...sources.map(({ s3Configuration }) => s3Configuration?.bucketArn)]),
    facts: { holds_knowledge: true, outside_location: outside ?? '' },
  });
}

function storesOf(storage: StorageConfiguration | undefined): (string | undefined)[] {
  return [
    storage?.opensearchServerlessConfiguration?.collectionArn,
    storage?.opensearchManagedClusterConfiguration?.domainArn,
    storage?.rdsConfiguration?.resourceArn,
    storage?.rdsConfiguration?.credentialsSecretArn,
    storage?.neptuneAnalyticsConfiguration?.graphArn,
    storage?.s3VectorsConfiguration?.vectorBucketArn,
  ];
}

function outsideOf({ account }: Place, { s3Configuration, webConfiguration }: DataSourceConfiguration): string | undefined {
  const owner = s3Configuration?.bucketOwnerAccountId;
  if (owner !== undefined && owner !== account) return s3Configuration?.bucketArn;
  const url = webConfiguration?.sourceConfiguration?.urlConfiguration?.seedUrls?.[0]?.url;
  return url !== undefined && URL.canParse(url) ? new URL(url).hostname : undefined;
}
