import { iacRule } from '../contract/iac-rule.js';
import { composeServices } from '../views/compose.js';

export const memoryUnlimited = iacRule({
  id: 'compose-memory-unlimited',
  formats: ['compose'],
  title: 'No memory limit',
  severity: 'none',
  confidence: 'high',
  rationale: 'One leak takes the memory of the whole machine.',
  fix: 'Set `mem_limit: 512m`, or `deploy.resources.limits.memory`.',
  references: ['CWE-770', 'https://docs.docker.com/reference/compose-file/deploy/#resources'],
  view: composeServices,
  check(service) {
    // A limit by a variable is a limit.
    const limit = service.get('mem_limit') ?? service.get('deploy', 'resources', 'limits', 'memory');
    if (limit) return { verdict: 'pass' };
    return { verdict: 'fail', at: service.at, evidence: `${service.name} has no memory limit` };
  },
});
