import type { CloudAnswer } from '../../../../model/cloud.js';
import type { JsonObject } from '../../../../support/json.js';
import { tableReader } from '../reader.js';
import { partOf, reachable, resource, said, textOf } from '../resource.js';

const TYPE = 'Microsoft.Web/sites';

/** Web apps and functions. Their settings hold secrets and need a writing permission, so that not even their names are read. */
export const sites = tableReader({ id: 'sites', type: TYPE, actions: [`${TYPE}/config/read`] }, async (row, arm) => {
  const properties = partOf(row, 'properties');
  const signIn = await arm.get(`${textOf(row, 'id')}/config/authsettingsV2`, '2023-12-01', `Azure: ${TYPE}/config`);
  const isFunction = textOf(row, 'kind').includes('functionapp');
  return [
    resource(row, {
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
  const properties = partOf(signIn, 'properties');
  const required = said(partOf(properties, 'globalValidation')['requireAuthentication']);
  const enabled = said(partOf(properties, 'platform')['enabled']);
  if (enabled === true && required === true) return 'yes';
  return isFunction || enabled === null ? 'unknown' : 'no';
}

/** `DOCKER|registry/image:tag` */
function imagesOf(properties: JsonObject): string[] {
  const version = textOf(partOf(properties, 'siteConfig'), 'linuxFxVersion');
  const image = /^DOCKER\|(.+)$/.exec(version)?.[1];
  return image === undefined ? [] : [image];
}
