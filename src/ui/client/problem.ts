/** What went wrong with a call, in words to show. `status` 0: no answer came. */
export class Problem extends Error {
  constructor(
    readonly status: number,
    message: string,
    /** Seconds after which the server takes the call again. */
    readonly retryAfter?: number,
    /** To name to an operator, who finds it in the log. */
    readonly requestId?: string,
  ) {
    super(message);
  }
}

const WORDS: Readonly<Record<number, string>> = {
  0: 'The server does not answer.',
  401: 'The session has ended.',
  403: 'Your role does not allow this.',
  404: 'There is no such thing, or it belongs to another tenant.',
  429: 'Too many requests.',
  503: 'The service is not available at the moment.',
};

/** Reads an answer that is no success. Gateways in front of the service say `message` or `error` instead of `detail`. */
export async function problemOf(response: Response): Promise<Problem> {
  const said = await response
    .json()
    .then(detailOf)
    .catch(() => undefined);
  const after = Number(response.headers.get('retry-after') ?? Number.NaN);
  return new Problem(
    response.status,
    said ?? WORDS[response.status] ?? `The server answered ${response.status}.`,
    Number.isFinite(after) ? after : undefined,
    response.headers.get('x-request-id') ?? undefined,
  );
}

export function unanswered(): Problem {
  return new Problem(0, WORDS[0] ?? '');
}

function detailOf(body: unknown): string | undefined {
  if (typeof body !== 'object' || body === null) return undefined;
  for (const name of ['detail', 'message', 'error']) {
    const value: unknown = Reflect.get(body, name);
    if (typeof value === 'string' && value !== '') return value;
  }
  return undefined;
}

/** The messages of a refused form (422 says `path: message; path: message`), by path. */
export function fieldProblems(problem: unknown): ReadonlyMap<string, string> {
  if (!(problem instanceof Problem) || problem.status !== 422) return new Map();
  const parts = problem.message.split('; ').map((part) => /^([\w.[\]]+): (.*)$/s.exec(part));
  return new Map(parts.flatMap((match) => (match?.[1] && match[2] ? [[match[1], match[2]] as const] : [])));
}
