import type { Answer } from '../client/call.js';

type Me = Answer<'authMe'>;

/** What each role may do, in words. */
export const roleWords: Readonly<Record<Me['role'], string>> = {
  viewer: 'reads everything of the tenant',
  analyst: 'also runs scans, keeps sources and schedules, triages, and asks for exceptions',
  admin: 'also keeps keys, quotas, policies and cloud connections, and approves exceptions',
};

export const methodWords: Readonly<Record<Me['auth_method'], string>> = {
  api_key: 'API key',
  session: 'a session of this browser',
  trusted_proxy: 'the proxy in front of this service',
  oidc_bearer: 'a token of your organisation',
};

export const policyModeWords: Readonly<Record<Me['policy_mode'], string>> = {
  off: 'No policy decides about tool calls.',
  audit: 'Policies say what they would deny, and deny nothing.',
  enforce: 'Policies deny.',
};
