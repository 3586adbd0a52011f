import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Client, type OAuthClientProvider, StreamableHTTPClientTransport, UnauthorizedError } from '@modelcontextprotocol/client';
import { afterEach, describe, expect, it } from 'vitest';
import { listenFor } from '../../support/face-listener.js';
import { greets, json } from '../../support/remote-relay.js';

const CALLBACK = 'http://127.0.0.1:1/callback';
const TOKEN = 'token-of-ann';

/** A server that signs clients in by itself, and refuses all that come without its token. */
async function signingServer() {
  const tokens: (string | undefined)[] = [];
  const documents: string[] = [];
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk);
    const body = Buffer.concat(chunks).toString();
    const { pathname, searchParams } = new URL(request.url ?? '/', origin());
    if (pathname.startsWith('/.well-known/')) documents.push(pathname);
    if (pathname === '/api/mcp') protectedPart(request, response, body);
    else publicPart(pathname, searchParams, response);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const origin = () => `http://127.0.0.1:${(server.address() as AddressInfo).port}`;

  const protectedPart = (request: IncomingMessage, response: ServerResponse, body: string) => {
    tokens.push(request.headers.authorization);
    if (request.headers.authorization !== `Bearer ${TOKEN}`) {
      const challenge = `Bearer error="invalid_token", resource_metadata="${origin()}/.well-known/oauth-protected-resource/api/mcp"`;
      response.writeHead(401, { 'www-authenticate': challenge, 'content-type': 'application/json' }).end('{"error":"invalid_token"}');
      return;
    }
    const asked = { method: request.method ?? '', headers: request.headers, body, message: body === '' ? {} : JSON.parse(body) };
    if (!greets(asked, response, { 'mcp-session-id': 's1' }))
      json(response, { jsonrpc: '2.0', id: asked.message.id, result: { tools: [] } });
  };
  const publicPart = (pathname: string, query: URLSearchParams, response: ServerResponse) => {
    const issuer = origin();
    if (pathname === '/.well-known/oauth-protected-resource/api/mcp')
      json(response, { resource: `${issuer}/api/mcp`, authorization_servers: [issuer], scopes_supported: ['mcp'] });
    else if (pathname === '/.well-known/oauth-authorization-server')
      json(response, {
        issuer,
        authorization_endpoint: `${issuer}/authorize`,
        token_endpoint: `${issuer}/token`,
        registration_endpoint: `${issuer}/register`,
        response_types_supported: ['code'],
        code_challenge_methods_supported: ['S256'],
        token_endpoint_auth_methods_supported: ['none'],
      });
    else if (pathname === '/register')
      json(response, { client_id: 'c1', redirect_uris: [CALLBACK], token_endpoint_auth_method: 'none' }, {}, 201);
    else if (pathname === '/authorize')
      response.writeHead(302, { location: `${CALLBACK}?code=42&state=${query.get('state') ?? ''}` }).end();
    else if (pathname === '/token') json(response, { access_token: TOKEN, token_type: 'Bearer', expires_in: 60 });
    else response.writeHead(404).end();
  };
  const close = async () => {
    server.closeAllConnections();
    server.close();
  };
  return { url: new URL(`${origin()}/api/mcp`), tokens, documents, close };
}

/** A user who is sent to the sign-in, and back with a code. */
class Ann implements OAuthClientProvider {
  code: Promise<string> | undefined;
  private readonly kept = new Map<string, unknown>();
  readonly redirectUrl = CALLBACK;
  readonly clientMetadata = { client_name: 'test', redirect_uris: [CALLBACK], token_endpoint_auth_method: 'none' };

  clientInformation = () => this.kept.get('client') as never;
  saveClientInformation = (client: unknown) => void this.kept.set('client', client);
  tokens = () => this.kept.get('tokens') as never;
  saveTokens = (tokens: unknown) => void this.kept.set('tokens', tokens);
  codeVerifier = () => String(this.kept.get('verifier'));
  saveCodeVerifier = (verifier: string) => void this.kept.set('verifier', verifier);
  discoveryState = () => this.kept.get('discovery') as never;
  saveDiscoveryState = (state: unknown) => void this.kept.set('discovery', state);
  redirectToAuthorization(address: URL): void {
    this.code = fetch(address, { redirect: 'manual' }).then(
      (response) => new URL(response.headers.get('location') ?? '').searchParams.get('code') ?? '',
    );
  }
}

const closing: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close();
});

describe('a remote server that signs its clients in by itself', () => {
  it('does so through the relay: the whole way, from the challenge to the token', async () => {
    const server = await signingServer();
    const gateway = await listenFor(server.url, { passAuthorization: true });
    closing.push(server.close, gateway.close);
    const authProvider = new Ann();
    const transport = () => new StreamableHTTPClientTransport(gateway.url, { authProvider });
    const client = () => new Client({ name: 'castellan-test', version: '1.0.0' });
    const first = transport();
    await expect(client().connect(first)).rejects.toBeInstanceOf(UnauthorizedError);
    await first.finishAuth((await authProvider.code) ?? '');
    const signedIn = client();
    await signedIn.connect(transport());
    expect(await signedIn.listTools()).toEqual({ tools: [] });
    await signedIn.close();
    expect(server.tokens.at(-1)).toBe(`Bearer ${TOKEN}`);
    expect(server.documents).toContain('/.well-known/oauth-protected-resource/api/mcp');
  });

  it('gets no credentials of its clients where the gateway signs them in', async () => {
    const server = await signingServer();
    const gateway = await listenFor(server.url);
    closing.push(server.close, gateway.close);
    const headers = { authorization: `Bearer ${TOKEN}`, 'content-type': 'application/json' };
    const response = await fetch(gateway.url, { method: 'POST', headers, body: '{"jsonrpc":"2.0","id":1,"method":"ping"}' });
    expect([response.status, response.headers.get('www-authenticate')]).toEqual([502, null]);
    expect(server.tokens).toEqual([undefined]);
  });
});
