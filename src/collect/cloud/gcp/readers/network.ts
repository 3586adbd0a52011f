import { objectIn, objectsIn, textIn } from '../../../../support/json-parts.js';
import { assetReader } from '../reader.js';
import { gcpRef, gcpResource } from '../resource.js';

/** Load balancers that take calls from the internet. */
export const forwardingRules = assetReader(
  { id: 'forwarding-rules', type: 'compute.googleapis.com/ForwardingRule' },
  (asset, { project }) => {
    const scheme = textIn(asset.data, 'loadBalancingScheme');
    const target = textIn(asset.data, 'target').replace(
      /^https:\/\/(?:www|compute)\.googleapis\.com\/compute\/v1\//,
      'compute.googleapis.com/',
    );
    return gcpResource(asset, project, {
      kind: 'entrance',
      public: scheme.startsWith('EXTERNAL') ? 'yes' : scheme === '' ? 'unknown' : 'no',
      uses: target === '' ? [] : [gcpRef(target)],
    });
  },
);

export const clusters = assetReader({ id: 'clusters', type: 'container.googleapis.com/Cluster' }, (asset, { project }) => {
  const isPrivate = objectIn(asset.data, 'privateClusterConfig')['enablePrivateEndpoint'] === true;
  const ranges = objectsIn(objectIn(asset.data, 'masterAuthorizedNetworksConfig'), 'cidrBlocks');
  const isRestricted = ranges.length > 0 && ranges.every((one) => textIn(one, 'cidrBlock') !== '0.0.0.0/0');
  return gcpResource(asset, project, {
    kind: 'service',
    public: isPrivate || isRestricted ? 'no' : 'yes',
    authenticated: 'yes',
    facts: { network_restricted: isPrivate || isRestricted },
  });
});
