import { join, resolve } from 'node:path';
import { isOwnMachine } from '../../client/address.js';
import { refuseIdle } from '../../config/needs.js';
import { resolveSettings } from '../../config/resolve.js';
import type { Settings } from '../../config/settings.js';
import { OperationalError, UsageError } from '../../support/errors.js';
import { isObject, type JsonObject, own } from '../../support/json.js';
import { safeText } from '../../support/terminal.js';
import { lazyHttp } from '../../system/lazy-http.js';
import { readSecretFile } from '../../system/secret-files.js';
import type { CommandContext, Invocation } from '../command.js';
import { exitCodes } from '../exit-codes.js';
import { gatewayStates } from '../gateway/gateway-state.js';
import { knownFormat } from '../known-format.js';
import { pathsOf } from '../open-context.js';

/** A gateway to ask, and the credential that opens its state. */
interface Asked {
  url: string;
  token: string | undefined;
}

const COLUMNS = ['upstream', 'state', 'sessions', 'restarts', 'reason'] as const;
const TIMEOUT_MS = 5_000;
/** Bytes of an answer. */
const MAX_ANSWER = 1024 * 1024;

/** `castellan proxy status`: how the upstreams of running gateways are. */
export async function run({ flags, operands }: Invocation, context: CommandContext): Promise<number> {
  const settings = resolveSettings({ flags, environment: context.environment, file: {} });
  refuseIdle('proxy status', settings, flags);
  if (operands.length > 0) throw new UsageError({ message: 'takes no operands', hint: 'castellan proxy status --url URL' });
  const format = knownFormat(settings.format[0] ?? 'console', ['console', 'json'], 'proxy status');
  const gateways: { url: string; upstreams: JsonObject[] }[] = [];
  for (const asked of gatewaysToAsk(settings, context)) gateways.push({ url: asked.url, upstreams: await upstreamsOf(asked, context) });
  if (format === 'json') context.io.out(`${JSON.stringify({ gateways }, undefined, 2)}\n`);
  else for (const { url, upstreams } of gateways) context.io.out(`${url}\n${tableOf(upstreams)}`);
  return exitCodes.success;
}

/** Whoever started a gateway here has left word of it. */
function gatewaysToAsk(settings: Settings, { environment, cwd }: CommandContext): Asked[] {
  const { url, keyFile } = settings;
  const running = gatewayStates(join(pathsOf(settings, environment).data, 'runtime'));
  if (url === undefined) {
    if (running.length > 0) return running;
    throw new OperationalError({ message: 'no gateway of this user runs here', hint: 'castellan proxy status --url URL' });
  }
  const address = URL.canParse(url) ? new URL(url) : undefined;
  if (!address || !/^https?:$/.test(address.protocol)) throw new UsageError({ where: '--url', message: 'expected http://host:port' });
  const known = running.find((one) => one.url === address.origin);
  const token = keyFile === undefined ? known?.token : readSecretFile(resolve(cwd, keyFile)).trim();
  if (token !== undefined && address.protocol === 'http:' && !isOwnMachine(address))
    throw new UsageError({ where: '--url', message: 'http:// would show the key to everybody on the way' });
  return [{ url: address.origin, token }];
}

async function upstreamsOf({ url, token }: Asked, { environment, signal }: CommandContext): Promise<JsonObject[]> {
  const http = lazyHttp(isOwnMachine(new URL(url)) ? {} : environment);
  const headers = token === undefined ? {} : { authorization: `Bearer ${token}` };
  const { status, body } = await http.send({ url: `${url}/status`, headers, redirects: 'return', idleTimeoutMs: TIMEOUT_MS, signal });
  let text = '';
  for await (const chunk of body) if (text.length < MAX_ANSWER) text += Buffer.from(chunk).toString('utf8');
  if (status === 401) throw new OperationalError({ where: url, message: 'wants a key', hint: '--key-file FILE' });
  const upstreams = status === 200 ? listIn(text) : undefined;
  if (upstreams) return upstreams;
  throw new OperationalError({ where: url, message: `is no gateway that tells its state (status ${status})` });
}

function listIn(text: string): JsonObject[] | undefined {
  try {
    const value: unknown = JSON.parse(text);
    const list = isObject(value) ? own(value, 'upstreams') : undefined;
    return Array.isArray(list) ? list.filter(isObject) : undefined;
  } catch {
    return undefined;
  }
}

function tableOf(upstreams: readonly JsonObject[]): string {
  const rows = [COLUMNS.map((column) => column.toUpperCase()), ...upstreams.map((one) => COLUMNS.map((column) => cell(one, column)))];
  const widths = COLUMNS.map((_, at) => Math.max(...rows.map((row) => row[at]?.length ?? 0)));
  return rows.map((row) => `${`  ${row.map((text, at) => text.padEnd(widths[at] ?? 0)).join('  ')}`.trimEnd()}\n`).join('');
}

function cell(upstream: JsonObject, column: (typeof COLUMNS)[number]): string {
  const value = own(upstream, column === 'upstream' ? 'name' : column);
  return typeof value === 'string' || typeof value === 'number' ? safeText(String(value)) : '';
}
