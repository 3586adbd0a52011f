import { DescribeImagesCommand, DescribeRepositoriesCommand, ECRClient, type ImageDetail, type Repository } from '@aws-sdk/client-ecr';
import type { CloudResource } from '../../../../model/cloud.js';
import type { AwsPlace } from '../access/place.js';
import { awsReader } from './reader.js';

const actions = ['ecr:DescribeImages', 'ecr:DescribeRepositories'] as const;
type Place = AwsPlace<(typeof actions)[number]>;

/** Images that have a tag; what only layers and old digests leave behind is nobody's to start by name. */
export const ecrReader = awsReader({
  name: 'ecr',
  actions,
  async *read(place: Place) {
    const ecr = new ECRClient(place.config('ECR'));
    const list = (nextToken: string | undefined) => ecr.send(new DescribeRepositoriesCommand({ nextToken }));
    for await (const { repositories = [] } of place.pages('ecr:DescribeRepositories', list, ({ nextToken }) => nextToken)) {
      for (const repository of repositories) {
        const { repositoryName } = repository;
        const images = (nextToken: string | undefined) =>
          ecr.send(new DescribeImagesCommand({ repositoryName, nextToken, filter: { tagStatus: 'TAGGED' } }));
        for await (const { imageDetails = [] } of place.pages('ecr:DescribeImages', images, ({ nextToken }) => nextToken))
          yield imageDetails.map((image) => imageOf(place, repository, image));
      }
    }
  },
});

function imageOf(place: Place, repository: Repository, { imageDigest = '', imageTags = [] }: ImageDetail): CloudResource {
  const tags = [...imageTags].sort();
  return place.resource({
    kind: 'image',
    type: 'AWS::ECR::Image',
    native_id: `${repository.repositoryArn}@${imageDigest}`,
    name: `${repository.repositoryName}:${tags[0] ?? ''}`,
    public: 'no',
    authenticated: 'yes',
    images: tags.map((tag) => `${repository.repositoryUri}:${tag}@${imageDigest}`),
    facts: { mutable_tags: repository.imageTagMutability?.startsWith('MUTABLE') ?? null, encrypted: true },
  });
}
