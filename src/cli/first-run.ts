import { existsSync } from 'node:fs';
import type { Settings } from '../config/settings.js';
import type { CommandContext } from './command.js';
import { pathsOf } from './open-context.js';

/**
 * Tells a person at a terminal who has no advisory database yet that there can be one. Programs and CI get no such line; offline the last
 * line says it already.
 */
export function hintAtDatabase(settings: Settings, { environment, io }: CommandContext): void {
  const isAsked = settings.vulnerabilities && !settings.demo && !settings.offline;
  if (!isAsked || settings.quiet || !process.stderr.isTTY || environment.CI) return;
  if (existsSync(pathsOf(settings, environment).database)) return;
  const host = URL.canParse(settings.osvApiUrl) ? new URL(settings.osvApiUrl).host : settings.osvApiUrl;
  io.err(
    `no advisory database yet, so ${host} is asked about each package: \`castellan db update\` takes some minutes once, then scans need no network`,
  );
}
