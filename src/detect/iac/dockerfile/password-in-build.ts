import type { IacJudgement } from '../contract/iac-rule.js';
import { iacRule } from '../contract/iac-rule.js';
import { type DockerStage, dockerStages } from '../views/dockerfile.js';
import type { CallWord, ShellCall } from '../views/shell-calls.js';
import { unresolvedVariable } from './variables.js';

export const passwordInBuild = iacRule({
  id: 'dockerfile-password-in-build',
  formats: ['dockerfile'],
  title: 'Password set or removed in the build',
  severity: 'high',
  confidence: 'high',
  rationale: 'Every container of the image has this password, and whoever can pull the image can read it; an empty one lets everybody in.',
  fix: 'Leave the account locked (`passwd -l NAME`) and log in by keys or not at all.',
  references: ['CWE-798', 'https://nvd.nist.gov/vuln/detail/CVE-2019-5021'],
  view: dockerStages,
  *check(stage) {
    for (const run of stage.all('RUN')) {
      for (const call of run.calls) {
        const judged = judgePassword(call, stage) ?? judgeFed(call, stage);
        if (judged) yield judged;
      }
    }
  },
});

/** `passwd -d`, `usermod -p`, `useradd -p`. */
function judgePassword({ program, args, at }: ShellCall, stage: DockerStage): IacJudgement | undefined {
  const words = args.map(({ text }) => text);
  if (program === 'passwd' && words.some((word) => word === '--delete' || /^-[a-ky-z]*d/.test(word)))
    return { verdict: 'fail', at, evidence: ['passwd', ...words].join(' ') };
  if (program === 'chpasswd') return undefined;
  if (program !== 'usermod' && program !== 'useradd') return undefined;
  const joined = args.find(({ text }) => text.startsWith('--password='));
  const flag = words.findIndex((word) => word === '--password' || /^-[a-zA-Z]*p$/.test(word));
  const value = joined ?? (flag === -1 ? undefined : args[flag + 1]);
  return value && judgeLiteral(value, { at, stage, evidence: `${program} -p …` });
}

/** `echo root:x | chpasswd`, `chpasswd <<< root:x`, `echo x | passwd --stdin root`. */
function judgeFed(call: ShellCall, stage: DockerStage): IacJudgement | undefined {
  const { program, args, into, input, at } = call;
  if (program === 'chpasswd' && input !== undefined) {
    const open = [...input.matchAll(/\$\{?(\w+)/g)].map(([, name = '']) => name);
    return judgeLiteral({ text: input, open }, { at, stage, evidence: 'chpasswd with its input in the file' });
  }
  if (program !== 'echo' && program !== 'printf') return undefined;
  const sets = into.find(
    (next) => next.program === 'chpasswd' || (next.program === 'passwd' && next.args.some(({ text }) => text === '--stdin')),
  );
  const said = { text: args.map(({ text }) => text).join(' '), open: args.flatMap(({ open }) => open) };
  return sets && judgeLiteral(said, { at, stage, evidence: `${program} … | ${sets.program}` });
}

function judgeLiteral(
  word: CallWord,
  { at, stage, evidence }: { at: ShellCall['at']; stage: DockerStage; evidence: string },
): IacJudgement {
  const open = unresolvedVariable(word, stage);
  return open === undefined ? { verdict: 'fail', at, evidence } : { verdict: 'unknown', at, expression: open };
}
