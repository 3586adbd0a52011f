import { InputError, OperationalError } from '../../support/errors.js';
import { parseJson } from '../../support/json.js';
import type { Http, HttpRequest, HttpResponse } from '../../system/http.js';
import { type RetryPolicy, retrying, statusError, TransientError, transient } from '../../system/retry.js';
import { withoutUserInfo } from './http-origin.js';

export interface JsonRequestContext {
  http: Http;
  policy: RetryPolicy;
  clock(): number;
  signal?: AbortSignal | undefined;
  idleTimeoutMs?: number | undefined;
  /** Largest answer that is read. */
  maxBytes: number;
}

/**
 * Sends one request and reads the JSON of a 200 answer, with retries and backoff after temporary failures. Throws
 * OperationalError naming address and reason.
 */
export function requestJson(request: HttpRequest, context: JsonRequestContext): Promise<unknown> {
  const where = withoutUserInfo(request.url);
  const { signal, idleTimeoutMs } = context;
  const whole = { ...request, ...(signal && { signal }), ...(idleTimeoutMs !== undefined && { idleTimeoutMs }) };
  return retrying(context.policy, signal, async () => {
    const { response, text } = await exchange(whole, where, context);
    if (response.status !== 200) throw statusError(response, where, context.clock());
    try {
      return parseJson(text, where);
    } catch (cause) {
      if (cause instanceof InputError) throw new TransientError({ where, message: `wrong content: ${cause.message}`, cause });
      throw cause;
    }
  });
}

async function exchange(
  request: HttpRequest,
  where: string,
  context: JsonRequestContext,
): Promise<{ response: HttpResponse; text: string }> {
  try {
    const response = await context.http.send(request);
    const chunks: Uint8Array[] = [];
    let size = 0;
    for await (const chunk of response.body) {
      size += chunk.length;
      if (size > context.maxBytes) throw new OperationalError({ where, message: 'the answer is larger than the ceiling' });
      chunks.push(chunk);
    }
    return { response, text: Buffer.concat(chunks).toString('utf8') };
  } catch (cause) {
    throw transient(cause, where);
  }
}
