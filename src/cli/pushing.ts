import { homedir, hostname } from 'node:os';
import type { PushAnswer } from '../client/answer.js';
import { ControlPlaneClient } from '../client/control-plane.js';
import type { PushRequest, PushScope } from '../client/push.js';
import { acceptedLines, refusal } from '../client/words.js';
import type { Settings } from '../config/settings.js';
import type { ScanReport } from '../model/report.js';
import type { RenderOptions } from '../report/reporter.js';
import { CastellanError, describe } from '../support/errors.js';
import type { RetryPolicy } from '../system/retry.js';
import type { CommandContext } from './command.js';
import { type ConnectingCommand, connectionFor } from './control-plane-connection.js';
import type { Pushed } from './end-of-scan.js';
import { exitCodeOf, exitCodeOfStatus, exitCodes } from './exit-codes.js';
import { renderOptions } from './terminal/terminal.js';

/** Checks everything that can be checked before there is something to push. Throws UsageError or OperationalError naming the mistake. */
export function openPushing(settings: Settings, command: ConnectingCommand): Pushing {
  const client = new ControlPlaneClient({ ...connectionFor(settings, command), policy: patience(settings, command) });
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

/** A control plane that gets results. None of its methods throws, except when the user interrupts it. */
export class Pushing {
  readonly scope: PushScope;

  constructor(
    private readonly client: ControlPlaneClient,
    private readonly settings: Settings,
    private readonly command: ConnectingCommand,
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
