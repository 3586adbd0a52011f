import type { CloudAnswer } from '../../../../model/cloud.js';
import { objectIn, objectsIn, textIn } from '../../../../support/json-parts.js';
import { isOpenToEverybody } from '../bindings.js';
import { assetReader } from '../reader.js';
import { gcpResource } from '../resource.js';

export const buckets = assetReader(
  { id: 'buckets', type: 'storage.googleapis.com/Bucket', withPolicy: true },
  (asset, { project }, policy) => {
    const settings = objectIn(asset.data, 'iamConfiguration');
    const isPrevented = settings['publicAccessPrevention'] === 'enforced';
    const uniform = objectIn(settings, 'uniformBucketLevelAccess')['enabled'] === true;
    const open = !isPrevented && isOpenToEverybody(policy, /^roles\/storage\./);
    // Without uniform access each object may be open by itself, which is not read.
    const isPublic: CloudAnswer = open ? 'yes' : isPrevented || uniform ? 'no' : 'unknown';
    return gcpResource(asset, project, {
      kind: 'data',
      public: isPublic,
      authenticated: isPublic === 'yes' ? 'no' : isPublic === 'no' ? 'yes' : 'unknown',
      facts: {
        encrypted: true,
        versioned: objectIn(asset.data, 'versioning')['enabled'] === true,
        logged: textIn(objectIn(asset.data, 'logging'), 'logBucket') !== '',
        written_by_outsiders:
          !isPrevented && isOpenToEverybody(policy, /^roles\/storage\.(?:admin|object(?:Admin|Creator|User)|legacyBucketWriter)$/),
      },
    });
  },
);

export const secrets = assetReader(
  { id: 'secrets', type: 'secretmanager.googleapis.com/Secret', withPolicy: true },
  (asset, { project }, policy) =>
    gcpResource(asset, project, {
      kind: 'data',
      public: isOpenToEverybody(policy, /./) ? 'yes' : 'no',
      authenticated: 'yes',
      facts: { holds_secrets: true, encrypted: true },
    }),
);

export const datasets = assetReader({ id: 'datasets', type: 'bigquery.googleapis.com/Dataset' }, (asset, { project }) => {
  const everybody = objectsIn(asset.data, 'access').some(
    ({ specialGroup, iamMember }) => specialGroup === 'allAuthenticatedUsers' || iamMember === 'allUsers',
  );
  return gcpResource(asset, project, {
    kind: 'data',
    public: everybody ? 'yes' : 'no',
    authenticated: everybody ? 'no' : 'yes',
    facts: { encrypted: true },
  });
});

export const repositories = assetReader(
  { id: 'repositories', type: 'artifactregistry.googleapis.com/Repository', withPolicy: true },
  (asset, { project }, policy) => {
    const open = isOpenToEverybody(policy, /^roles\/artifactregistry\./);
    const immutable = objectIn(asset.data, 'dockerConfig')['immutableTags'] === true;
    return gcpResource(asset, project, {
      kind: 'data',
      public: open ? 'yes' : 'no',
      authenticated: open ? 'no' : 'yes',
      facts: asset.data['format'] === 'DOCKER' ? { mutable_tags: !immutable } : {},
    });
  },
);

export const images = assetReader({ id: 'images', type: 'artifactregistry.googleapis.com/DockerImage' }, (asset, { project }) => {
  const uri = textIn(asset.data, 'uri');
  return gcpResource(asset, project, { kind: 'image', public: 'no', authenticated: 'yes', images: uri === '' ? [] : [uri] });
});
