import { iacRule } from '../contract/iac-rule.js';
import { textOf } from '../contract/values.js';
import { workflowJobs } from '../views/actions.js';

export const botCondition = iacRule({
  id: 'gha-bot-condition',
  formats: ['actions'],
  title: 'Trust by github.actor',
  severity: 'high',
  confidence: 'medium',
  rationale: 'The actor is whoever touched the event last. A stranger who makes the bot act on a pull request of theirs passes the gate.',
  fix: 'Ask who opened it: `github.event.pull_request.user.login`.',
  references: ['CWE-290', 'OWASP CICD-SEC-01', 'https://www.synacktiv.com/publications/github-actions-exploitation-dependabot'],
  view: workflowJobs,
  *check(job) {
    const { triggers, dangerous } = job.workflow;
    const isPlain = dangerous.length === 0;
    if (isPlain && !triggers.has('pull_request') && !triggers.has('pull_request_review') && !triggers.has('issue_comment')) return;
    for (const value of [job.get('if'), ...job.steps.map((step) => step.get('if'))]) {
      const text = textOf(value);
      if (value && text !== undefined && trustsBot(text))
        yield { verdict: 'fail', at: value.at, evidence: `if: ${text}`, ...(isPlain && { severity: 'low' as const }) };
    }
  },
});

const ACTOR = String.raw`github(?:\.(?:actor|triggering_actor|actor_id|event\.(?:pull_request\.)?sender\.(?:login|id))|\[\s*'(?:actor|triggering_actor|actor_id)'\s*\])(?![\w.])`;
/** Names and numbers of bots: `…[bot]`, and the ids of Dependabot, Renovate and the hub's own. */
const BOT = String.raw`(?:'[^']*\[bot\]'|'?(?:49699333|27856297|29139614|41898282)'?)`;
const TRUSTS = new RegExp(
  String.raw`${ACTOR}\s*==\s*${BOT}|${BOT}\s*==\s*${ACTOR}|(?:contains|startsWith|endsWith)\(\s*(?:${ACTOR}\s*,\s*'[^']*\[?bot\]?'|[^)]*\[bot\][^)]*,\s*${ACTOR})\s*\)`,
  'i',
);

function trustsBot(text: string): boolean {
  const found = TRUSTS.exec(text.slice(0, 2_000));
  return found !== null && !/!\s*\(?\s*$/.test(text.slice(0, found.index));
}
