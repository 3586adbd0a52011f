import type { CloudAnswer } from '../../../../model/cloud.js';
import { isOpen } from '../bindings.js';
import { assetReader } from '../reader.js';
import { partOf, partsOf, resource, textOf } from '../resource.js';

export const buckets = assetReader(
  { id: 'buckets', type: 'storage.googleapis.com/Bucket', withPolicy: true },
  (asset, { project }, policy) => {
    const settings = partOf(asset.data, 'iamConfiguration');
    const isPrevented = settings['publicAccessPrevention'] === 'enforced';
    const uniform = partOf(settings, 'uniformBucketLevelAccess')['enabled'] === true;
    const open = !isPrevented && isOpen(policy, /^roles\/storage\./);
    // Without uniform access each object may be open by itself, which is not read.
    const isPublic: CloudAnswer = open ? 'yes' : isPrevented || uniform ? 'no' : 'unknown';
    return resource(asset, project, {
      kind: 'data',
      public: isPublic,
      authenticated: isPublic === 'yes' ? 'no' : isPublic === 'no' ? 'yes' : 'unknown',
      facts: {
        encrypted: true,
        versioned: partOf(asset.data, 'versioning')['enabled'] === true,
        logged: textOf(partOf(asset.data, 'logging'), 'logBucket') !== '',
        written_by_outsiders: !isPrevented && isOpen(policy, /^roles\/storage\.(?:admin|object(?:Admin|Creator|User)|legacyBucketWriter)$/),
      },
    });
  },
);

export const secrets = assetReader(
  { id: 'secrets', type: 'secretmanager.googleapis.com/Secret', withPolicy: true },
  (asset, { project }, policy) =>
    resource(asset, project, {
      kind: 'data',
      public: isOpen(policy, /./) ? 'yes' : 'no',
      authenticated: 'yes',
      facts: { holds_secrets: true, encrypted: true },
    }),
);

export const datasets = assetReader({ id: 'datasets', type: 'bigquery.googleapis.com/Dataset' }, (asset, { project }) => {
  const everybody = partsOf(asset.data, 'access').some(
    ({ specialGroup, iamMember }) => specialGroup === 'allAuthenticatedUsers' || iamMember === 'allUsers',
  );
  return resource(asset, project, {
    kind: 'data',
    public: everybody ? 'yes' : 'no',
    authenticated: everybody ? 'no' : 'yes',
    facts: { encrypted: true },
  });
});

export const repositories = assetReader(
  { id: 'repositories', type: 'artifactregistry.googleapis.com/Repository', withPolicy: true },
  (asset, { project }, policy) => {
    const open = isOpen(policy, /^roles\/artifactregistry\./);
    const immutable = partOf(asset.data, 'dockerConfig')['immutableTags'] === true;
    return resource(asset, project, {
      kind: 'data',
      public: open ? 'yes' : 'no',
      authenticated: open ? 'no' : 'yes',
      facts: asset.data['format'] === 'DOCKER' ? { mutable_tags: !immutable } : {},
    });
  },
);

export const images = assetReader({ id: 'images', type: 'artifactregistry.googleapis.com/DockerImage' }, (asset, { project }) => {
  const uri = textOf(asset.data, 'uri');
  return resource(asset, project, { kind: 'image', public: 'no', authenticated: 'yes', images: uri === '' ? [] : [uri] });
});
