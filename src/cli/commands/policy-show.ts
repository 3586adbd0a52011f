import { stringify } from 'yaml';
import { resolveSettings } from '../../config/resolve.js';
import { type PresetName, presetNames, presets } from '../../runtime/judge/presets.js';
import { UsageError } from '../../support/errors.js';
import { quote } from '../../support/quote.js';
import { didYouMean } from '../../support/suggest.js';
import type { CommandContext, Invocation } from '../command.js';
import { exitCodes } from '../exit-codes.js';
import { knownFormat } from '../known-format.js';

/** `castellan policy show NAME`: what a preset does, as a policy file that one can begin with. */
export async function run({ flags, operands }: Invocation, { environment, io }: CommandContext): Promise<number> {
  const { format } = resolveSettings({ flags, environment, file: {} });
  const name = presetOf(operands[0] ?? '');
  const { summary, detectors, policy } = presets[name];
  if (knownFormat(format[0] ?? 'yaml', ['yaml', 'json'], 'policy show') === 'json')
    io.out(`${JSON.stringify({ summary, detectors, policy }, undefined, 2)}\n`);
  else {
    const levels = Object.entries(detectors).map(([detector, level]) => `#   ${detector}: ${level}`);
    io.out(
      `# ${summary}.\n# Beside these rules it has detectors:\n${levels.join('\n')}\n${stringify(policy, { lineWidth: 120, aliasDuplicateObjects: false })}`,
    );
  }
  return exitCodes.success;
}

function presetOf(text: string): PresetName {
  const name = presetNames.find((one) => one === text);
  if (name === undefined)
    throw new UsageError({
      message: `unknown preset "${quote(text, 40)}"${didYouMean(text, presetNames)}`,
      hint: `presets: ${presetNames.join(', ')}`,
    });
  return name;
}
