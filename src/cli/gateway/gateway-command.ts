import { existsSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { controlPlaneAddress, isOwnMachine } from '../../client/address.js';
import { refuseIdle } from '../../config/needs.js';
import { rateOf } from '../../config/relay-settings.js';
import { givenBy, resolveSettings } from '../../config/resolve.js';
import type { Settings } from '../../config/settings.js';
import { type Gateway, type GatewayOptions, type GatewayUpstream, openGateway } from '../../runtime/gateway/gateway.js';
import { ClientKeys, parseClientKeys } from '../../runtime/gateway/sign-in/client-keys.js';
import type { SignInWay } from '../../runtime/gateway/sign-in/sign-in.js';
import { parseUpstreams, type UpstreamsFile } from '../../runtime/gateway/upstreams-file.js';
import { type PresetName, presetNames } from '../../runtime/judge/presets.js';
import { UsageError } from '../../support/errors.js';
import { safeText } from '../../support/terminal.js';
import { isLoopback } from '../../system/address-list.js';
import type { Http } from '../../system/http.js';
import { lazyHttp } from '../../system/lazy-http.js';
import { readSecretFile } from '../../system/secret-files.js';
import { believedAuthorities } from '../authorities.js';
import type { CommandContext, Invocation } from '../command.js';
import { exitCodes } from '../exit-codes.js';
import { parseNamedFile, readNamedFile } from '../named-file.js';
import { pathsOf } from '../open-context.js';
import { readPins } from '../pin-store.js';
import { findProjectConfig } from '../project-config.js';
import { untilAborted } from '../until-aborted.js';
import { keepGatewayState } from './gateway-state.js';

/** What the user wants of a gateway, and where values came from. */
interface Wishes extends CommandContext {
  settings: Settings;
  flags: Invocation['flags'];
  place(key: keyof Settings): string;
  say(line: string): void;
}

/** `castellan proxy --listen HOST:PORT --upstreams FILE`: a gateway for several servers, until a signal ends it. */
export async function runGateway({ flags, operands }: Invocation, context: CommandContext): Promise<number> {
  if (operands.length > 0) throw new UsageError({ where: '--listen', message: 'starts the servers of --upstreams, not a command' });
  const project = findProjectConfig(undefined, [], context.cwd);
  const values = project ? (await import('../../config/project-file.js')).parseProjectFile(project.text, project.path).values : {};
  const { upstreams } = values;
  const settings = resolveSettings({ flags, environment: context.environment, file: upstreams ? { upstreams } : {} });
  refuseIdle('proxy', settings, flags);
  const say = (line: string) => context.io.err(`castellan: ${safeText(line)}`);
  const place = (key: keyof Settings) => givenBy(key, { flags, environment: context.environment });
  const wishes: Wishes = { ...context, settings, flags, place, say };
  const options = await optionsOf(wishes);
  context.endsInOrder?.();
  const gateway = await openGateway(options);
  const forget = keepGatewayState(folderOf(wishes), gateway);
  try {
    announce(gateway, options, say);
    await untilAborted(context.signal);
  } finally {
    forget();
    await gateway.close();
  }
  return exitCodes.interrupted;
}

function announce({ url, metricsUrl }: Gateway, { upstreams, ways }: GatewayOptions, say: (line: string) => void): void {
  for (const { upstream } of upstreams) say(`${upstream.name} is at ${url}/mcp/${upstream.name}`);
  if (metricsUrl !== undefined) say(`metrics are at ${metricsUrl}`);
  if (ways.length === 0) say('every program of this machine may use the gateway: nobody has to sign in');
}

async function optionsOf(wishes: Wishes): Promise<GatewayOptions> {
  const { settings, say } = wishes;
  const at = listenAddress(settings.listen ?? '', '--listen');
  const file = readUpstreams(wishes);
  for (const warning of file.warnings) say(warning);
  const ways = await waysOf(wishes);
  if (!isLoopback(at.host) && ways.length === 0)
    throw new UsageError({
      where: '--listen',
      message: `"${at.host.slice(0, 60)}" can be reached from other machines, and nobody would have to sign in`,
      hint: 'give --client-keys FILE, --control-plane URL or SERVICE_OIDC_ISSUER, or stay on 127.0.0.1',
    });
  const folder = folderOf(wishes);
  const { link, exporter } = await reportsOf(wishes, folder);
  return {
    at,
    publicUrl: publicUrlOf(wishes, at.host),
    upstreams: await Promise.all(file.upstreams.map((upstream) => judged(upstream, wishes))),
    clients: file.clients,
    origins: file.origins,
    ways,
    issuer: settings.oidcIssuer,
    maxBytes: settings.maxMessage,
    maxSessions: settings.maxSessions,
    idleMs: settings.sessionIdle,
    inspections: {
      mode: settings.mode ?? 'audit',
      pins: pinsOf(wishes),
      redact: typeof wishes.flags.redact === 'boolean' ? wishes.flags.redact : undefined,
      logAll: settings.logAll,
      log: logOf(settings.log, folder, wishes.cwd),
      keyFile: join(folder, 'log.key'),
      link,
      exporter,
      say,
    },
    httpTo: httpIn(wishes),
    metrics: metricsOf(wishes),
  };
}

/** A gateway with a key of its own reports to the control plane; without one, clients' keys are checked there and that is all. */
async function reportsOf(wishes: Wishes, folder: string): Promise<Pick<GatewayOptions['inspections'], 'link' | 'exporter'>> {
  const { settings } = wishes;
  const { controlPlane, keyFile, controlPlaneKey, controlPlaneKeyFile } = settings;
  const isLinked = controlPlane !== undefined && (keyFile ?? controlPlaneKey ?? controlPlaneKeyFile) !== undefined;
  const own = { settings, folder, command: wishes, staysOpen: true } as const;
  return {
    link: isLinked ? await (await import('../relay-link.js')).openLink({ ...own, kind: 'runtime.gateway', name: 'gateway' }) : undefined,
    exporter:
      settings.otlp === undefined
        ? undefined
        : (await import('../relay-spans.js')).openExporter(settings.otlp, settings, { ...wishes, staysOpen: true }),
  };
}

function readUpstreams({ settings, cwd, environment, place }: Wishes): UpstreamsFile {
  const path = settings.upstreams;
  if (path === undefined)
    throw new UsageError({
      where: '--listen',
      message: 'needs --upstreams FILE, or "upstreams" in castellan.yaml',
      hint: place('upstreams'),
    });
  const folder = dirname(resolve(cwd, path));
  const surroundings = { environment, folder, read: (named: string) => readNamedFile(named, cwd) };
  return parseNamedFile(path, cwd, (text, where) => parseUpstreams(text, where, surroundings));
}

/** A policy of the upstream's own stands in the place of the gateway's. */
async function judged(upstream: UpstreamsFile['upstreams'][number], { settings, cwd }: Wishes): Promise<GatewayUpstream> {
  const policy = upstream.policy ?? settings.policy;
  const preset = presetNames.find((name) => name === policy);
  const file = preset === undefined ? policy : undefined;
  const policies = file === undefined ? undefined : (await import('./gateway-policies.js')).readGatewayPolicies(file, cwd);
  const detectors: PresetName = file === undefined ? 'observe' : 'standard';
  const rate = rateOf(upstream.rate, `${settings.upstreams ?? ''}:${upstream.line}`) ?? rateOf(settings.rate, '--rate');
  return { upstream, rate, preset: preset ?? detectors, policies };
}

async function waysOf(wishes: Wishes): Promise<SignInWay[]> {
  const { settings, cwd, say } = wishes;
  const ways: SignInWay[] = [];
  if (settings.controlPlane !== undefined) {
    const { ControlPlaneKeys } = await import('../../runtime/gateway/sign-in/control-plane-keys.js');
    const base = controlPlaneAddress({ text: settings.controlPlane, where: wishes.place('controlPlane'), allowHttp: settings.allowHttp });
    ways.push(new ControlPlaneKeys({ base, http: httpIn(wishes)(base), mode: settings.mode ?? 'audit', clock: Date.now }));
  }
  const { oidcIssuer: issuer, oidcAudience: audience } = settings;
  if (issuer !== undefined) ways.push(await tokensOf(issuer, audience, wishes));
  const keys = settings.clientKeys;
  if (keys !== undefined) ways.push(new ClientKeys(() => parseClientKeys(readSecretFile(resolve(cwd, keys)), keys), Date.now, say));
  return ways;
}

/** What goes to this machine goes through no proxy, which would see the credentials. */
function httpIn({ settings, cwd, environment }: Wishes): (url: URL) => Http {
  const authorities = settings.caFile === undefined ? undefined : believedAuthorities(settings.caFile, { cwd, environment });
  return (url) => lazyHttp(isOwnMachine(url) ? {} : environment, undefined, authorities);
}

async function tokensOf(issuer: string, audience: string | undefined, { environment, place }: Wishes): Promise<SignInWay> {
  const url = URL.canParse(issuer) ? new URL(issuer) : undefined;
  if (url?.protocol !== 'https:' && !(url?.protocol === 'http:' && isOwnMachine(url)))
    throw new UsageError({ where: place('oidcIssuer'), message: 'must be an https:// address' });
  const { TokenVerifier } = await import('../../system/token-verifier.js');
  const { IssuedTokens } = await import('../../runtime/gateway/sign-in/issued-tokens.js');
  const { createFetch } = await import('../../system/fetch.js');
  const verifier = new TokenVerifier(issuer, createFetch(isOwnMachine(url) ? {} : environment));
  return new IssuedTokens({ issuer, audience, verifier, clock: Date.now });
}

/** Clients must know by which address they ask, as tokens are made for it. */
function publicUrlOf({ settings, place }: Wishes, host: string): string | undefined {
  const text = settings.publicUrl;
  if (text !== undefined && !/^https?:\/\/[^\s/@]+$/.test(text))
    throw new UsageError({ where: place('publicUrl'), message: 'expected https://host without a path' });
  const isEverywhere = host === '0.0.0.0' || host === '::';
  if (text === undefined && isEverywhere && settings.oidcIssuer !== undefined)
    throw new UsageError({ where: place('publicUrl'), message: 'is needed where tokens are made for an address and none is listened on' });
  return text;
}

function pinsOf({ settings, flags, cwd }: Wishes) {
  const isNamed = typeof flags.lock === 'string';
  return isNamed || existsSync(resolve(cwd, settings.lock)) ? readPins(settings.lock, cwd) : undefined;
}

function logOf(log: string | undefined, folder: string, cwd: string): string | undefined {
  if (log === 'off') return undefined;
  return log === undefined ? join(folder, 'gateway.jsonl') : resolve(cwd, log);
}

function metricsOf({ settings, cwd }: Wishes): GatewayOptions['metrics'] {
  if (settings.metrics === undefined) return undefined;
  const at = listenAddress(settings.metrics, '--metrics');
  const token = settings.metricsTokenFile === undefined ? undefined : readSecretFile(resolve(cwd, settings.metricsTokenFile)).trim();
  if (token !== undefined && token.length < MIN_TOKEN)
    throw new UsageError({ where: settings.metricsTokenFile ?? '', message: `expected at least ${MIN_TOKEN} characters` });
  if (!isLoopback(at.host) && token === undefined)
    throw new UsageError({
      where: '--metrics',
      message: `"${at.host.slice(0, 60)}" can be reached from other machines`,
      hint: 'set SERVICE_METRICS_TOKEN_FILE, or stay on 127.0.0.1',
    });
  return { ...at, token };
}

const MIN_TOKEN = 32;

function folderOf({ settings, environment }: Wishes): string {
  return join(pathsOf(settings, environment).data, 'runtime');
}

/** `127.0.0.1:8423`, `[::1]:8423`, `:8423`. */
function listenAddress(text: string, where: string): { host: string; port: number } {
  const [, host = '', port = ''] = /^(?:([^:[\]\s]*|\[[0-9a-fA-F:.]+\]):)?(\d{1,5})$/.exec(text) ?? [];
  if (port === '' || Number(port) > 65_535) throw new UsageError({ where, message: 'expected an address and a port: 127.0.0.1:8423' });
  return { host: host === '' ? '127.0.0.1' : host.replace(/^\[(.*)\]$/, '$1'), port: Number(port) };
}
