import type { IacJudgement } from '../contract/iac-rule.js';
import { iacRule } from '../contract/iac-rule.js';
import { textOf } from '../contract/values.js';
import { type DockerStage, dockerStages } from '../views/dockerfile.js';
import type { ShellCall } from '../views/shell-calls.js';
import { resolvedText, unresolvedVariable } from './variables.js';

const TEMPORARY = /^\/(?:var\/)?tmp(?:\/|$)|^\/dev\/shm(?:\/|$)/;

export const worldWritable = iacRule({
  id: 'dockerfile-world-writable',
  formats: ['dockerfile'],
  title: 'chmod 777 on files of the image',
  severity: 'low',
  confidence: 'medium',
  rationale: 'Any process in the container may replace what everybody may write, programs among it.',
  fix: 'Give the one user what it needs: `COPY --chown=app --chmod=755 …`, or `chmod 755`.',
  references: ['CWE-732'],
  view: dockerStages,
  *check(stage) {
    for (const run of stage.all('RUN')) for (const call of run.calls) yield* judgeChmod(call, stage);
    for (const copy of stage.all('COPY', 'ADD')) {
      const mode = textOf(copy.flags.find(({ name }) => name === 'chmod')?.value);
      if (mode === undefined) continue;
      yield opensToAll(mode) ? { verdict: 'fail', at: copy.at, evidence: `--chmod=${mode}` } : { verdict: 'pass' };
    }
  },
});

function* judgeChmod({ program, args, at }: ShellCall, stage: DockerStage): Iterable<IacJudgement> {
  if (program !== 'chmod') return;
  const [mode, ...paths] = args.filter(({ text }) => !/^--?[a-zA-Z]{2,}|^-[Rcfv]+$/.test(text));
  if (!mode || !opensToAll(resolvedText(mode, stage))) return;
  const lasting = paths.filter((path) => !TEMPORARY.test(resolvedText(path, stage)));
  const known = lasting.find((path) => unresolvedVariable(path, stage) === undefined || /^[^$]+\//.test(path.text));
  const [open] = lasting;
  if (known) yield { verdict: 'fail', at, evidence: `chmod ${args.map(({ text }) => text).join(' ')}` };
  else if (open) yield { verdict: 'unknown', at, expression: open.text };
}

/** Everybody may write, and may delete what others wrote: no sticky bit. */
function opensToAll(mode: string): boolean {
  if (/^[0-7]{3,4}$/.test(mode)) return (Number(mode.slice(-1)) & 2) !== 0 && !(mode.length === 4 && (Number(mode[0]) & 1) !== 0);
  return mode.split(',').some((part) => /^(?:[ug]*[oa][ugoa]*|)[+=][rxXst]*w/.test(part) && !part.startsWith('+') && !part.includes('t'));
}
