import { isObject } from '../../support/json.js';
import type { OutsideOptions, OutsideRequest } from '../outbound/outbound.js';
import { settingOf } from '../outbound/setting.js';
import { addressOf, basic, type Connector } from './connector.js';
import type { ServicePage } from './page.js';

/** ServiceNow's Table API, with user and password or an OAuth token. */
export const servicenow: Connector = {
  name: 'servicenow',
  kind: 'itsm',
  title: 'ServiceNow',
  settings: ['SERVICE_SERVICENOW_URL', 'SERVICE_SERVICENOW_USER', 'SERVICE_SERVICENOW_PASSWORD', 'SERVICE_SERVICENOW_TOKEN'],
  checkRequest: (options) => requestFor(options, '/api/now/table/sys_user?sysparm_limit=1&sysparm_fields=sys_id'),
  read: (body) => (isObject(body) && Array.isArray(body['result']) ? { health: 'healthy', detail: null } : undefined),
  inventory: {
    what: 'services',
    first: (options) =>
      requestFor(options, `/api/now/table/cmdb_ci_service?sysparm_limit=${PAGE}&sysparm_fields=sys_id,name&sysparm_offset=0`),
    read: servicesOf,
  },
};

const PAGE = 100;

function requestFor(options: OutsideOptions, path: string): OutsideRequest | undefined {
  const url = addressOf(settingOf(options, 'SERVICE_SERVICENOW_URL'), path);
  const authorization = authorizationOf(options);
  return url === undefined || authorization === undefined ? undefined : { url, headers: { authorization } };
}

/** The last page is one that is not full. */
function servicesOf(body: unknown, asked: OutsideRequest): ServicePage | undefined {
  const listed = isObject(body) ? body['result'] : undefined;
  if (!Array.isArray(listed)) return undefined;
  const items = listed.filter(isObject).map(({ sys_id, name }) => ({ id: String(sys_id), name: String(name) }));
  if (listed.length < PAGE) return { items };
  const url = new URL(asked.url);
  url.searchParams.set('sysparm_offset', String(Number(url.searchParams.get('sysparm_offset')) + PAGE));
  return { items, next: { ...asked, url: url.href } };
}

function authorizationOf(options: OutsideOptions): string | undefined {
  const token = settingOf(options, 'SERVICE_SERVICENOW_TOKEN');
  if (token !== undefined) return `Bearer ${token}`;
  const [user, password] = [settingOf(options, 'SERVICE_SERVICENOW_USER'), settingOf(options, 'SERVICE_SERVICENOW_PASSWORD')];
  return user === undefined || password === undefined ? undefined : basic(user, password);
}
