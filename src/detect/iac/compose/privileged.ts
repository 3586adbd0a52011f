import { iacRule } from '../contract/iac-rule.js';
import { ask, failIf, isTrueWord } from '../contract/values.js';
import { composeServices } from '../views/compose.js';

export const privileged = iacRule({
  id: 'compose-privileged',
  formats: ['compose'],
  title: 'Service is privileged',
  severity: 'critical',
  confidence: 'high',
  rationale: 'A privileged container has every capability and every device of the machine: it is root there by design.',
  fix: 'Remove `privileged: true`; add the one capability or device that is needed.',
  references: ['CWE-250', 'https://docs.docker.com/reference/compose-file/services/#privileged'],
  swallowedBy: ['ai-agent-privileged'],
  view: composeServices,
  check(service) {
    const isPrivileged = ask(service.get('privileged'), isTrueWord, { is: false, at: service.at });
    // An engine in a container that nobody starts by default is a tool of developers.
    const isTool = service.hasProfile && /(?:^|[/:-])dind\b/.test(service.imageName);
    return failIf(isPrivileged, { evidence: 'privileged: true', ...(isTool && { severity: 'high' }) });
  },
});
