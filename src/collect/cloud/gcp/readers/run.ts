import type { CloudAnswer } from '../../../../model/cloud.js';
import type { JsonObject } from '../../../../support/json.js';
import { objectIn, objectsIn, textIn } from '../../../../support/json-parts.js';
import { isOpenToEverybody } from '../bindings.js';
import { assetReader } from '../reader.js';
import { gcpResource, runsAs } from '../resource.js';

/** Cloud Run services, in the form of Knative in which the inventory keeps them. */
export const run = assetReader({ id: 'run', type: 'run.googleapis.com/Service', withPolicy: true }, (asset, { project }, policy) => {
  const spec = objectIn(asset.data, 'spec', 'template', 'spec');
  const containers = objectsIn(spec, 'containers');
  const ingress = textIn(objectIn(asset.data, 'metadata', 'annotations'), 'run.googleapis.com/ingress');
  const open = isOpenToEverybody(policy, /^roles\/run\.(?:invoker|admin|developer)$/);
  return gcpResource(asset, project, {
    kind: 'service',
    public: reachable(ingress),
    authenticated: open ? 'no' : 'yes',
    runs_as: runsAs(spec['serviceAccountName']),
    images: containers.map((one) => textIn(one, 'image')).filter((image) => image !== ''),
    ...variablesOf(containers.flatMap((one) => objectsIn(one, 'env'))),
    facts: { internet_access: true },
  });
});

/** `all`, the default, takes calls from the internet. */
function reachable(ingress: string): CloudAnswer {
  return ingress === '' || ingress === 'all' ? 'yes' : 'no';
}

function variablesOf(env: readonly JsonObject[]): { env_names: string[]; literal_env_names: string[] } {
  const names = (list: readonly JsonObject[]) => [...new Set(list.map((one) => textIn(one, 'name')))].sort();
  return { env_names: names(env), literal_env_names: names(env.filter((one) => one['valueFrom'] === undefined)) };
}
