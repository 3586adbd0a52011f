import { iacRule } from '../contract/iac-rule.js';
import { ask, failIf } from '../contract/values.js';
import { composeServices } from '../views/compose.js';

export const hostIpc = iacRule({
  id: 'compose-host-ipc',
  formats: ['compose'],
  title: 'IPC namespace of the host shared',
  severity: 'medium',
  confidence: 'high',
  rationale: 'The service reads and writes the shared memory of the processes of the machine.',
  fix: 'Remove `ipc: host`; for work that needs much shared memory set shm_size.',
  references: ['CWE-668', 'https://docs.docker.com/reference/compose-file/services/#ipc'],
  swallowedBy: ['ai-agent-privileged'],
  view: composeServices,
  check(service) {
    const isHost = ask(service.get('ipc'), (value) => value === 'host', { is: false, at: service.at });
    return failIf(isHost, { evidence: 'ipc: host' });
  },
});
