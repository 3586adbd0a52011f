import { resolveSettings } from '../../config/resolve.js';
import { type RuleFamily, type RuleInfo, ruleFamilies } from '../../detect/contract/rule.js';
import { ruleCatalogue } from '../../detect/rule-catalogue.js';
import { UsageError } from '../../support/errors.js';
import type { CommandContext, Invocation } from '../command.js';
import { exitCodes } from '../exit-codes.js';
import { flagText } from '../flag-values.js';
import { printAnswer } from '../print-answer.js';
import { drawRules } from '../terminal/rule.js';

/** `castellan rules list`: every rule the detectors have, or those of one family. */
export async function run(invocation: Invocation, context: CommandContext): Promise<number> {
  const settings = resolveSettings({ flags: invocation.flags, environment: context.environment, file: {} });
  const rules = chosen(flagText(invocation.flags.family));
  await printAnswer({ json: { rules }, draw: (surface) => drawRules(surface, rules) }, { settings, context });
  return exitCodes.success;
}

function chosen(family: string | undefined): RuleInfo[] {
  const rules = ruleCatalogue();
  if (family === undefined) return rules;
  if (!isFamily(family)) {
    throw new UsageError({ where: '--family', message: `expected one of ${ruleFamilies.join(', ')}, got "${family.slice(0, 40)}"` });
  }
  return rules.filter((rule) => rule.family === family);
}

function isFamily(text: string): text is RuleFamily {
  return ruleFamilies.some((family) => family === text);
}
