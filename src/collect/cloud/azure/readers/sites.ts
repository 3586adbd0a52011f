import type { CloudAnswer } from '../../../../model/cloud.js';
import type { JsonObject } from '../../../../support/json.js';
import { objectIn, textIn } from '../../../../support/json-parts.js';
import { tableReader } from '../reader.js';
import { azureResource, reachable, said } from '../resource.js';

const TYPE = 'Microsoft.Web/sites';

/** Web apps and functions. Their settings hold secrets and need a writing permission, so that not even their names are read. */
export const sites = tableReader({ id: 'sites', type: TYPE, actions: [`${TYPE}/config/read`] }, async (row, arm) => {
  const properties = objectIn(row, 'properties');
  const signIn = await arm.get(`${textIn(row, 'id')}/config/authsettingsV2`, '2023-12-01', `Azure: ${TYPE}/config`);
  const isFunction = textIn(row, 'kind').includes('functionapp');
  return [
    azureResource(row, {
      kind: 'service',
      public: reachable(properties),
      authenticated: authenticatedBy(signIn, isFunction),
      images: imagesOf(properties),
      facts: { tls_only: said(properties['httpsOnly']) },
    }),
  ];
});

/** Each function may demand a key of its own, which is not told here. */
function authenticatedBy(signIn: JsonObject | undefined, isFunction: boolean): CloudAnswer {
  if (!signIn) return 'unknown';
  const properties = objectIn(signIn, 'properties');
  const required = said(objectIn(properties, 'globalValidation')['requireAuthentication']);
  const enabled = said(objectIn(properties, 'platform')['enabled']);
  if (enabled === true && required === true) return 'yes';
  return isFunction || enabled === null ? 'unknown' : 'no';
}

/** `DOCKER|registry/image:tag` */
function imagesOf(properties: JsonObject): string[] {
  const version = textIn(objectIn(properties, 'siteConfig'), 'linuxFxVersion');
  const image = /^DOCKER\|(.+)$/.exec(version)?.[1];
  return image === undefined ? [] : [image];
}
