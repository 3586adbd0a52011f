import type { FastifyInstance } from 'fastify';
import type { z } from 'zod';
import { routes } from '../../api/registry.js';
import type { Route } from '../../api/route.js';

type Routes = typeof routes;
export type RouteKey = keyof Routes;
type Given<K extends RouteKey, Part extends string> = Routes[K] extends { [P in Part]: infer S extends z.ZodType } ? z.input<S> : undefined;
export type Answer<K extends RouteKey> = Routes[K] extends { response: infer S extends z.ZodType } ? z.output<S> : unknown;

/** What a call gives besides its route. */
export interface Ask<K extends RouteKey> {
  params?: Given<K, 'params'>;
  query?: Readonly<Record<string, string>>;
  body?: Given<K, 'body'>;
  idempotencyKey?: string;
}

/** Calls a route as any client does, without a socket. Rejects with what the service says when it refuses. */
export async function callRoute<K extends RouteKey>(app: FastifyInstance, key: K, apiKey: string, ask: Ask<K>): Promise<Answer<K>> {
  const { method, path }: Route = routes[key];
  const params: Readonly<Record<string, unknown>> = ask.params ?? {};
  const response = await app.inject({
    method,
    url: path.replace(/\{([a-z_]+)\}/g, (_, name: string) => encodeURIComponent(String(params[name]))),
    ...(ask.query && { query: { ...ask.query } }),
    headers: {
      authorization: `Bearer ${apiKey}`,
      ...(ask.body !== undefined && { 'content-type': 'application/json' }),
      ...(ask.idempotencyKey !== undefined && { 'idempotency-key': ask.idempotencyKey }),
    },
    ...(ask.body !== undefined && { payload: JSON.stringify(ask.body) }),
  });
  if (response.statusCode >= 300) throw new Error(`${key} was answered with ${response.statusCode}: ${response.body}`);
  return response.body === '' ? (undefined as Answer<K>) : JSON.parse(response.body);
}
