import { isObject, type JsonObject } from '../../../support/json.js';
import type { RegistryCredential } from './credential.js';
import { RegistryRefused } from './registry-errors.js';
import { type RegistryAccess, type RegistryAnswer, sendQuestion } from './send.js';

/** `WWW-Authenticate` of an answer: `Bearer realm="https://auth.example.com/token",service="…",scope="…"`. */
interface Challenge {
  scheme: string;
  parameters: ReadonlyMap<string, string>;
}

const MAX_TOKEN_BYTES = 2 ** 20;
/** A token whose life is not stated lives for a minute. */
const TOKEN_SECONDS = 60;

interface KeptToken {
  header: string;
  until: number;
}

/** The `Authorization` headers of one registry, one for each scope, for as long as they hold. */
export class RegistryTokens {
  private readonly kept = new Map<string, KeptToken>();

  /** @param base The registry's own address. */
  constructor(
    private readonly base: URL,
    private readonly credential: RegistryCredential | undefined,
    private readonly access: RegistryAccess,
  ) {}

  /** The header that was good for the scope before. */
  known(scope: string): string | undefined {
    const kept = this.kept.get(scope);
    return kept && kept.until > this.access.clock() ? kept.header : undefined;
  }

  /** A header as the refusing answer wants it. Rejects with RegistryRefused where there is none to give. */
  async renew(scope: string, refusal: Headers, what: string): Promise<string> {
    const challenge = challengeOf(refusal.get('www-authenticate') ?? '');
    const { credential } = this;
    if (challenge?.scheme === 'bearer') return this.bearer(scope, challenge, what);
    if (challenge?.scheme !== 'basic') throw new RegistryRefused({ where: what, message: 'it answered 401 without saying how to sign in' });
    if (credential?.kind !== 'password') throw new RegistryRefused({ where: what, message: 'it wants a user and a password' });
    return this.keep(scope, basic(credential), Number.POSITIVE_INFINITY);
  }

  private keep(scope: string, header: string, until: number): string {
    this.kept.set(scope, { header, until });
    return header;
  }

  private async bearer(scope: string, { parameters }: Challenge, what: string): Promise<string> {
    const realm = this.realmOf(parameters.get('realm') ?? '', what);
    const access = await this.accessTo(realm, what);
    const wanted = { service: parameters.get('service') ?? '', scope: parameters.get('scope') ?? scope };
    const asked = this.access.clock();
    const answer = await this.ask(realm, wanted, { access, what: `${what}: token of ${realm.host}` });
    if (answer.status !== 200)
      throw new RegistryRefused({ where: what, message: `${realm.host} gave no token: it answered ${answer.status}` });
    const body = objectIn(answer.bytes);
    const token = body?.['token'] ?? body?.['access_token'];
    if (typeof token !== 'string' || token === '')
      throw new RegistryRefused({ where: what, message: `${realm.host} answered without a token` });
    const seconds = typeof body?.['expires_in'] === 'number' ? body['expires_in'] : TOKEN_SECONDS;
    return this.keep(scope, `Bearer ${token}`, asked + seconds * 1000);
  }

  /** Another host than the registry's is asked by https alone. */
  private realmOf(text: string, what: string): URL {
    const realm = URL.canParse(text) ? new URL(text) : undefined;
    const isOwn = realm?.origin === this.base.origin;
    if (!realm || (realm.protocol !== 'https:' && !isOwn) || realm.username !== '') throw noPlace(what);
    return realm;
  }

  /** A registry of the world outside has no say in what is asked of this machine and its network. */
  private async accessTo(realm: URL, what: string): Promise<RegistryAccess> {
    const { access, base } = this;
    const { outside } = access;
    if (!outside || realm.origin === base.origin || !(await outside.holds(base.hostname))) return access;
    if (!(await outside.holds(realm.hostname))) throw noPlace(what);
    return { ...access, fetch: outside.fetch };
  }

  private ask(
    realm: URL,
    wanted: { service: string; scope: string },
    { access, what }: { access: RegistryAccess; what: string },
  ): Promise<RegistryAnswer> {
    const { credential } = this;
    const common = { what, maxBytes: MAX_TOKEN_BYTES };
    const named = Object.entries(wanted).filter(([, value]) => value !== '');
    if (credential?.kind === 'identity_token') {
      const form = new URLSearchParams([
        ...named,
        ['grant_type', 'refresh_token'],
        ['refresh_token', credential.token],
        ['client_id', 'castellan'],
      ]);
      const headers = { 'content-type': 'application/x-www-form-urlencoded' };
      return sendQuestion(access, { ...common, url: realm, method: 'POST', headers, body: form.toString() });
    }
    const url = new URL(realm);
    for (const [name, value] of named) url.searchParams.set(name, value);
    return sendQuestion(access, { ...common, url, headers: credential ? { authorization: basic(credential) } : {} });
  }
}

function noPlace(where: string): RegistryRefused {
  return new RegistryRefused({ where, message: 'it names a place for tokens that no credentials are sent to' });
}

function basic({ user, password }: Extract<RegistryCredential, { kind: 'password' }>): string {
  return `Basic ${Buffer.from(`${user}:${password}`).toString('base64')}`;
}

const MAX_CHALLENGE = 4096;

function challengeOf(header: string): Challenge | undefined {
  const scheme = /^\s*([A-Za-z]+)(?:\s|$)/.exec(header.slice(0, MAX_CHALLENGE))?.[1];
  if (scheme === undefined) return undefined;
  const pairs = header.slice(0, MAX_CHALLENGE).matchAll(/([a-z_]{1,40})="([^"]*)"/gi);
  return { scheme: scheme.toLowerCase(), parameters: new Map([...pairs].map(([, name = '', value = '']) => [name.toLowerCase(), value])) };
}

function objectIn(bytes: Uint8Array): JsonObject | undefined {
  try {
    const value: unknown = JSON.parse(Buffer.from(bytes).toString('utf8'));
    return isObject(value) ? value : undefined;
  } catch {
    return undefined;
  }
}
