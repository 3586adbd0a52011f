import type { CloudAnswer } from '../../../../model/cloud.js';
import type { JsonObject } from '../../../../support/json.js';
import { objectIn, objectsIn, textIn } from '../../../../support/json-parts.js';
import { isOpenToEverybody } from '../bindings.js';
import { assetReader, type GcpReader } from '../reader.js';
import { gcpResource, runsAs } from '../resource.js';

/** Functions of both generations: the first keeps its settings beside its name, the second in `serviceConfig`. */
function functionReader(id: string, type: string, settingsOf: (data: JsonObject) => JsonObject): GcpReader {
  return assetReader({ id, type, withPolicy: true }, (asset, { project }, policy) => {
    const settings = settingsOf(asset.data);
    const literal = Object.keys(objectIn(settings, 'environmentVariables'));
    const secret = objectsIn(settings, 'secretEnvironmentVariables').map((one) => textIn(one, 'key'));
    const open = isOpenToEverybody(policy, /^roles\/(?:cloudfunctions|run)\.(?:invoker|admin|developer)$/);
    return gcpResource(asset, project, {
      kind: 'service',
      public: reachable(settings),
      // Who may call the second generation is decided by the service behind it.
      authenticated: open ? 'no' : policy === undefined && id === 'functions' ? 'unknown' : 'yes',
      runs_as: runsAs(settings['serviceAccountEmail']),
      env_names: [...new Set([...literal, ...secret])].sort(),
      literal_env_names: literal.sort(),
    });
  });
}

export const functions = functionReader('functions', 'cloudfunctions.googleapis.com/Function', (data) => objectIn(data, 'serviceConfig'));
export const firstFunctions = functionReader('first-functions', 'cloudfunctions.googleapis.com/CloudFunction', (data) => data);

function reachable(settings: JsonObject): CloudAnswer {
  const ingress = textIn(settings, 'ingressSettings');
  const isCalled = textIn(settings, 'uri') !== '' || Object.keys(objectIn(settings, 'httpsTrigger')).length > 0;
  return isCalled && (ingress === '' || ingress === 'ALLOW_ALL') ? 'yes' : 'no';
}
