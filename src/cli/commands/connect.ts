import { type Registered, register, verify } from '../../client/cloud-connections.js';
import { ControlPlaneClient, type Told } from '../../client/control-plane.js';
import { refusal } from '../../client/words.js';
import type { CloudSession } from '../../collect/cloud/contract/provider.js';
import { loadProvider } from '../../collect/cloud/load-provider.js';
import { cloudRegistry } from '../../collect/cloud/registry.js';
import { resolveSettings } from '../../config/resolve.js';
import type { Settings } from '../../config/settings.js';
import { type CloudConnection, type CloudProof, type CloudProviderId, cloudProviders, connectionName } from '../../model/cloud.js';
import { OperationalError, UsageError } from '../../support/errors.js';
import { quote } from '../../support/quote.js';
import { didYouMean } from '../../support/suggest.js';
import { safeText } from '../../support/terminal.js';
import { makeClock } from '../../system/clock.js';
import { diskFiles } from '../../system/files.js';
import { cloudConnectionOf, personalDoor } from '../cloud-connection.js';
import type { CommandContext, Invocation } from '../command.js';
import { connectionFor } from '../control-plane-connection.js';
import { exitCodes } from '../exit-codes.js';
import { knownFormat } from '../known-format.js';

/** What came of connecting, as `--format json` prints it. */
interface Outcome {
  provider: CloudProviderId;
  account: string;
  identity: string;
  read_only: CloudProof['read_only'];
  tried: CloudProof['tried'];
  reason?: string;
  registered: boolean;
  verified: boolean;
  connection_id?: string;
  health?: string;
  /** In the words of the control plane, or ours where it said nothing. */
  detail?: string;
}

/**
 * `castellan connect`: proves the connection with the session of this person, registers it, and has the service verify it with its own
 * identity. Exit 0 only then.
 */
export async function run({ flags, operands }: Invocation, context: CommandContext): Promise<number> {
  const settings = resolveSettings({ flags, environment: context.environment, file: {} });
  const provider = providerOf(operands);
  const format = knownFormat(settings.format[0] ?? 'console', ['console', 'json'], 'connect');
  const connection = await cloudConnectionOf(provider, settings, settings.emit === undefined);
  if (settings.emit !== undefined) return emit(connection, settings.emit, context);
  if (settings.offline) throw new UsageError({ where: '--offline', message: 'opens no connection, so nothing can be connected' });
  const proof = await prove(connection, settings, context);
  const known = { ...connection, account: connection.account || accountIn(proof.identity) };
  const shown = { provider, account: known.account, ...proof, registered: false, verified: false };
  const say = format === 'console' ? (line: string) => context.io.out(`${line}\n`) : () => {};
  for (const line of proofLines(known, proof)) say(line);
  const { code, outcome } = await atControlPlane(known, shown, settings, { ...context, flags }).catch((error: unknown) => {
    if (format === 'json') print(shown, context);
    throw error;
  });
  if (format === 'json') print(outcome, context);
  context.io.err(lastLine(outcome, connectionName(known)));
  return code;
}

function providerOf([name, ...others]: readonly string[]): CloudProviderId {
  const found = cloudProviders.find((one) => one === name?.toLowerCase());
  if (found === undefined || others.length > 0) {
    const likely = name === undefined ? '' : didYouMean(name, cloudProviders);
    throw new UsageError({
      where: 'connect',
      message: `expected one of ${cloudProviders.join(', ')}, got "${quote([name ?? '', ...others].join(' '), 40)}"${likely}`,
    });
  }
  return found;
}

async function emit(connection: CloudConnection, form: NonNullable<Settings['emit']>, { io }: CommandContext): Promise<number> {
  const provider = await loadProvider(connection.provider, cloudRegistry);
  const text = provider.roleText(form, connection);
  if (text === undefined) throw new UsageError({ where: '--emit', message: `${provider.title} has no ${form}` });
  io.out(text.endsWith('\n') ? text : `${text}\n`);
  return exitCodes.success;
}

/** Throws OperationalError for a connection that does not open, or that may write. */
async function prove(connection: CloudConnection, settings: Settings, context: CommandContext): Promise<CloudProof> {
  const access = { ...personalDoor(settings, context), files: diskFiles, clock: makeClock(undefined), signal: context.signal };
  const provider = await loadProvider(connection.provider, cloudRegistry);
  const session: CloudSession = await provider.open(connection, access);
  return session.prove();
}

/** The number in an ARN. */
function accountIn(identity: string): string {
  return /^arn:[\w-]+:\w+::(\d{12}):/.exec(identity)?.[1] ?? '';
}

interface Connected {
  code: number;
  outcome: Outcome;
}

async function atControlPlane(
  connection: CloudConnection,
  shown: Outcome,
  settings: Settings,
  command: CommandContext & Pick<Invocation, 'flags'>,
): Promise<Connected> {
  if (shown.read_only === 'violated')
    return { code: exitCodes.failed, outcome: { ...shown, detail: 'the connection may write: give it a read-only role' } };
  if (connection.account === '') throw new UsageError({ where: '--account', message: 'say which account: the session names none' });
  const client = new ControlPlaneClient({
    ...connectionFor(settings, command),
    policy: { attempts: 3, baseMs: 300, maxWaitMs: 5_000, withinMs: 10_000 },
  });
  const registered = await register(client, connection, settings.name ?? connectionName(connection));
  if ('refused' in registered) return rejected(registered.refused, shown);
  const outcome = { ...shown, registered: true, connection_id: registered.id, health: registered.health };
  const verified = await verify(client, registered.id).catch((error: unknown): { refused: Told } => {
    if (!(error instanceof OperationalError)) throw error;
    return { refused: { status: 0, detail: error.message } };
  });
  return 'refused' in verified ? unverified(outcome, verified.refused) : judged(outcome, verified);
}

/** 400 and 422 are about the payload. */
function rejected(told: Told, outcome: Outcome): Connected {
  const code = told.status === 400 || told.status === 422 ? exitCodes.usage : exitCodes.failed;
  return { code, outcome: { ...outcome, detail: told.detail ?? refusal(told) } };
}

function unverified(outcome: Outcome, told: Told): Connected {
  return { code: exitCodes.failed, outcome: { ...outcome, health: 'unverified', detail: told.detail ?? refusal(told) } };
}

/** `degraded`: the service got in, and what it may do is not proven to be reading only. */
function judged(outcome: Outcome, { health, error }: Registered): Connected {
  const verified = health === 'healthy' || health === 'degraded';
  return {
    code: verified ? exitCodes.success : exitCodes.failed,
    outcome: { ...outcome, verified, health, ...(error !== undefined && { detail: error }) },
  };
}

function proofLines(connection: CloudConnection, { identity, read_only: readOnly, tried, reason }: CloudProof): string[] {
  return [
    `${connectionName(connection)}  as ${safeText(identity)}`,
    `read_only: ${readOnly}${reason === undefined ? '' : ` (${safeText(reason)})`}`,
    ...tried.map(({ permission, answer }) => `  ${answer.padEnd(8)} ${safeText(permission)}`),
  ];
}

function lastLine({ registered, verified, connection_id: id, detail, health }: Outcome, name: string): string {
  const because = detail === undefined ? '' : `: ${detail}`;
  if (verified) return `connected ${name}: ${id} is verified by the control plane${health === 'healthy' ? '' : ` (${health}${because})`}`;
  if (!registered) return `error: ${name} is not registered${because}`;
  return `error: ${name} is registered as ${id}, but not verified${because}; it stays unverified and is never run`;
}

function print(outcome: Outcome, { io }: CommandContext): void {
  io.out(`${JSON.stringify(outcome, undefined, 2)}\n`);
}
