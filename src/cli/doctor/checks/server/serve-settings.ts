import type { Check } from '../../check.js';
import { serverOptions } from '../../server-options.js';

export const serveSettingsCheck: Check = {
  id: 'serve-settings',
  about: 'the settings of serve make sense together, and the files they name can be read',
  of: 'server',
  run(ground) {
    const { host, port, databaseUrl, trustedProxy, oidc, saml, workers } = serverOptions(ground);
    const ways = ['keys', trustedProxy && 'trusted proxy', oidc && 'OIDC', saml && 'SAML'].filter((way) => way !== undefined);
    return {
      state: 'ok',
      text: `${host}:${port}, ${databaseUrl === undefined ? 'SQLite' : 'PostgreSQL'}, sign-in by ${ways.join(', ')}, workers: ${workers}`,
    };
  },
};
