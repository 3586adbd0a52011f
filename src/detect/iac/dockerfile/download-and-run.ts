import { iacRule } from '../contract/iac-rule.js';
import { dockerStages } from '../views/dockerfile.js';
import { downloadsIntoShell, downloadsThenRuns, runsPowershellDownload } from '../views/download-and-run.js';

export const downloadAndRun = iacRule({
  id: 'dockerfile-download-and-run',
  formats: ['dockerfile'],
  title: 'Download piped into an interpreter',
  severity: 'medium',
  confidence: 'high',
  rationale: 'What the address answers runs unseen in the build; an altered installer is in every image built from then on.',
  fix: 'Fetch a named version to a file, check its checksum (`sha256sum -c`), then run it.',
  references: ['CWE-494', 'https://about.codecov.io/security-update/'],
  view: dockerStages,
  *check(stage) {
    for (const instruction of stage.all('RUN', 'CMD', 'ENTRYPOINT', 'HEALTHCHECK')) {
      if (runsPowershellDownload(instruction.text)) yield { verdict: 'fail', at: instruction.at, evidence: instruction.text };
      for (const { at, evidence } of downloadsIntoShell(instruction.calls)) yield { verdict: 'fail', at, evidence };
    }
    const calls = stage.all('RUN').flatMap((run) => run.calls);
    for (const { at, evidence } of downloadsThenRuns(calls)) yield { verdict: 'fail', at, evidence, confidence: 'medium' };
  },
});
