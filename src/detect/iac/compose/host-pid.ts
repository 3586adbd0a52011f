import { iacRule } from '../contract/iac-rule.js';
import { ask, failIf } from '../contract/values.js';
import { composeServices } from '../views/compose.js';

export const hostPid = iacRule({
  id: 'compose-host-pid',
  formats: ['compose'],
  title: 'Host process table',
  severity: 'high',
  confidence: 'high',
  rationale: 'The service sees and signals every process of the machine, and as root it reads their environment.',
  fix: 'Remove `pid: host`.',
  references: ['CWE-250', 'https://docs.docker.com/reference/compose-file/services/#pid'],
  swallowedBy: ['ai-agent-privileged'],
  view: composeServices,
  check(service) {
    const isHost = ask(service.get('pid'), (value) => value === 'host', { is: false, at: service.at });
    return failIf(isHost, { evidence: 'pid: host' });
  },
});
