import type { Settings } from '../config/settings.js';
import { prettyJson } from '../report/json/pretty.js';
import type { RenderOptions } from '../report/reporter.js';
import { safeJson } from '../support/terminal.js';
import { commandFormats } from './command-formats.js';
import { knownFormat } from './known-format.js';
import { type Output, type OutputContext, parseOutputs, writeEach } from './output.js';

/** A command's answer, for people and for programs, when the command prints something other than the whole report. */
export interface ReportAnswer {
  draw(options: RenderOptions): Promise<string[]>;
  json: unknown;
}

/** Outputs of a command that has only some formats. Throws UsageError with the list of them for any other. */
export function answerOutputs(
  command: keyof typeof commandFormats,
  { format, output }: Pick<Settings, 'format' | 'output'>,
  cwd: string,
): Output[] {
  const known = commandFormats[command];
  for (const each of format) knownFormat(each.split('=', 1)[0] ?? '', known, command);
  return parseOutputs({ formats: format, output, cwd, known });
}

/** The outputs, with the answer instead of the report in the formats `console` and `json`. Other formats stay as they are. */
export function withAnswer(outputs: readonly Output[], answer: ReportAnswer): Output[] {
  return outputs.map((output) => {
    const { reporter } = output;
    if (reporter.id === 'console') {
      const render = async (_: unknown, options: RenderOptions) => `${(await answer.draw(options)).join('\n')}\n`;
      return { ...output, reporter: { ...reporter, load: async () => ({ default: { render } }) } };
    }
    if (reporter.id === 'json') {
      const render = () => jsonText(answer.json);
      return { ...output, reporter: { ...reporter, load: async () => ({ default: { render } }) } };
    }
    return output;
  });
}

/** Writes an answer whose only formats are `console` and `json`. */
export async function writeAnswer(answer: ReportAnswer, outputs: readonly Output[], around: OutputContext): Promise<void> {
  await writeEach(outputs, around, async ({ reporter }) =>
    reporter.id === 'json' ? () => jsonText(answer.json) : async (options) => `${(await answer.draw(options)).join('\n')}\n`,
  );
}

/** Two-space JSON in pieces, as the report's own. */
function jsonText(value: unknown): string {
  return [...prettyJson(value)].map(safeJson).join('');
}
