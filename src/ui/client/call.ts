import operations from 'virtual:operations';
import type { z } from 'zod';
import type { routes } from '../../api/registry.js';
import { partOf } from '../words/value.js';
import { Problem, problemOf, unanswered } from './problem.js';

type Routes = typeof routes;

/** Operation id of a route, the key of the API's route table. */
export type Operation = keyof Routes;

type Part<R, Name extends string> = R extends Record<Name, infer S extends z.ZodType> ? z.input<S> : never;
type Needed<R, Name extends string> = [Part<R, Name>] extends [never]
  ? { [K in Name]?: undefined }
  : undefined extends Part<R, Name>
    ? { [K in Name]?: Part<R, Name> }
    : { [K in Name]: Part<R, Name> };
type Allowed<R, Name extends string> = [Part<R, Name>] extends [never] ? { [K in Name]?: undefined } : { [K in Name]?: Part<R, Name> };

/** What a call takes: the route's own path parameters, query and body. */
export type Input<O extends Operation> = Needed<Routes[O], 'params'> & Allowed<Routes[O], 'query'> & Needed<Routes[O], 'body'>;

/** What a call answers; undefined where the route has no JSON answer. */
export type Answer<O extends Operation> = Routes[O] extends { response: infer S extends z.ZodType } ? z.output<S> : undefined;

export interface CallOptions {
  signal?: AbortSignal | undefined;
  /** Sent as `Idempotency-Key`: the same call twice has one effect. */
  once?: string;
}

interface Sent {
  params?: unknown;
  query?: unknown;
  body?: unknown;
}

/** The CSRF token of the session, which every change must carry. */
let csrfToken: string | undefined;

export function setCsrfToken(token: string | undefined): void {
  csrfToken = token;
}

const ended = new EventTarget();

/** Calls `listener` whenever the server says that the caller is not signed in. Returns how to stop. */
export function onSignedOut(listener: () => void): () => void {
  ended.addEventListener('ended', listener);
  return () => ended.removeEventListener('ended', listener);
}

/** Calls an operation of the API. Throws Problem; never anything else but an abort. */
export async function call<O extends Operation>(operation: O, input: Input<O>, options: CallOptions = {}): Promise<Answer<O>> {
  const response = await send(operation, input, options);
  if (response.status === 204) return undefined as Answer<O>;
  return response.json().catch(() => {
    throw new Problem(response.status, 'The answer of the server was cut off.');
  });
}

/** As `call`, for answers that are no JSON: exports and downloads. */
export async function download<O extends Operation>(operation: O, input: Input<O>, options: CallOptions = {}): Promise<Blob> {
  return (await send(operation, input, options)).blob();
}

async function send(operation: Operation, { params, query, body }: Sent, { signal, once }: CallOptions): Promise<Response> {
  const { method, address } = requestOf(operation, params, query);
  const changes = method !== 'GET';
  const response = await fetch(address, {
    method,
    credentials: 'same-origin',
    headers: {
      accept: 'application/json, */*;q=0.5',
      ...(body !== undefined && { 'content-type': 'application/json' }),
      ...(changes && csrfToken !== undefined && { 'x-service-csrf': csrfToken }),
      ...(once !== undefined && { 'idempotency-key': once }),
    },
    ...(body !== undefined && { body: JSON.stringify(body) }),
    ...(signal && { signal }),
  }).catch((error: unknown) => {
    throw signal?.aborted ? error : unanswered();
  });
  if (response.ok) return response;
  if (response.status === 401 && operation !== 'openSession') ended.dispatchEvent(new Event('ended'));
  throw await problemOf(response);
}

/** A key for `once` that no other call has. */
export function newOnce(): string {
  return [...crypto.getRandomValues(new Uint8Array(16))].map((byte) => byte.toString(16).padStart(2, '0')).join('');
}

/** The address of an operation that is followed as a link or a stream. */
export function addressOf<O extends Operation>(operation: O, input: Omit<Input<O>, 'body'>): string {
  const { params, query }: Sent = input;
  return requestOf(operation, params, query).address;
}

function requestOf(operation: Operation, params: unknown, query: unknown): { method: string; address: string } {
  const [method = 'GET', path = ''] = (operations[operation] ?? '').split(' ');
  const filled = path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(String(partOf(params, name))));
  const search = new URLSearchParams();
  if (typeof query === 'object' && query !== null)
    for (const [name, value] of Object.entries(query))
      for (const one of Array.isArray(value) ? value : [value]) if (one !== undefined && one !== '') search.append(name, String(one));
  return { method, address: search.size === 0 ? filled : `${filled}?${search}` };
}
