import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { Setting } from '../../config/setting.js';
import { settings as table } from '../../config/settings.js';
import { drawLine, drawParagraph, type Surface } from '../../report/console/canvas.js';
import type { TextStyle } from '../../report/console/paint.js';
import { safeText } from '../../support/terminal.js';
import type { CommandContext, Invocation } from '../command.js';
import { type CheckState, DOCTOR_SCHEMA_VERSION, type DoctorGround } from '../doctor/check.js';
import { doctorGround } from '../doctor/ground.js';
import { checks } from '../doctor/registry.js';
import { type Checked, runChecks } from '../doctor/run-checks.js';
import { exitCodes } from '../exit-codes.js';
import { printAnswer } from '../print-answer.js';
import { version } from '../version.js';

/** `castellan doctor`: what is configured, reachable and stale, and what mends it. It writes nothing. */
export async function run(invocation: Invocation, context: CommandContext): Promise<number> {
  const ground = doctorGround(invocation, context);
  const isServer = ground.settings.serve || looksLikeServer(ground);
  const chosen = checks.filter(({ of }) => of === 'user' || isServer);
  const found = await runChecks(chosen, ground);
  const counts = countOf(found);
  const json = { schema_version: DOCTOR_SCHEMA_VERSION, castellan: version, server: isServer, counts, checks: found };
  await printAnswer({ draw: (surface) => draw(surface, found, counts), json }, { settings: ground.settings, context });
  return counts.fail === 0 ? exitCodes.success : exitCodes.failed;
}

/** Settings that only `serve` has, or its database in the data folder. */
function looksLikeServer({ given, paths }: Omit<DoctorGround, 'signal'>): boolean {
  const isOfServe = (setting: Setting) => setting.commands.length === 1 && setting.commands[0] === 'serve';
  return given.some(({ key }) => key === 'databaseUrl' || isOfServe(table[key])) || existsSync(join(paths.data, 'control-plane.db'));
}

type Counts = Record<CheckState, number>;

function countOf(found: readonly Checked[]): Counts {
  const counts: Counts = { ok: 0, note: 0, warn: 0, fail: 0 };
  for (const { state } of found) counts[state] += 1;
  return counts;
}

const STYLES: Readonly<Record<CheckState, TextStyle>> = { ok: 'good', note: 'faint', warn: 'warn', fail: 'bad' };

function draw(surface: Surface, found: readonly Checked[], counts: Counts): string[] {
  const width = Math.max(...found.map(({ id }) => id.length));
  const lines = found.flatMap((one) => checkLines(surface, one, width));
  const said = (['fail', 'warn', 'note', 'ok'] as const).map((state) => `${counts[state]} ${state}`).join(', ');
  return [...lines, '', drawLine(surface, 0, [{ text: said, role: counts.fail > 0 ? 'bad' : counts.warn > 0 ? 'warn' : 'good' }])];
}

/** The fix stands uncut on a line of its own, so that it can be pasted. */
function checkLines(surface: Surface, { id, state, text, fix, details = [] }: Checked, width: number): string[] {
  const { paint, options } = surface;
  const indent = width + 8;
  const [first = '', ...rest] = drawParagraph(surface, { text, indent, maxLines: 4 });
  const head = `${paint(STYLES[state], state.padEnd(6))}${paint('strong', id.padEnd(width + 2))}`;
  return [
    head + first.slice(indent),
    ...rest,
    ...(fix === undefined ? [] : [`${' '.repeat(indent)}fix: ${paint('command', safeText(fix))}`]),
    ...(options.verbose ? details.map((detail) => drawLine(surface, indent, [{ text: detail, role: 'faint' }])) : []),
  ];
}
