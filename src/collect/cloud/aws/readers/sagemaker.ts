import {
  type ContainerDefinition,
  DescribeEndpointCommand,
  DescribeEndpointConfigCommand,
  DescribeModelCommand,
  DescribeNotebookInstanceCommand,
  ListEndpointsCommand,
  ListModelsCommand,
  ListNotebookInstancesCommand,
  SageMakerClient,
} from '@aws-sdk/client-sagemaker';
import type { CloudResource } from '../../../../model/cloud.js';
import { type AwsPlace, refsOf } from '../access/place.js';
import { bucketIn } from './arns.js';
import { namesOf } from './environment.js';
import { awsReader } from './reader.js';

const actions = [
  'sagemaker:DescribeEndpoint',
  'sagemaker:DescribeEndpointConfig',
  'sagemaker:DescribeModel',
  'sagemaker:DescribeNotebookInstance',
  'sagemaker:ListEndpoints',
  'sagemaker:ListModels',
  'sagemaker:ListNotebookInstances',
] as const;
type Place = AwsPlace<(typeof actions)[number]>;

/** Endpoints, models and notebooks of SageMaker. */
export const sagemakerReader = awsReader({
  name: 'sagemaker',
  actions,
  async *read(place: Place) {
    const sagemaker = new SageMakerClient(place.config('SAGEMAKER'));
    const endpoints = (NextToken: string | undefined) => sagemaker.send(new ListEndpointsCommand({ NextToken }));
    for await (const { Endpoints = [] } of place.pages('sagemaker:ListEndpoints', endpoints, ({ NextToken }) => NextToken))
      for (const { EndpointName } of Endpoints) yield [await endpointOf(place, sagemaker, EndpointName)];
    const models = (NextToken: string | undefined) => sagemaker.send(new ListModelsCommand({ NextToken }));
    for await (const { Models = [] } of place.pages('sagemaker:ListModels', models, ({ NextToken }) => NextToken))
      for (const { ModelName } of Models) yield [await modelOf(place, sagemaker, ModelName)];
    const notebooks = (NextToken: string | undefined) => sagemaker.send(new ListNotebookInstancesCommand({ NextToken }));
    for await (const page of place.pages('sagemaker:ListNotebookInstances', notebooks, ({ NextToken }) => NextToken))
      for (const { NotebookInstanceName } of page.NotebookInstances ?? []) yield [await notebookOf(place, sagemaker, NotebookInstanceName)];
  },
});

async function endpointOf(place: Place, sagemaker: SageMakerClient, EndpointName: string | undefined): Promise<CloudResource> {
  const endpoint = await place.ask('sagemaker:DescribeEndpoint', () => sagemaker.send(new DescribeEndpointCommand({ EndpointName })));
  const { EndpointConfigName } = endpoint;
  const ask = () => sagemaker.send(new DescribeEndpointConfigCommand({ EndpointConfigName }));
  const config = await place.ask('sagemaker:DescribeEndpointConfig', ask);
  const variants = [...(config.ProductionVariants ?? []), ...(config.ShadowProductionVariants ?? [])];
  return place.resource({
    kind: 'service',
    type: 'AWS::SageMaker::Endpoint',
    native_id: endpoint.EndpointArn ?? '',
    name: EndpointName ?? '',
    public: 'no',
    authenticated: 'yes',
    runs_as: refsOf([config.ExecutionRoleArn]),
    uses: refsOf(variants.map(({ ModelName }) => ModelName && place.arn('sagemaker', `model/${ModelName.toLowerCase()}`))),
    facts: { logged: config.DataCaptureConfig?.EnableCapture === true },
  });
}

async function modelOf(place: Place, sagemaker: SageMakerClient, ModelName: string | undefined): Promise<CloudResource> {
  const model = await place.ask('sagemaker:DescribeModel', () => sagemaker.send(new DescribeModelCommand({ ModelName })));
  const containers = [...(model.PrimaryContainer ? [model.PrimaryContainer] : []), ...(model.Containers ?? [])];
  const environment = Object.assign({}, ...containers.map(({ Environment }) => Environment));
  return place.resource({
    kind: 'model',
    type: 'AWS::SageMaker::Model',
    // Its ARN writes the name in lower case, as endpoints refer to it.
    native_id: place.arn('sagemaker', `model/${(ModelName ?? '').toLowerCase()}`),
    name: ModelName ?? '',
    public: 'no',
    authenticated: 'yes',
    runs_as: refsOf([model.ExecutionRoleArn]),
    uses: refsOf(containers.flatMap((container) => weightsOf(place, container))),
    images: [...new Set(containers.flatMap(({ Image }) => Image ?? []))].sort(),
    ...namesOf(environment),
    facts: { internet_access: model.EnableNetworkIsolation === true ? false : model.VpcConfig ? null : true },
  });
}

function weightsOf({ partition }: Place, { ModelDataUrl, ModelDataSource }: ContainerDefinition): (string | undefined)[] {
  return [ModelDataUrl, ModelDataSource?.S3DataSource?.S3Uri].map((address) => bucketIn(partition, address));
}

async function notebookOf(place: Place, sagemaker: SageMakerClient, NotebookInstanceName: string | undefined): Promise<CloudResource> {
  const ask = () => sagemaker.send(new DescribeNotebookInstanceCommand({ NotebookInstanceName }));
  const notebook = await place.ask('sagemaker:DescribeNotebookInstance', ask);
  return place.resource({
    kind: 'service',
    type: 'AWS::SageMaker::NotebookInstance',
    native_id: notebook.NotebookInstanceArn ?? '',
    name: NotebookInstanceName ?? '',
    // Its page is on the internet, behind a sign-in to AWS.
    public: 'yes',
    authenticated: 'yes',
    runs_as: refsOf([notebook.RoleArn]),
    facts: {
      internet_access: notebook.DirectInternetAccess === 'Enabled',
      root: notebook.RootAccess === 'Enabled',
    },
  });
}
