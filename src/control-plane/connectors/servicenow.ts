import { isObject } from '../../support/json.js';
import type { ServeOptions } from '../options.js';
import { addressOf, basic, type Connector } from './connector.js';
import { settingOf } from './setting.js';

/** ServiceNow's Table API, by user and password, or by an OAuth token. */
export const servicenow: Connector = {
  name: 'servicenow',
  kind: 'itsm',
  title: 'ServiceNow',
  settings: ['SERVICE_SERVICENOW_URL', 'SERVICE_SERVICENOW_USER', 'SERVICE_SERVICENOW_PASSWORD', 'SERVICE_SERVICENOW_TOKEN'],
  question(options) {
    const url = addressOf(settingOf(options, 'SERVICE_SERVICENOW_URL'), '/api/now/table/sys_user?sysparm_limit=1&sysparm_fields=sys_id');
    const authorization = authorizationOf(options);
    return url === undefined || authorization === undefined ? undefined : { url, headers: { authorization } };
  },
  read: (body) => (isObject(body) && Array.isArray(body['result']) ? { health: 'healthy', detail: null } : undefined),
};

function authorizationOf(options: ServeOptions): string | undefined {
  const token = settingOf(options, 'SERVICE_SERVICENOW_TOKEN');
  if (token !== undefined) return `Bearer ${token}`;
  const [user, password] = [settingOf(options, 'SERVICE_SERVICENOW_USER'), settingOf(options, 'SERVICE_SERVICENOW_PASSWORD')];
  return user === undefined || password === undefined ? undefined : basic(user, password);
}
