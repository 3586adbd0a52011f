import { iacRule } from '../contract/iac-rule.js';
import { ask, failIf } from '../contract/values.js';
import { composeServices } from '../views/compose.js';

export const pidsUnlimited = iacRule({
  id: 'compose-pids-unlimited',
  formats: ['compose'],
  title: 'No process limit',
  severity: 'none',
  confidence: 'high',
  rationale: 'A program that starts itself over and over takes every process of the machine.',
  fix: 'Set `pids_limit: 200`, or `deploy.resources.limits.pids`.',
  references: ['CWE-770', 'https://docs.docker.com/reference/compose-file/services/#pids_limit'],
  view: composeServices,
  check(service) {
    const limit = service.get('pids_limit') ?? service.get('deploy', 'resources', 'limits', 'pids');
    const isUnlimited = ask(limit, (value) => Number(value) <= 0, { is: true, at: service.at });
    return failIf(isUnlimited, { evidence: limit ? 'pids_limit: -1' : `${service.name} has no process limit` });
  },
});
