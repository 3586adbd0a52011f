import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { readLaunch } from '../collect/launch/launch.js';
import type { PinSet } from '../model/pins.js';
import { loadInspection } from '../runtime/judge/load.js';
import { type PresetName, presetNames } from '../runtime/judge/presets.js';
import type { Inspector } from '../runtime/relay/inspector.js';
import type { CommandContext } from './command.js';
import { pathsOf } from './open-context.js';
import { readPins } from './pin-store.js';
import type { RelayRun, RelayWishes } from './relay-run.js';

/** Makes what a relay judges by, from what the user typed. Throws UsageError and OperationalError as its parts do. */
export async function inspectionFor(
  run: RelayRun,
  { settings, flags, rate }: RelayWishes,
  context: CommandContext & { say(line: string): void },
): Promise<Inspector> {
  const { cwd, environment, say } = context;
  const server = settings.server ?? run.name ?? nameOf(run.argv);
  const folder = join(pathsOf(settings, environment).data, 'runtime');
  const preset = presetNames.find((name) => name === settings.policy);
  const file = preset === undefined ? settings.policy : undefined;
  const link =
    settings.controlPlane === undefined
      ? undefined
      : await (await import('./relay-link.js')).openLink({
          kind: 'runtime.proxy',
          name: server,
          folder,
          settings,
          command: { ...context, flags },
        });
  const exporter =
    settings.otlp === undefined
      ? undefined
      : (await import('./relay-spans.js')).openExporter(settings.otlp, settings, { ...context, flags });
  return loadInspection({
    server,
    link,
    exporter,
    agent: settings.agent,
    mode: settings.mode ?? run.mode,
    preset: preset ?? presetFor(run, file),
    policies: file === undefined ? undefined : (await import('./gateway/gateway-policies.js')).readGatewayPolicies(file, cwd),
    pins: pinsFor(settings.lock, typeof flags.lock === 'string', cwd),
    rate,
    redact: typeof flags.redact === 'boolean' ? flags.redact : undefined,
    logAll: settings.logAll,
    log: logFor(settings.log, { folder, server, cwd }),
    keyFile: join(folder, 'log.key'),
    say,
  });
}

/** Whoever brings rules of their own gets the detectors of the preset in the middle, or of the stricter one that the command stands for. */
function presetFor({ preset }: RelayRun, file: string | undefined): PresetName {
  return file !== undefined && preset === 'observe' ? 'standard' : preset;
}

/** The package that a command starts; else the program. */
function nameOf(argv: readonly string[]): string {
  const { package: fetched, image, program } = readLaunch(argv);
  return fetched?.name ?? image ?? program.replace(/^.*[/\\]/, '');
}

/** A lock that was named must be there. */
function pinsFor(lock: string, isNamed: boolean, cwd: string): PinSet | undefined {
  return isNamed || existsSync(resolve(cwd, lock)) ? readPins(lock, cwd) : undefined;
}

function logFor(log: string | undefined, { folder, server, cwd }: { folder: string; server: string; cwd: string }): string | undefined {
  if (log === 'off') return undefined;
  return log === undefined ? join(folder, `${server.replace(/[^A-Za-z0-9._-]+/g, '_').slice(0, 100)}.jsonl`) : resolve(cwd, log);
}
