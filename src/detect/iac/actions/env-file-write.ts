import { iacRule } from '../contract/iac-rule.js';
import { placeIn, workflowJobs } from '../views/actions.js';

export const envFileWrite = iacRule({
  id: 'gha-env-file-write',
  formats: ['actions'],
  title: 'Untrusted text written to GITHUB_ENV or GITHUB_PATH',
  severity: 'high',
  confidence: 'medium',
  rationale: 'A line more in the text sets any variable of later steps, LD_PRELOAD for example.',
  fix: 'Write to `$GITHUB_OUTPUT`, and use the output by name.',
  references: [
    'CWE-454',
    'OWASP CICD-SEC-04',
    'https://www.synacktiv.com/en/publications/github-actions-exploitation-repo-jacking-and-environment-manipulation',
  ],
  view: workflowJobs,
  *check(job) {
    if (job.workflow.dangerous.length === 0) return;
    for (const step of job.steps) {
      const value = step.get('run');
      const run = step.run ?? '';
      const found = run.split('\n').findIndex(writesOpenText);
      if (value && found !== -1)
        yield { verdict: 'fail', at: value.at, evidence: (run.split('\n')[found] ?? '').trim(), related: [placeIn(value.at, run, found)] };
    }
  },
});

const FILE =
  /(?:>>?\s*["']?|\btee\s+(?:-a\s+|--append\s+)?["']?|Out-File\s[^|]{0,80}|Add-Content\s[^|]{0,80})(?:\$\{?(?:env:)?|%|\$\{\{\s*github\.(?=env|path))(?:GITHUB_(?:ENV|PATH)|env|path)\b/i;

/** True for a line that writes something else than a literal to one of the two files. */
function writesOpenText(whole: string): boolean {
  const line = whole.slice(0, 2_000);
  const target = FILE.exec(line);
  if (!target) return false;
  const written = line.slice(0, target.index).trim();
  if (!/^(?:echo|printf|Write-Output)\b|^["']/.test(written)) return true;
  const text = written.replace(/'[^']*'/g, (quoted) => (quoted.includes('${{') ? quoted : ''));
  return /\$[A-Za-z_({]|`[^`]+`/.test(text);
}
