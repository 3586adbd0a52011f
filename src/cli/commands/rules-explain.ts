import { resolveSettings } from '../../config/resolve.js';
import { ruleCatalogue, ruleOf } from '../../detect/rule-catalogue.js';
import { UsageError } from '../../support/errors.js';
import { builtExamples } from '../../system/guide-files.js';
import type { CommandContext, Invocation } from '../command.js';
import { exitCodes } from '../exit-codes.js';
import { printAnswer } from '../print-answer.js';
import { drawRule } from '../terminal/rule.js';

/** `castellan rules explain`: what one rule looks for, why it matters, a bad and a good example, and what to do. Throws UsageError for an unknown id. */
export async function run(invocation: Invocation, context: CommandContext): Promise<number> {
  const settings = resolveSettings({ flags: invocation.flags, environment: context.environment, file: {} });
  const id = invocation.operands[0] ?? '';
  const rule = ruleOf(id);
  if (!rule) throw new UsageError({ where: id.slice(0, 60), message: 'no such rule', hint: hintFor(id) });
  const examples = builtExamples()?.[rule.id];
  const json = examples === undefined ? rule : { ...rule, examples };
  await printAnswer({ json, draw: (surface) => drawRule(surface, rule, examples) }, { settings, context });
  return exitCodes.success;
}

/** Ids that share a word with the typed one. For an advisory's id, the command that explains advisories. */
function hintFor(id: string): string {
  if (/^(CVE|GHSA|MAL|PYSEC|RUSTSEC|GO)-/i.test(id)) return 'that is an advisory: castellan explain ID';
  const words = id
    .toLowerCase()
    .split(/[^a-z0-9]+/)
    .filter((word) => word.length > 2);
  const near = ruleCatalogue().filter((rule) => words.some((word) => rule.id.toLowerCase().includes(word)));
  if (near.length === 0) return 'castellan rules list';
  return `did you mean ${near
    .slice(0, 5)
    .map((rule) => rule.id)
    .join(', ')}?`;
}
