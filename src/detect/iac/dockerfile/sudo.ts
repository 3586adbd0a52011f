import { iacRule } from '../contract/iac-rule.js';
import { dockerStages } from '../views/dockerfile.js';

export const sudo = iacRule({
  id: 'dockerfile-sudo',
  formats: ['dockerfile'],
  title: 'sudo in a RUN',
  severity: 'low',
  confidence: 'high',
  rationale: 'sudo hides which steps need root, and leaves a setuid program in the image.',
  fix: 'Run the steps that need root before USER, without sudo.',
  references: ['CWE-250', 'https://docs.docker.com/build/building/best-practices/#user'],
  view: dockerStages,
  *check(stage) {
    for (const run of stage.all('RUN')) {
      const found = run.calls.find(({ program, through }) => program === 'sudo' || through.includes('sudo'));
      if (found) yield { verdict: 'fail', at: found.at, evidence: `sudo ${found.program} ${found.args.map(({ text }) => text).join(' ')}` };
    }
  },
});
