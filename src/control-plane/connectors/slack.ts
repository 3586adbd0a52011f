import { InputError } from '../../support/errors.js';
import { isObject } from '../../support/json.js';
import type { OutsideOptions, OutsideRequest } from '../outbound/outbound.js';
import { settingOf } from '../outbound/setting.js';
import { addressOf, type Connector, type HealthReport } from './connector.js';
import type { ServicePage } from './page.js';

/** Errors of Slack's `auth.test` that mean an invalid token (Slack Web API reference). */
const REFUSED = new Set([
  'not_authed',
  'invalid_auth',
  'account_inactive',
  'token_expired',
  'token_revoked',
  'no_permission',
  'missing_scope',
  'access_denied',
  'not_allowed_token_type',
]);

/** Slack's Web API, with a bot token. It answers 200 even when it refuses. */
export const slack: Connector = {
  name: 'slack',
  kind: 'chat',
  title: 'Slack',
  settings: ['SERVICE_SLACK_TOKEN', 'SERVICE_SLACK_URL'],
  checkRequest: (options) => requestFor(options, '/auth.test', ''),
  read(body) {
    if (!isObject(body) || typeof body['ok'] !== 'boolean') return undefined;
    return body['ok'] ? { health: 'healthy', detail: null } : refusal(body['error']);
  },
  inventory: {
    what: 'channels',
    first: (options) => requestFor(options, '/conversations.list', 'limit=200&exclude_archived=true'),
    read: channelsOf,
  },
};

function requestFor(options: OutsideOptions, path: string, body: string): OutsideRequest | undefined {
  const url = addressOf(settingOf(options, 'SERVICE_SLACK_URL') ?? 'https://slack.com/api', path);
  const token = settingOf(options, 'SERVICE_SLACK_TOKEN');
  if (url === undefined || token === undefined) return undefined;
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/x-www-form-urlencoded' };
  return { url, method: 'POST', headers, body };
}

/** Each page has the cursor of the next; the last has none. */
function channelsOf(body: unknown, asked: OutsideRequest): ServicePage | undefined {
  if (!isObject(body) || typeof body['ok'] !== 'boolean') return undefined;
  if (!body['ok'])
    throw new InputError({
      message: `Slack: may not list channels: ${REFUSED.has(String(body['error'])) ? body['error'] : 'it reported an error'}`,
    });
  const listed = body['channels'];
  if (!Array.isArray(listed)) return undefined;
  const items = listed.filter(isObject).map(({ id, name }) => ({ id: String(id), name: String(name) }));
  const metadata = body['response_metadata'];
  const cursor = isObject(metadata) ? metadata['next_cursor'] : undefined;
  if (typeof cursor !== 'string' || cursor === '') return { items };
  const form = new URLSearchParams(asked.body);
  form.set('cursor', cursor);
  return { items, next: { ...asked, body: form.toString() } };
}

function refusal(error: unknown): HealthReport {
  if (typeof error === 'string' && REFUSED.has(error)) return { health: 'auth_failed', detail: error };
  return { health: 'degraded', detail: 'Slack reported an error' };
}
