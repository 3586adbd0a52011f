import { isObject } from '../../support/json.js';
import { addressOf, type Connector, type HealthReport } from './connector.js';
import { settingOf } from './setting.js';

/** Errors of Slack's `auth.test` that mean the token is not good (Slack Web API reference). */
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

/** Slack's Web API, by bot token. It answers 200 also when it refuses. */
export const slack: Connector = {
  name: 'slack',
  kind: 'chat',
  title: 'Slack',
  settings: ['SERVICE_SLACK_TOKEN', 'SERVICE_SLACK_URL'],
  question(options) {
    const url = addressOf(settingOf(options, 'SERVICE_SLACK_URL') ?? 'https://slack.com/api', '/auth.test');
    const token = settingOf(options, 'SERVICE_SLACK_TOKEN');
    return url === undefined || token === undefined
      ? undefined
      : {
          url,
          method: 'POST',
          headers: { authorization: `Bearer ${token}`, 'content-type': 'application/x-www-form-urlencoded' },
          body: '',
        };
  },
  read(body) {
    if (!isObject(body) || typeof body['ok'] !== 'boolean') return undefined;
    return body['ok'] ? { health: 'healthy', detail: null } : refusal(body['error']);
  },
};

function refusal(error: unknown): HealthReport {
  if (typeof error === 'string' && REFUSED.has(error)) return { health: 'auth_failed', detail: error };
  return { health: 'degraded', detail: 'Slack reported an error' };
}
