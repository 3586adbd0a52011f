import { type Chapter, example } from './example.js';

const cookies = '-b castellan-cookies.txt';

export const identityChapter: Chapter = {
  title: 'Keys, sessions, quotas',
  text: 'Who may come in, and how much of everything a tenant may have. See [identity](identity.md).',
  examples: [
    example('authPolicy'),
    example('authMe'),
    example('authDebug'),
    {
      route: 'createKey',
      text: 'Three keys: one to be replaced, one of a second administrator, who may ask for what the first then approves, and one of a viewer.',
      calls: [
        {
          to: 'createKey',
          body: { name: 'pipeline-$RUN', role: 'analyst', scopes: ['read', 'ingest'], expires_in_days: 7 },
          keep: { KEY_ID: '.key_id' },
        },
        {
          to: 'createKey',
          body: { name: 'second-$RUN', role: 'admin', subject: 'second administrator', expires_in_days: 1 },
          keep: { SECOND_KEY: '.api_key' },
        },
        { to: 'createKey', body: { name: 'viewer-$RUN', role: 'viewer', expires_in_days: 1 }, keep: { VIEWER_KEY: '.api_key' } },
      ],
    },
    example('listKeys', { query: 'active=true' }),
    example('getKey'),
    example('rotateKey', { body: { overlap_hours: 1 }, keep: { NEXT_KEY_ID: '.key_id' } }),
    {
      route: 'revokeKey',
      calls: [{ to: 'revokeKey' }, { to: 'revokeKey', at: { key_id: '$NEXT_KEY_ID' } }],
    },
    {
      route: 'openSession',
      text: 'What a browser does: the cookie stands for the key, and what changes something carries the token as well, else it is refused.',
      calls: [
        { to: 'openSession', options: ['-c castellan-cookies.txt'], body: { api_key: '$KEY' }, keep: { CSRF: '.csrf_token' } },
        { to: 'authMe', key: null, options: [cookies] },
        { to: 'updateQuota', key: null, options: [cookies, '-H "X-Service-CSRF: $CSRF"'], body: { sources: null } },
        { to: 'updateQuota', key: null, options: [cookies], body: { sources: null }, status: 403 },
      ],
    },
    example('listSessions', { query: 'mine=true' }),
    {
      route: 'endSession',
      calls: [
        { to: 'openSession', options: ['-c castellan-other-cookies.txt'], body: { api_key: '$KEY' } },
        { to: 'listSessions', query: 'limit=1', keep: { SESSION_ID: '.items[0].session_id' } },
        { to: 'endSession' },
      ],
    },
    example('listMembers'),
    example('closeSession', { key: null, options: [cookies, '-H "X-Service-CSRF: $CSRF"'] }),
    example('getQuota'),
    example('updateQuota', { body: { sources: 300, schedules: null } }),
  ],
};
