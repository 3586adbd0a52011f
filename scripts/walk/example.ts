import type { routes } from '../../src/api/registry.js';

export type RouteKey = keyof typeof routes;

/** One call with curl. `$NAMES` in texts and bodies are variables of the shell that earlier calls have set. */
export interface Call {
  /** Key of the route; a method and a path where none answers there. */
  to: RouteKey | `${string} /${string}`;
  /** Shell variables that stand for path parameters; elsewhere a parameter `{job_id}` is `$JOB_ID`. */
  at?: Readonly<Record<string, string>>;
  /** Without the question mark. */
  query?: string;
  /** Sent as JSON; a text is sent as it stands, in double quotes. */
  body?: unknown;
  /** Media type of the body, where it is not the route's own. */
  type?: string;
  /** Variable that holds the key; null: the call carries none. */
  key?: string | null;
  /** Options of curl besides, as the shell reads them. */
  options?: readonly string[];
  /** Variables to keep from the answer, by the jq filter that finds them. */
  keep?: Readonly<Record<string, string>>;
  /** Command that shortens what is shown of a long answer. */
  shown?: string;
  /** Where it is not the route's own. */
  status?: number;
  /** What a server answers that lacks the settings this call needs. */
  otherwise?: { status: number; without: string };
}

/** What stands under one heading: a route, or a way to use several. */
export interface Example {
  /** The route it is about. */
  route?: RouteKey;
  /** Heading where it is about none. */
  title?: string;
  /** Said before the calls. */
  text?: string;
  /** Shell lines before the calls, without a call in them. */
  before?: string;
  /** Absent: the one call to the route, without anything special. */
  calls?: readonly Call[];
}

export interface Chapter {
  title: string;
  text?: string;
  examples: readonly Example[];
}

/** An example that is one call to its route. */
export function example(route: RouteKey, call: Omit<Call, 'to'> = {}, text?: string): Example {
  return { route, calls: [{ to: route, ...call }], ...(text !== undefined && { text }) };
}
