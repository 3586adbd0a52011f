import type { CloudResource } from '../../../../model/cloud.js';
import type { JsonObject } from '../../../../support/json.js';
import { objectIn, objectsIn, textIn } from '../../../../support/json-parts.js';
import type { Asset } from '../google.js';
import { assetReader, type RegionalReader } from '../reader.js';
import { gcpRef, gcpResource, runsAs } from '../resource.js';

const HOST = 'aiplatform.googleapis.com';

/** Endpoints of Vertex AI: callers sign in; a private network keeps the internet out. */
export const endpoints = assetReader({ id: 'endpoints', type: `${HOST}/Endpoint` }, (asset, { project }) => {
  const { data } = asset;
  const isPrivate = textIn(data, 'network') !== '' || objectIn(data, 'privateServiceConnectConfig')['enablePrivateServiceConnect'] === true;
  const deployed = objectsIn(data, 'deployedModels');
  const models = deployed.map((one) => textIn(one, 'model')).filter((name) => name !== '');
  return gcpResource(asset, project, {
    kind: 'service',
    public: isPrivate ? 'no' : 'yes',
    authenticated: 'yes',
    uses: models.map((name) => gcpRef(`${HOST}/${name}`)).sort(),
    runs_as: [...new Set(deployed.flatMap((one) => runsAs(one['serviceAccount'])))].sort(),
    facts: { logged: objectIn(data, 'predictRequestResponseLoggingConfig')['enabled'] === true },
  });
});

export const vertexModels = assetReader({ id: 'models', type: `${HOST}/Model` }, (asset, { project }) => {
  const image = textIn(objectIn(asset.data, 'containerSpec'), 'imageUri');
  return gcpResource(asset, project, {
    kind: 'model',
    public: 'no',
    authenticated: 'yes',
    images: image === '' ? [] : [image],
    facts: { model: textIn(asset.data, 'displayName') || null },
  });
});

/** Agents that run in Vertex AI's agent engine. Each region is asked by itself, because the inventory does not keep them. */
export const agentEngines: RegionalReader = {
  id: 'agents',
  permissions: ['aiplatform.locations.list', 'aiplatform.reasoningEngines.list'],
  async regions(google) {
    const found: string[] = [];
    for await (const page of google.list(
      `https://${HOST}/v1/projects/${google.project}/locations`,
      'locations',
      'Google Cloud: regions of Vertex AI',
    ))
      for (const { locationId } of page) if (typeof locationId === 'string' && /^[a-z0-9-]+$/.test(locationId)) found.push(locationId);
    return found.sort();
  },
  async *read(google, region) {
    const url = `https://${region}-${HOST}/v1/projects/${google.project}/locations/${region}/reasoningEngines?pageSize=100`;
    for await (const page of google.list(url, 'reasoningEngines', `Google Cloud: agents in ${region}`))
      yield page.map((engine) => agentOf(engine, region, google.project));
  },
};

function agentOf(engine: JsonObject, region: string, project: string): CloudResource {
  const asset: Asset = { name: `//${HOST}/${textIn(engine, 'name')}`, type: `${HOST}/ReasoningEngine`, location: region, data: engine };
  const deployment = objectIn(engine, 'spec', 'deploymentSpec');
  const names = (list: JsonObject[]) => list.map((one) => textIn(one, 'name')).filter((name) => name !== '');
  const literal = names(objectsIn(deployment, 'env'));
  return gcpResource(asset, project, {
    name: textIn(engine, 'displayName') || asset.name,
    kind: 'agent',
    public: 'yes',
    authenticated: 'yes',
    runs_as: runsAs(objectIn(engine, 'spec')['serviceAccount']),
    env_names: [...new Set([...literal, ...names(objectsIn(deployment, 'secretEnv'))])].sort(),
    literal_env_names: [...literal].sort(),
  });
}

export const notebooks = assetReader({ id: 'notebooks', type: 'notebooks.googleapis.com/Instance' }, (asset, { project }) => {
  const setup = objectIn(asset.data, 'gceSetup');
  const { noPublicIp, disablePublicIp, metadata } = { ...asset.data, ...setup };
  const shut = noPublicIp === true || disablePublicIp === true;
  const root =
    typeof metadata === 'object' && metadata !== null && 'notebook-disable-root' in metadata
      ? metadata['notebook-disable-root']
      : undefined;
  return gcpResource(asset, project, {
    kind: 'service',
    public: 'unknown',
    authenticated: 'yes',
    runs_as: [...runsAs(asset.data['serviceAccount']), ...objectsIn(setup, 'serviceAccounts').flatMap(({ email }) => runsAs(email))].sort(),
    facts: { internet_access: !shut, root: root !== 'true' },
  });
});
