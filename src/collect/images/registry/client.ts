import type { RegistryAccount } from '../../../model/registry-account.js';
import { isObject, parseJson } from '../../../support/json.js';
import type { RegistryCredential } from './credential.js';
import { digestAs, isDigest, MANIFEST_TYPES, manifestIn, type RegistryManifest } from './manifest.js';
import { isRepository, isTag } from './reference.js';
import { RegistryRefused, RegistryUnreachable } from './registry-errors.js';
import { openStream, type RegistryAccess, type RegistryAnswer, type RegistryStream, sendQuestion } from './send.js';
import { RegistryTokens } from './tokens.js';

const MAX_LIST_BYTES = 8 * 2 ** 20;
const MAX_MANIFEST_BYTES = 8 * 2 ** 20;
/** Tries to get the bytes of one blob. */
const BLOB_TRIES = 5;
/** Signing in, and once more where the first token is refused. */
const MAX_RENEWALS = 2;
const LIST = 'application/json';
const PAGE = 1000;
const MAX_PAGES = 1000;

/** One registry by the OCI distribution API; it only reads. Its methods reject with RegistryRefused and RegistryUnreachable. */
export class RegistryClient {
  private readonly base: URL;
  private readonly tokens: RegistryTokens;

  constructor(
    private readonly account: RegistryAccount,
    credential: RegistryCredential | undefined,
    private readonly access: RegistryAccess,
  ) {
    this.base = baseOf(account);
    this.tokens = new RegistryTokens(this.base, credential, access);
  }

  /** Resolves where the registry answers and accepts our credential. */
  async ping(): Promise<void> {
    await this.ask('GET', new URL('/v2/', this.base), { scope: '', what: this.account.host, accept: LIST });
  }

  /** Names of all repositories, page by page, where the registry lists them. */
  repositories(): AsyncIterable<string[]> {
    return this.list('_catalog', 'repositories', 'registry:catalog:*', `${this.account.host}: list of repositories`);
  }

  tags(repository: string): AsyncIterable<string[]> {
    return this.list(`${repository}/tags/list`, 'tags', pullScope(repository), `${this.named(repository)}: tags`);
  }

  /** The digest that the registry states for a tag; undefined where it states none. Registries count this as no pull. */
  async digestOf(repository: string, tag: string): Promise<string | undefined> {
    const what = `${this.named(repository)}:${tag}`;
    const answer = await this.ask('HEAD', this.manifestUrl(repository, tag), {
      scope: pullScope(repository),
      what,
      accept: MANIFEST_TYPES.join(', '),
    });
    const stated = answer.headers.get('docker-content-digest') ?? '';
    return isDigest(stated) ? stated : undefined;
  }

  /** Index or manifest of a tag or digest. Its bytes are checked against the digest that was asked for, or that the registry states. */
  async manifest(repository: string, reference: string): Promise<{ digest: string; manifest: RegistryManifest }> {
    const { digest, bytes } = await this.manifestBytes(repository, reference);
    return { digest, manifest: manifestIn(bytes, `${this.named(repository)}${isDigest(reference) ? '@' : ':'}${reference}`) };
  }

  /** The bytes of an index or manifest, checked like those of `manifest`. */
  async manifestBytes(repository: string, reference: string): Promise<{ digest: string; bytes: Uint8Array }> {
    const what = `${this.named(repository)}${isDigest(reference) ? '@' : ':'}${reference}`;
    const answer = await this.ask('GET', this.manifestUrl(repository, reference), {
      scope: pullScope(repository),
      what,
      accept: MANIFEST_TYPES.join(', '),
    });
    const stated = answer.headers.get('docker-content-digest') ?? '';
    const wanted = isDigest(reference) ? reference : stated;
    const digest = digestAs(wanted, answer.bytes);
    if (isDigest(wanted) && digest !== wanted)
      throw new RegistryRefused({ where: what, issue: 'invalid_entry', message: `its content has the digest ${digest}, not ${wanted}` });
    return { digest, bytes: answer.bytes };
  }

  /**
   * The bytes of a blob as they come. Where they break off, it goes on from there; a registry without ranges starts anew. The caller checks
   * the digest.
   */
  async *blob(repository: string, digest: string, size?: number): AsyncGenerator<Uint8Array> {
    const what = `${this.named(repository)}@${digest.slice(0, 19)}`;
    for (let at = 0, tries = 1; ; tries++) {
      const { status, body } = await this.open(repository, digest, at, what);
      let skip = status === 206 ? 0 : at;
      try {
        for await (const chunk of body) {
          const fresh = chunk.subarray(Math.min(skip, chunk.length));
          skip -= chunk.length - fresh.length;
          at += fresh.length;
          if (fresh.length > 0) yield fresh;
        }
        if (size === undefined || at >= size) return;
      } catch (cause) {
        this.access.signal.throwIfAborted();
        if (tries >= BLOB_TRIES) throw new RegistryUnreachable({ where: what, message: 'its bytes break off again and again', cause });
      }
      if (tries >= BLOB_TRIES) throw new RegistryRefused({ where: what, message: `it sends ${at} of ${size} bytes` });
    }
  }

  private async open(repository: string, digest: string, from: number, what: string): Promise<RegistryStream> {
    const url = new URL(`/v2/${repository}/blobs/${digest}`, this.base);
    const scope = pullScope(repository);
    const send = (authorization: string | undefined) =>
      openStream(this.access, {
        url,
        what,
        maxBytes: MAX_LIST_BYTES,
        isLong: true,
        headers: { ...(authorization !== undefined && { authorization }), ...(from > 0 && { range: `bytes=${from}-` }) },
      });
    const answer = await this.signedIn(scope, what, send);
    if (answer.status !== 200 && answer.status !== 206) throw refused(answer.status, what);
    return answer;
  }

  /** A token that is refused may have been ended just then: one new one is asked for. */
  private async signedIn<A extends Pick<RegistryAnswer, 'status' | 'headers' | 'url'>>(
    scope: string,
    what: string,
    send: (authorization: string | undefined) => Promise<A>,
  ): Promise<A> {
    let sent = this.tokens.known(scope);
    let answer = await send(sent);
    for (let renewals = 0; renewals < MAX_RENEWALS && this.asksWho(answer); renewals++) {
      const next = await this.tokens.renew(scope, answer.headers, what);
      // A password is the same each time.
      if (next === sent && next.startsWith('Basic ')) break;
      sent = next;
      answer = await send(sent);
    }
    return answer;
  }

  /** Another host, to which a redirect led, has no say in where credentials go. */
  private asksWho({ status, url }: Pick<RegistryAnswer, 'status' | 'url'>): boolean {
    return status === 401 && url.origin === this.base.origin;
  }

  private named(repository: string): string {
    return `${this.account.host}/${repository}`;
  }

  private manifestUrl(repository: string, reference: string): URL {
    return new URL(`/v2/${repository}/manifests/${reference}`, this.base);
  }

  /** Follows the `Link` header; a link to another host or in a circle is refused. */
  private async *list(path: string, member: string, scope: string, what: string): AsyncIterable<string[]> {
    let url: URL | undefined = new URL(`/v2/${path}?n=${PAGE}`, this.base);
    const seen = new Set<string>();
    for (let page = 0; url; page++) {
      if (page >= MAX_PAGES || seen.has(url.href)) throw new RegistryRefused({ where: what, message: 'its list has no end' });
      seen.add(url.href);
      const answer = await this.ask('GET', url, { scope, what, accept: LIST });
      yield namesIn(answer, member, what);
      url = this.nextOf(answer, url, what);
    }
  }

  private nextOf({ headers }: RegistryAnswer, at: URL, what: string): URL | undefined {
    const link = /<([^<>]{1,4096})>\s*;[^,]*\brel="?next"?/i.exec(headers.get('link') ?? '')?.[1];
    if (link === undefined) return undefined;
    const next = URL.canParse(link, at.href) ? new URL(link, at.href) : undefined;
    if (next?.origin !== this.base.origin) throw new RegistryRefused({ where: what, message: 'its list goes on at another host' });
    return next;
  }

  private async ask(
    method: 'GET' | 'HEAD',
    url: URL,
    { scope, what, accept }: { scope: string; what: string; accept: string },
  ): Promise<RegistryAnswer> {
    const maxBytes = accept === LIST ? MAX_LIST_BYTES : MAX_MANIFEST_BYTES;
    const send = (authorization: string | undefined) =>
      sendQuestion(this.access, {
        url,
        method,
        what,
        maxBytes,
        headers: { accept, ...(authorization !== undefined && { authorization }) },
      });
    const answer = await this.signedIn(scope, what, send);
    if (answer.status !== 200)
      throw refused(answer.status, what, accept === LIST ? undefined : 'there is no such image, or who asks may not see it');
    return answer;
  }
}

function refused(status: number, where: string, absent?: string): RegistryRefused {
  const meaning = status === 401 || status === 403 ? 'who asks may not read this' : status === 404 ? absent : undefined;
  return new RegistryRefused({ where, message: `it answered ${status}${meaning === undefined ? '' : `: ${meaning}`}` });
}

function pullScope(repository: string): string {
  return `repository:${repository}:pull`;
}

/** Docker Hub's interface has another host than its references. */
function baseOf({ host, plain_http: isPlain }: RegistryAccount): URL {
  const isLoopback = /^(?:localhost|127(?:\.\d{1,3}){3}|\[::1\])(?::\d+)?$/.test(host);
  return new URL(`${isPlain || isLoopback ? 'http' : 'https'}://${host === 'docker.io' ? 'registry-1.docker.io' : host}`);
}

function namesIn({ bytes }: RegistryAnswer, member: string, what: string): string[] {
  const value = listIn(bytes, what);
  const names = isObject(value) ? value[member] : undefined;
  // An empty list is `null` in some registries.
  if (names === null) return [];
  if (!Array.isArray(names)) throw new RegistryUnreachable({ where: what, message: 'its answer is no list' });
  return names.filter((name): name is string => typeof name === 'string' && (isRepository(name) || isTag(name)));
}

function listIn(bytes: Uint8Array, what: string): unknown {
  try {
    return parseJson(Buffer.from(bytes).toString('utf8'), what);
  } catch (cause) {
    throw new RegistryUnreachable({ where: what, message: 'its answer is not JSON', cause });
  }
}
