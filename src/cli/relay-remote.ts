import { isOwnMachine } from '../client/address.js';
import { rateOf } from '../config/relay-settings.js';
import { resolveSettings } from '../config/resolve.js';
import { requestHeaders } from '../runtime/http/request-headers.js';
import { relayRemote } from '../runtime/relay-remote.js';
import { UsageError } from '../support/errors.js';
import { safeText } from '../support/terminal.js';
import { lazyHttp } from '../system/lazy-http.js';
import { believedAuthorities } from './authorities.js';
import type { CommandContext, Invocation } from './command.js';
import { exitCodes } from './exit-codes.js';
import { flagList, flagText } from './flag-values.js';
import { givenHeader } from './given-header.js';
import type { RelayWishes, RemoteRun } from './relay-run.js';

/** Relays between standard streams and a remote server. Gives 0 when the client has left. Throws as `relayRemote` does. */
export async function runRemoteRelay(run: RemoteRun, { flags }: Invocation, context: CommandContext): Promise<number> {
  const { environment, signal } = context;
  const settings = resolveSettings({ flags, environment, file: {} });
  const wishes: RelayWishes = { settings, flags, rate: rateOf(settings.rate) };
  const { url, headers, isEventsOnly, name } = run;
  const authorities = settings.caFile === undefined ? undefined : believedAuthorities(settings.caFile, context);
  const say = (line: string) => context.io.err(`castellan: ${safeText(line)}`);
  if (url.protocol === 'http:' && !isOwnMachine(url) && Object.keys(headers).length > 0)
    say('http:// shows the headers of the server to everybody on the way: use https://');
  context.endsInOrder?.();
  // What goes to this machine goes through no proxy, which would see the credentials.
  const http = lazyHttp(isOwnMachine(url) ? {} : environment, undefined, authorities);
  await relayRemote({
    remote: { url, headers: requestHeaders(headers), http, maxBytes: settings.maxMessage },
    isEventsOnly,
    server: settings.server ?? name,
    inspector: async () =>
      (await import('./relay-inspection.js')).inspectionFor({ ...run, argv: [], env: {} }, wishes, { ...context, say }),
    signal,
    say,
  });
  return signal.aborted ? exitCodes.interrupted : exitCodes.success;
}

/** The remote server that the options name. Throws UsageError, and OperationalError for a variable or file that is missing. */
export function remoteOf({ flags, operands }: Invocation, context: CommandContext): Omit<RemoteRun, 'mode' | 'preset'> {
  const text = flagText(flags.url);
  if (text === undefined) throw new UsageError({ where: '--header', message: 'means nothing without --url' });
  if (operands.length > 0) throw new UsageError({ where: '--url', message: 'names the server: no command starts it' });
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (url?.protocol !== 'https:' && url?.protocol !== 'http:')
    throw new UsageError({ where: '--url', message: 'expected an address like https://mcp.example/mcp' });
  if (url.username !== '' || url.password !== '')
    throw new UsageError({ where: '--url', message: 'must not hold a user or password', hint: 'name a variable or file: --header' });
  const headers = Object.fromEntries(flagList(flags.header).map((header) => givenHeader(header, '--header', context)));
  return { url, headers, isEventsOnly: false, name: url.host };
}
