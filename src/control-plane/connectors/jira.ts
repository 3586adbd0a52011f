import { isObject } from '../../support/json.js';
import { addressOf, basic, type Connector } from './connector.js';
import { settingOf } from './setting.js';

/** Jira: in the cloud by email and API token (REST API v3), in a data centre by personal access token alone (v2). */
export const jira: Connector = {
  name: 'jira',
  kind: 'ticketing',
  title: 'Jira',
  settings: ['SERVICE_JIRA_URL', 'SERVICE_JIRA_EMAIL', 'SERVICE_JIRA_TOKEN'],
  question(options) {
    const [email, token] = [settingOf(options, 'SERVICE_JIRA_EMAIL'), settingOf(options, 'SERVICE_JIRA_TOKEN')];
    const url = addressOf(settingOf(options, 'SERVICE_JIRA_URL'), `/rest/api/${email === undefined ? 2 : 3}/myself`);
    if (url === undefined || token === undefined) return undefined;
    return { url, headers: { authorization: email === undefined ? `Bearer ${token}` : basic(email, token) } };
  },
  read(body) {
    if (!isObject(body)) return undefined;
    const known = typeof body['accountId'] === 'string' || typeof body['name'] === 'string';
    if (!known) return undefined;
    return body['active'] === false ? { health: 'auth_failed', detail: 'the account is not active' } : { health: 'healthy', detail: null };
  },
};
