import { assetReader } from '../reader.js';
import { partOf, partsOf, refOf, resource, textOf } from '../resource.js';

/** Load balancers that take calls from the internet. */
export const forwardingRules = assetReader(
  { id: 'forwarding-rules', type: 'compute.googleapis.com/ForwardingRule' },
  (asset, { project }) => {
    const scheme = textOf(asset.data, 'loadBalancingScheme');
    const target = textOf(asset.data, 'target').replace(
      /^https:\/\/(?:www|compute)\.googleapis\.com\/compute\/v1\//,
      'compute.googleapis.com/',
    );
    return resource(asset, project, {
      kind: 'entrance',
      public: scheme.startsWith('EXTERNAL') ? 'yes' : scheme === '' ? 'unknown' : 'no',
      uses: target === '' ? [] : [refOf(target)],
    });
  },
);

export const clusters = assetReader({ id: 'clusters', type: 'container.googleapis.com/Cluster' }, (asset, { project }) => {
  const isPrivate = partOf(asset.data, 'privateClusterConfig')['enablePrivateEndpoint'] === true;
  const ranges = partsOf(partOf(asset.data, 'masterAuthorizedNetworksConfig'), 'cidrBlocks');
  const isRestricted = ranges.length > 0 && ranges.every((one) => textOf(one, 'cidrBlock') !== '0.0.0.0/0');
  return resource(asset, project, {
    kind: 'service',
    public: isPrivate || isRestricted ? 'no' : 'yes',
    authenticated: 'yes',
    facts: { network_restricted: isPrivate || isRestricted },
  });
});
