import { iacRule } from '../contract/iac-rule.js';
import { ask, failIf } from '../contract/values.js';
import { composeServices } from '../views/compose.js';

export const hostUserns = iacRule({
  id: 'compose-host-userns',
  formats: ['compose'],
  title: 'User namespace remapping switched off',
  severity: 'medium',
  confidence: 'high',
  rationale: 'The daemon no longer maps root of the container to a user without rights.',
  fix: 'Remove `userns_mode: host`.',
  references: ['CWE-250', 'https://docs.docker.com/reference/compose-file/services/#userns_mode'],
  view: composeServices,
  check(service) {
    const isHost = ask(service.get('userns_mode'), (value) => value === 'host', { is: false, at: service.at });
    return failIf(isHost, { evidence: 'userns_mode: host' });
  },
});
