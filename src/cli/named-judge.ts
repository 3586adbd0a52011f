import type { Settings } from '../config/settings.js';
import type { JudgeDoor } from '../system/context.js';
import type { CommandContext } from './command.js';

/** The judge that the user names. Throws UsageError and OperationalError for one that cannot be asked. */
export async function namedJudge(settings: Settings, command: CommandContext): Promise<JudgeDoor | undefined> {
  if (settings.judge === undefined) return undefined;
  return (await import('./judge-door.js')).judgeDoor(settings.judge, settings, command);
}
