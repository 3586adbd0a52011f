import { iacRule } from '../contract/iac-rule.js';
import { finalStages } from '../views/dockerfile.js';

export const healthcheckMissing = iacRule({
  id: 'dockerfile-healthcheck-missing',
  formats: ['dockerfile'],
  title: 'No HEALTHCHECK',
  severity: 'none',
  confidence: 'high',
  rationale: 'Nothing tells the engine that the program hangs. The base image may carry a check, and orchestrators have their own.',
  fix: 'Say how to ask the program whether it works: `HEALTHCHECK CMD ["/app/health"]`, or `HEALTHCHECK NONE`.',
  references: ['https://docs.docker.com/reference/dockerfile/#healthcheck'],
  view: finalStages,
  check(stage) {
    if (stage.last('HEALTHCHECK')) return { verdict: 'pass' };
    return { verdict: 'fail', at: stage.at, evidence: 'the final stage has no HEALTHCHECK' };
  },
});
