import { CloudRefused, CloudThrottled, CloudUnreachable } from '../../collect/cloud/contract/cloud-errors.js';
import { loadProvider } from '../../collect/cloud/load-provider.js';
import { cloudRegistry } from '../../collect/cloud/registry.js';
import { serviceEnvironment } from '../../collect/cloud/service-environment.js';
import type { CloudConnection, CloudProof } from '../../model/cloud.js';
import { MINUTE_MS } from '../../support/durations.js';
import { CastellanError, describe } from '../../support/errors.js';
import { diskFiles } from '../../system/files.js';
import { Conflict, Unavailable } from '../failures.js';
import type { Ground } from '../ground/ground.js';
import { serviceDoor } from './cloud-door.js';

/** What verifying found out; the error holds no key and no address. */
export interface CloudVerdict {
  /** `unverified`: the cloud refused, or the connection may write. `degraded`: nothing proves that it only reads. */
  health: 'healthy' | 'degraded' | 'unreachable' | 'unverified';
  error: string | null;
}

const TIMEOUT_MS = MINUTE_MS;
/** Connections that are verified at the same time. */
const AT_ONCE = 4;
let underWay = 0;

/**
 * Opens the connection with the identity of this service and tries whether it may write. Throws Conflict offline, and Unavailable
 * with too much to do.
 */
export async function verifyConnection(connection: CloudConnection, { options, clock }: Ground): Promise<CloudVerdict> {
  if (options.offline) throw new Conflict('this server is offline: nothing outside is asked');
  if (underWay >= AT_ONCE) throw new Unavailable('other connections are being verified: try again');
  underWay += 1;
  const signal = AbortSignal.timeout(TIMEOUT_MS);
  try {
    const provider = await loadProvider(connection.provider, cloudRegistry);
    const door = serviceDoor(serviceEnvironment(connection.provider, options.environment), options.outboundAllow);
    const session = await provider.open(connection, { ...door, files: diskFiles, clock, signal });
    return verdictOf(await session.prove());
  } catch (error) {
    return refusalOf(error, signal);
  } finally {
    underWay -= 1;
  }
}

function verdictOf({ read_only: readOnly, tried, reason }: CloudProof): CloudVerdict {
  if (readOnly === 'proven') return { health: 'healthy', error: null };
  if (readOnly === 'unproven')
    return { health: 'degraded', error: `not proven to be read-only${reason === undefined ? '' : `: ${reason}`}` };
  const granted = tried.filter(({ answer }) => answer === 'granted').map(({ permission }) => permission);
  return { health: 'unverified', error: `refused: the connection is not read-only, it may ${granted.join(', ')}` };
}

function refusalOf(error: unknown, signal: AbortSignal): CloudVerdict {
  if (signal.aborted) return { health: 'unreachable', error: 'no answer in time' };
  if (error instanceof CloudUnreachable || error instanceof CloudThrottled) return { health: 'unreachable', error: firstLine(error) };
  if (error instanceof CloudRefused) return { health: 'unverified', error: firstLine(error) };
  if (error instanceof CastellanError) throw new Unavailable(describe(error));
  throw error;
}

/** Without the hint, which is for who runs the program. */
function firstLine(error: CastellanError): string {
  return describe(error).split('\n', 1)[0] ?? '';
}
