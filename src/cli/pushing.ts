import { homedir, hostname } from 'node:os';
import { resolve } from 'node:path';
import { controlPlaneAddress, isOwnMachine } from '../client/address.js';
import type { PushAnswer } from '../client/answer.js';
import { ControlPlaneClient } from '../client/control-plane.js';
import { type Credential, credentialOf } from '../client/credential.js';
import type { PushRequest, PushScope } from '../client/push.js';
import { acceptedLines, refusal } from '../client/words.js';
import { givenBy, type SettingSources } from '../config/resolve.js';
import type { Settings } from '../config/settings.js';
import type { ScanReport } from '../model/report.js';
import type { RenderOptions } from '../report/reporter.js';
import { CastellanError, describe, OperationalError, UsageError } from '../support/errors.js';
import { makeClock } from '../system/clock.js';
import { lazyHttp } from '../system/lazy-http.js';
import type { RetryPolicy } from '../system/retry.js';
import { readSecretFile } from '../system/secret-files.js';
import { believedAuthorities } from './authorities.js';
import type { CommandContext } from './command.js';
import type { Pushed } from './end-of-scan.js';
import { exitCodeOf, exitCodeOfStatus, exitCodes } from './exit-codes.js';
import { renderOptions } from './terminal/terminal.js';

/** A command that pushes, with the values that the user typed. */
export interface PushingCommand extends CommandContext {
  flags: SettingSources['flags'];
}

/** Checks everything that can be checked before there is something to push. Throws UsageError or OperationalError naming the mistake. */
export function openPushing(settings: Settings, command: PushingCommand): Pushing {
  if (settings.offline)
    throw new UsageError({ where: givenBy('offline', command), message: 'opens no connection, so nothing can be pushed' });
  const base = controlPlaneAddress({
    text: settings.controlPlane,
    where: givenBy('controlPlane', command),
    allowHttp: settings.allowHttp,
  });
  const credential = credentialFor(settings, command);
  const authorities = settings.caFile === undefined ? undefined : believedAuthorities(settings.caFile, command);
  // A push to this machine uses no proxy, because the proxy would see the key.
  const http = lazyHttp(isOwnMachine(base) ? {} : command.environment, undefined, authorities);
  const client = new ControlPlaneClient({
    base,
    credential,
    http,
    policy: patience(settings, command),
    clock: makeClock(undefined),
    signal: command.signal,
  });
  return new Pushing(client, settings, command);
}

/** Waits that grow, for as long as `--retry-for` allows. */
function patience({ retryFor, quiet }: Settings, { io }: CommandContext): RetryPolicy {
  return {
    attempts: Number.MAX_SAFE_INTEGER,
    baseMs: 500,
    maxWaitMs: retryFor,
    withinMs: retryFor,
    spread: true,
    onWait({ where, ms, attempt }) {
      if (!quiet) io.err(`${where}  failed; try ${attempt} in ${Math.max(1, Math.round(ms / 1000))} s`);
    },
  };
}

function credentialFor(settings: Settings, { cwd, ...sources }: PushingCommand): Credential {
  const { keyFile, controlPlaneKeyFile, controlPlaneKey: key } = settings;
  const file = keyFile ?? controlPlaneKeyFile;
  if (keyFile === undefined && controlPlaneKeyFile !== undefined && key !== undefined)
    throw new UsageError({
      where: givenBy('controlPlaneKey', sources),
      message: `${givenBy('controlPlaneKeyFile', sources)} is set as well; one of them is enough`,
    });
  if (file !== undefined) return credentialOf(readSecretFile(resolve(cwd, file)), file);
  if (key !== undefined) return credentialOf(key, givenBy('controlPlaneKey', sources));
  const hint = 'name a file that holds it: --key-file FILE, or set SERVICE_CONTROL_PLANE_KEY';
  throw new OperationalError({ where: '--key-file', message: 'there is no key for the control plane', hint });
}

/** A control plane that gets results. None of its methods throws, except when the user interrupts it. */
export class Pushing {
  readonly scope: PushScope;

  constructor(
    private readonly client: ControlPlaneClient,
    private readonly settings: Settings,
    private readonly command: PushingCommand,
  ) {
    this.scope = { source: settings.source, isPartial: settings.partial };
  }

  /** Sends one push and passes lines about its result to `say`. */
  async send(push: PushRequest, say: (line: string) => void): Promise<Pushed> {
    try {
      const outcome = await this.client.send(push);
      if (outcome.accepted) for (const line of acceptedLines(push, outcome.accepted)) say(line);
      return pushedOf(outcome);
    } catch (error) {
      return this.failed(error);
    }
  }

  /** Pushes the result of a scan. */
  report(report: ScanReport): Promise<Pushed> {
    const { settings, command, scope } = this;
    const chunks = () => reportBytes(report, renderOptions(command.environment, { isTTY: false, columns: undefined }, settings));
    return this.sendAll(async () => {
      const { reportPush } = await import('../client/documents.js');
      return [await reportPush({ name: 'the report', chunks }, scope)];
    });
  }

  /** Pushes the agents of this machine; `isOwnHome`: the scan looked for this user's configuration and nothing else. */
  agents(report: ScanReport, isOwnHome: boolean): Promise<Pushed> {
    const { settings, command } = this;
    const device = { name: settings.device ?? hostname(), project: shownFolder(command.cwd), isOwnHome };
    return this.sendAll(async () => (await import('../client/fleet.js')).fleetPushes(report, device, this.scope));
  }

  /** Stops at the first push that fails. */
  private async sendAll(make: () => Promise<PushRequest[]>): Promise<Pushed> {
    const { io } = this.command;
    let pushed: Pushed = { code: exitCodes.success };
    try {
      for (const push of await make()) {
        pushed = await this.send(push, io.err);
        if (pushed.reason !== undefined) break;
      }
    } catch (error) {
      pushed = this.failed(error);
    }
    if (pushed.reason !== undefined) io.err(`push: ${pushed.reason}`);
    return pushed;
  }

  private failed(error: unknown): Pushed {
    this.command.signal.throwIfAborted();
    if (!(error instanceof CastellanError)) throw error;
    return { code: exitCodeOf(error), reason: describe(error).replace(/\n\s*/g, '; '), isLast: true };
  }
}

function pushedOf(outcome: PushAnswer): Pushed {
  const code = exitCodeOfStatus(outcome.status);
  if (code === exitCodes.success) return { code };
  const { status } = outcome;
  return { code, reason: refusal(outcome), isLast: status < 400 || status === 401 || status === 429 || status >= 500 };
}

/** The home folder as `~`, as reports show it. */
function shownFolder(path: string): string {
  const [folder, home] = [path, homedir()].map((one) => one.replaceAll('\\', '/'));
  if (folder === undefined || home === undefined) return path;
  return folder === home || folder.startsWith(`${home}/`) ? `~${folder.slice(home.length)}` : folder;
}

/** The report as `--format json` writes it. */
async function* reportBytes(report: ScanReport, options: RenderOptions): AsyncGenerator<Uint8Array> {
  const { default: json } = await import('../report/json/json.js');
  const rendered = await json.render(report, options);
  for (const piece of typeof rendered === 'string' ? [rendered] : rendered) yield Buffer.from(piece);
}
