import type { Settings } from '../config/settings.js';
import { type Surface, surfaceOf } from '../report/console/canvas.js';
import { prettyJson } from '../report/json/pretty.js';
import { safeJson } from '../support/terminal.js';
import type { CommandContext } from './command.js';
import { answerFormats } from './command-formats.js';
import { knownFormat } from './known-format.js';
import { renderOptions } from './terminal/terminal.js';

/** The answer of a command without a report, for people and for programs. */
export interface PlainAnswer {
  draw(surface: Surface): string[];
  json: unknown;
}

interface Surroundings {
  settings: Settings;
  context: CommandContext;
}

/** Prints an answer to stdout in the format asked for: `console` (default) or `json`. Throws UsageError for another. */
export async function printAnswer(answer: PlainAnswer, { settings, context }: Surroundings): Promise<void> {
  const format = knownFormat(settings.format[0] ?? 'console', answerFormats);
  if (format === 'json') {
    for (const piece of prettyJson(answer.json)) context.io.out(safeJson(piece));
    return;
  }
  const stream = { isTTY: process.stdout.isTTY, columns: process.stdout.columns };
  const surface = await surfaceOf(renderOptions(context.environment, stream, settings));
  context.io.out(`${answer.draw(surface).join('\n')}\n`);
}
