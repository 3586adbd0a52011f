import { createHash } from 'node:crypto';
import type { PushAnswer } from '../client/answer.js';
import { type ClientOptions, ControlPlaneClient } from '../client/control-plane.js';
import { refusal } from '../client/words.js';
import type { Settings } from '../config/settings.js';
import { Link } from '../runtime/link/link.js';
import type { RuntimeKind } from '../runtime/link/pusher.js';
import { type CastellanError, OperationalError, UsageError } from '../support/errors.js';
import type { RetryPolicy } from '../system/retry.js';
import { type ConnectingCommand, connectionFor } from './control-plane-connection.js';
import { exitCodeOfStatus, exitCodes } from './exit-codes.js';

export interface RelayLinkOptions {
  kind: RuntimeKind;
  /** What the relayed server, or the gateway, is called. */
  name: string;
  /** Private folder of the runtime's data. */
  folder: string;
  settings: Settings;
  command: ConnectingCommand & { say(line: string): void };
  /** Sessions come and go: the link stays until it is closed. */
  staysOpen?: true;
}

/** Who calls does not wait: the link tries again by itself. */
const ONCE: RetryPolicy = { attempts: 1, baseMs: 0, maxWaitMs: 0 };
/** At the start the first calls wait for policies. */
const AT_START: RetryPolicy = { attempts: 4, baseMs: 300, maxWaitMs: 2_000, withinMs: 4_000 };
const PATIENCE_MS = 15_000;

/**
 * Links a relay to the control plane of the settings. Throws UsageError where the settings, or what the service gives, cannot be used, and
 * OperationalError where there is no service and no policy of it that may still serve.
 */
export function openLink({ kind, name, folder, settings, command, staysOpen }: RelayLinkOptions): Promise<Link> {
  // What is left to be sent when the relay is told to end is sent all the same.
  const { signal: _, ...connection } = connectionFor(settings, command);
  const client = (policy: RetryPolicy) => new ControlPlaneClient({ ...connection, policy, patienceMs: PATIENCE_MS });
  return Link.open({
    kind,
    name,
    folder,
    client: client(ONCE),
    patient: client(AT_START),
    identity: identityOf(connection),
    source: settings.source,
    maxPolicyAgeMs: settings.maxPolicyAge,
    // Loaded with the first policies that come: a start from those on disk does without.
    readPolicies: async (items) => (await import('./gateway/gateway-policies.js')).readServicePolicies(items),
    refusal: refusedBy,
    clock: () => Date.now(),
    say: command.say,
    ...(staysOpen && { staysOpen }),
  });
}

/** Another key may be of another tenant, and sees other policies. */
function identityOf({ base, credential: { secret } }: Pick<ClientOptions, 'base' | 'credential'>): string {
  return createHash('sha256').update(`${base.href}\0${secret.reveal()}`).digest('hex');
}

function refusedBy(answer: PushAnswer): CastellanError {
  const message = refusal(answer);
  return exitCodeOfStatus(answer.status) === exitCodes.usage ? new UsageError({ message }) : new OperationalError({ message });
}
