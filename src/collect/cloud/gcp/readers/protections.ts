import type { JsonObject } from '../../../../support/json.js';
import { objectIn, objectsIn } from '../../../../support/json-parts.js';
import type { GcpReader } from '../reader.js';
import { gcpResource } from '../resource.js';

const PROJECT = 'cloudresourcemanager.googleapis.com/Project';

/** What the project as a whole does: the least filter of Model Armor, and whether reads of Vertex AI are recorded. */
export const projectProtections: GcpReader = {
  id: 'protections',
  permissions: ['cloudasset.assets.listIamPolicy', 'modelarmor.floorSettings.get'],
  async *read(google) {
    const url = `https://modelarmor.googleapis.com/v1/projects/${google.project}/locations/global/floorSetting`;
    const floor = await google.get(url, 'Google Cloud: Model Armor');
    const policies = await google.policies(PROJECT);
    const name = `//${PROJECT.split('/')[0]}/projects/${google.project}`;
    yield [
      gcpResource({ name, type: PROJECT, location: 'global', data: {} }, google.project, {
        kind: 'control',
        authenticated: 'yes',
        facts: {
          guardrail: floor?.['enableFloorSettingEnforcement'] === true && Object.keys(objectIn(floor, 'filterConfig')).length > 0,
          logged: [...policies.values()].some(recordsReads),
        },
      }),
    ];
  },
};

function recordsReads(policy: JsonObject): boolean {
  return objectsIn(policy, 'auditConfigs').some(
    (config) =>
      (config['service'] === 'allServices' || config['service'] === 'aiplatform.googleapis.com') &&
      objectsIn(config, 'auditLogConfigs').some(({ logType }) => logType === 'DATA_READ'),
  );
}
