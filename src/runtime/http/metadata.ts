import { isObject } from '../../support/json.js';
import { ask, drain, type RemoteServer } from './ask.js';
import { readRefusal } from './refusal-text.js';

/** Documents by which a client learns who signs it in at a server, by the start of their paths (RFC 9728, RFC 8414, OpenID Connect). */
const DOCUMENT = /^\/\.well-known\/(oauth-protected-resource|oauth-authorization-server|openid-configuration)(?:\/|$)/;

/** The kind of document that a path asks for. */
export function documentKind(path: string): string | undefined {
  return DOCUMENT.exec(path)?.[1];
}

/**
 * A server's document about its sign-in, without our credentials: for its path, else for its origin. The resource that it speaks of becomes
 * `publicUrl`: a client takes only a document about the address that it asks. Undefined where the server has none.
 */
export async function signInDocument(server: RemoteServer, kind: string, publicUrl: URL | undefined): Promise<object | undefined> {
  const bare = { ...server, headers: {} };
  const path = server.url.pathname === '/' ? '' : server.url.pathname;
  for (const at of new Set([`/.well-known/${kind}${path}`, `/.well-known/${kind}`])) {
    const response = await ask(bare, { method: 'GET', url: new URL(at, server.url), headers: { accept: 'application/json' } });
    if (response.status !== 200) {
      await drain(response.body);
      continue;
    }
    const { json } = await readRefusal(response);
    if (!isObject(json?.value)) return undefined;
    return kind === 'oauth-protected-resource' && publicUrl ? { ...json.value, resource: publicUrl.href } : json.value;
  }
  return undefined;
}

/** A challenge, with the address of the metadata as clients reach it. */
export function challengeFor(challenge: string, publicUrl: URL | undefined): string {
  if (!publicUrl) return challenge;
  const path = publicUrl.pathname === '/' ? '' : publicUrl.pathname;
  const own = `${publicUrl.origin}/.well-known/oauth-protected-resource${path}`;
  return challenge.replace(/\bresource_metadata=(?:"[^"]*"|[^\s,"]+)/gi, () => `resource_metadata="${own}"`);
}
