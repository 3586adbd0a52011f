import { DescribeImagesCommand, DescribeRepositoriesCommand, ECRClient, type ImageDetail, type Repository } from '@aws-sdk/client-ecr';
import type { CloudResource } from '../../../../model/cloud.js';
import type { AwsPlace } from '../access/place.js';
import { awsReader } from './reader.js';

const actions = ['ecr:DescribeImages', 'ecr:DescribeRepositories'] as const;
type Place = AwsPlace<(typeof actions)[number]>;

/** Repositories with the images that have a tag; what old tags leave behind is nobody's to start by name. */
export const ecrReader = awsReader({
  name: 'ecr',
  actions,
  async *read(place: Place) {
    const ecr = new ECRClient(place.config('ECR'));
    const list = (nextToken: string | undefined) => ecr.send(new DescribeRepositoriesCommand({ nextToken }));
    for await (const { repositories = [] } of place.pages('ecr:DescribeRepositories', list, ({ nextToken }) => nextToken))
      for (const repository of repositories) yield [repositoryOf(place, repository, await imagesOf(place, ecr, repository))];
  },
});

async function imagesOf(place: Place, ecr: ECRClient, { repositoryName }: Repository): Promise<ImageDetail[]> {
  const images: ImageDetail[] = [];
  const list = (nextToken: string | undefined) =>
    ecr.send(new DescribeImagesCommand({ repositoryName, nextToken, filter: { tagStatus: 'TAGGED' } }));
  for await (const { imageDetails = [] } of place.pages('ecr:DescribeImages', list, ({ nextToken }) => nextToken))
    images.push(...imageDetails);
  return images;
}

function repositoryOf(place: Place, repository: Repository, images: readonly ImageDetail[]): CloudResource {
  const newestFirst = [...images].sort((a, b) => (b.imagePushedAt?.getTime() ?? 0) - (a.imagePushedAt?.getTime() ?? 0));
  const references = ({ imageDigest = '', imageTags = [] }: ImageDetail) =>
    [...imageTags].sort().map((tag) => `${repository.repositoryUri}:${tag}@${imageDigest}`);
  return place.resource({
    kind: 'image',
    type: 'AWS::ECR::Repository',
    native_id: repository.repositoryArn ?? '',
    name: repository.repositoryName ?? '',
    public: 'no',
    authenticated: 'yes',
    images: newestFirst.flatMap(references),
    facts: { mutable_tags: repository.imageTagMutability?.startsWith('MUTABLE') ?? null },
  });
}
