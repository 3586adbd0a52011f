import { isOwnMachine } from '../client/address.js';
import type { Settings } from '../config/settings.js';
import { requestHeaders } from '../runtime/http/request-headers.js';
import { SpanExporter } from '../runtime/link/span-exporter.js';
import { UsageError } from '../support/errors.js';
import { lazyHttp } from '../system/lazy-http.js';
import { believedAuthorities } from './authorities.js';
import type { ConnectingCommand } from './control-plane-connection.js';
import { givenHeader } from './given-header.js';
import { version } from './version.js';

const [ADDRESS, HEADER] = ['--otlp', '--otlp-header'] as const;

/**
 * Exports spans to the address that the user names. Throws UsageError for an address or a header that is none, OperationalError where a
 * header's variable or file is missing or may be read by others.
 */
export function openExporter(
  text: string,
  settings: Settings,
  command: ConnectingCommand & { say(line: string): void; staysOpen?: true },
): SpanExporter {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (url?.protocol !== 'https:' && url?.protocol !== 'http:')
    throw new UsageError({ where: ADDRESS, message: 'expected an address like https://collector.example/v1/traces' });
  if (url.username !== '' || url.password !== '')
    throw new UsageError({
      where: ADDRESS,
      message: 'must not hold a user or password',
      hint: `put them into a header: ${HEADER} NAME=file:PATH`,
    });
  const headers = requestHeaders(Object.fromEntries(settings.otlpHeader.map((header) => givenHeader(header, HEADER, command))));
  if (url.protocol === 'http:' && !isOwnMachine(url) && !settings.allowHttp && settings.otlpHeader.length > 0)
    throw new UsageError({
      where: ADDRESS,
      message: 'http:// would show the headers to everybody on the way',
      hint: 'use https://, or allow it with --allow-http',
    });
  const authorities = settings.caFile === undefined ? undefined : believedAuthorities(settings.caFile, command);
  const http = lazyHttp(isOwnMachine(url) ? {} : command.environment, undefined, authorities);
  return new SpanExporter({
    http,
    url: url.href,
    headers,
    version,
    clock: () => Date.now(),
    say: command.say,
    ...(command.staysOpen && { staysOpen: true }),
  });
}
