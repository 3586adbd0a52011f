import { iacRule } from '../contract/iac-rule.js';
import { ask, failIf } from '../contract/values.js';
import { composeServices } from '../views/compose.js';

export const hostNetwork = iacRule({
  id: 'compose-host-network',
  formats: ['compose'],
  title: 'Host network',
  severity: 'high',
  confidence: 'high',
  rationale: 'The service shares the network of the machine, so services that listen on loopback alone are within its reach.',
  fix: 'Remove network_mode, and publish the ports that are needed.',
  references: ['CWE-668', 'https://docs.docker.com/reference/compose-file/services/#network_mode'],
  swallowedBy: ['ai-agent-privileged'],
  view: composeServices,
  check(service) {
    const isHost = ask(service.get('network_mode'), (value) => value === 'host', { is: false, at: service.at });
    return failIf(isHost, { evidence: 'network_mode: host' });
  },
});
