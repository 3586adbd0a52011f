import { isObject } from '../../support/json.js';
import type { OutsideOptions, OutsideRequest } from '../outbound/outbound.js';
import { settingOf } from '../outbound/setting.js';
import { addressOf, basic, type Connector } from './connector.js';
import type { ServicePage } from './page.js';

/**
 * Jira: in the cloud with email and API token (REST API v3), in a data centre with only a personal access token (v2).
 */
export const jira: Connector = {
  name: 'jira',
  kind: 'ticketing',
  title: 'Jira',
  settings: ['SERVICE_JIRA_URL', 'SERVICE_JIRA_EMAIL', 'SERVICE_JIRA_TOKEN'],
  checkRequest: (options) => requestFor(options, { cloud: '/rest/api/3/myself', server: '/rest/api/2/myself' }),
  read(body) {
    if (!isObject(body)) return undefined;
    const known = typeof body['accountId'] === 'string' || typeof body['name'] === 'string';
    if (!known) return undefined;
    return body['active'] === false ? { health: 'auth_failed', detail: 'the account is not active' } : { health: 'healthy', detail: null };
  },
  inventory: {
    what: 'projects',
    first: (options) => requestFor(options, { cloud: '/rest/api/3/project/search?maxResults=50&startAt=0', server: '/rest/api/2/project' }),
    read: projectsOf,
  },
};

function requestFor(options: OutsideOptions, paths: { cloud: string; server: string }): OutsideRequest | undefined {
  const [email, token] = [settingOf(options, 'SERVICE_JIRA_EMAIL'), settingOf(options, 'SERVICE_JIRA_TOKEN')];
  const url = addressOf(settingOf(options, 'SERVICE_JIRA_URL'), email === undefined ? paths.server : paths.cloud);
  if (url === undefined || token === undefined) return undefined;
  return { url, headers: { authorization: email === undefined ? `Bearer ${token}` : basic(email, token) } };
}

/** A data centre returns all projects at once, the cloud a page of them (`PageBeanProject`). */
function projectsOf(body: unknown, asked: OutsideRequest): ServicePage | undefined {
  const listed = isObject(body) ? body['values'] : body;
  if (!Array.isArray(listed)) return undefined;
  const items = listed.filter(isObject).map(({ id, key, name }) => ({ id: String(id), key: String(key), name: String(name) }));
  if (!isObject(body) || body['isLast'] !== false || items.length === 0) return { items };
  const url = new URL(asked.url);
  url.searchParams.set('startAt', String(Number(url.searchParams.get('startAt')) + items.length));
  return { items, next: { ...asked, url: url.href } };
}
