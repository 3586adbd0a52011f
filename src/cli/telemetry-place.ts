import { isOwnMachine } from '../client/address.js';
import type { TelemetryPlace } from '../config/serve-options.js';
import type { Settings } from '../config/settings.js';
import { UsageError } from '../support/errors.js';
import { givenHeader } from './given-header.js';

/** The variables that every program with OpenTelemetry reads, and that operators set for all of them at once. */
const [ENDPOINT, HEADERS, INTERVAL, ATTRIBUTES] = [
  'OTEL_EXPORTER_OTLP_ENDPOINT',
  'OTEL_EXPORTER_OTLP_HEADERS',
  'OTEL_METRIC_EXPORT_INTERVAL',
  'OTEL_RESOURCE_ATTRIBUTES',
] as const;

const DEFAULT_INTERVAL_MS = 60_000;

interface Surroundings {
  environment: NodeJS.ProcessEnv;
  cwd: string;
  /** Reads a file that a setting names. */
  read(path: string): string;
}

/** The collector that settings or the variables of OpenTelemetry name. Throws UsageError naming the one that is wrong. */
export function telemetryPlace(settings: Settings, { environment, cwd, read }: Surroundings): TelemetryPlace | undefined {
  const { otlp, otlpEndpoint, otlpHeader, otlpHeadersFile } = settings;
  const text = otlp ?? otlpEndpoint ?? (environment[ENDPOINT] || undefined);
  if (text === undefined) return undefined;
  const where = otlp !== undefined ? '--otlp' : otlpEndpoint !== undefined ? 'SERVICE_OTLP_ENDPOINT' : ENDPOINT;
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (url?.protocol !== 'https:' && url?.protocol !== 'http:')
    throw new UsageError({ where, message: 'expected an address like https://collector.example:4318' });
  if (url.username !== '' || url.password !== '' || url.search !== '')
    throw new UsageError({ where, message: 'must not hold a user, password or query', hint: 'put them into SERVICE_OTLP_HEADERS_FILE' });
  const headers = {
    ...pairsIn(environment[HEADERS] ?? '', HEADERS),
    ...(otlpHeadersFile !== undefined && pairsIn(read(otlpHeadersFile), 'SERVICE_OTLP_HEADERS_FILE')),
    ...Object.fromEntries(otlpHeader.map((header) => givenHeader(header, '--otlp-header', { cwd, environment }))),
  };
  const lower = Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]));
  if (url.protocol === 'http:' && !isOwnMachine(url) && lower.authorization !== undefined)
    throw new UsageError({ where, message: 'http:// would show the credential to everybody on the way', hint: 'use https://' });
  return {
    base: url.href.replace(/\/+$/, '').replace(/\/v1\/(?:traces|metrics)$/, ''),
    headers: lower,
    intervalMs: intervalOf(environment[INTERVAL]),
    attributes: pairsIn(environment[ATTRIBUTES] ?? '', ATTRIBUTES),
  };
}

/** `name=value,name=value`, values percent-encoded (W3C Baggage, without properties). A message never repeats a value. */
function pairsIn(text: string, where: string): Record<string, string> {
  const parts = text.split(',').map((part) => part.trim());
  return Object.fromEntries(
    parts
      .filter((part) => part !== '')
      .map((part) => {
        const at = part.indexOf('=');
        if (at <= 0) throw new UsageError({ where, message: 'expected name=value pairs with commas between' });
        return [part.slice(0, at).trim(), decoded(part.slice(at + 1).trim(), where)];
      }),
  );
}

function decoded(text: string, where: string): string {
  try {
    return decodeURIComponent(text);
  } catch (cause) {
    throw new UsageError({ where, message: 'a value is not percent-encoded as it should be', cause });
  }
}

function intervalOf(text: string | undefined): number {
  return text !== undefined && /^[1-9]\d{0,8}$/.test(text) ? Number(text) : DEFAULT_INTERVAL_MS;
}
