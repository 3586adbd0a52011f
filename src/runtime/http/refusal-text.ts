import { isObject, own } from '../../support/json.js';
import { redact } from '../../support/redact.js';
import { safeText } from '../../support/terminal.js';
import type { HttpResponse } from '../../system/http.js';
import { type Id, isId } from '../frames/message.js';
import { parseFrame } from '../frames/parse-frame.js';
import { mediaType } from './ask.js';
import { onOneLine } from './frame-buffer.js';

/** Bytes of the body of a refusal that are read. */
const MAX_BODY = 64 * 1024;
/** Characters of a server's own words that are told. */
const MAX_WORDS = 200;

/** An answer that is no success, read. */
export interface HttpRefusal {
  status: number;
  /** Its body as it came, where it is JSON that all readers read alike. */
  json?: { bytes: Buffer; value: unknown };
}

/** Reads the body as far as it may be a message. Never rejects. */
export async function readRefusal(response: HttpResponse): Promise<HttpRefusal> {
  const { status } = response;
  const bytes = await short(response.body);
  if (bytes === undefined || mediaType(response) !== 'application/json') return { status };
  const buffer = onOneLine(bytes);
  const parsed = parseFrame({ buffer, from: 0, to: buffer.length }, MAX_BODY);
  return parsed && 'value' in parsed ? { status, json: { bytes, value: parsed.value } } : { status };
}

async function short(body: AsyncIterable<Uint8Array>): Promise<Buffer | undefined> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  try {
    for await (const chunk of body) {
      size += chunk.byteLength;
      if (size > MAX_BODY) return undefined;
      chunks.push(chunk);
    }
  } catch {
    return undefined;
  }
  return Buffer.concat(chunks);
}

/** The refusal is the protocol's own answer to one of these requests. */
export function isAnswerTo({ json }: HttpRefusal, ids: readonly Id[]): boolean {
  const id = isObject(json?.value) ? own(json.value, 'id') : undefined;
  return isId(id) && ids.includes(id);
}

/** A server of 2024-11-05 takes messages at another address: it may refuse `initialize` so. */
export function mayBeOlder(refusal: HttpRefusal, ids: readonly Id[]): boolean {
  return [400, 404, 405].includes(refusal.status) && !isAnswerTo(refusal, ids);
}

const STATUSES: Readonly<Record<number, string>> = {
  401: 'the server wants to know who asks (status 401); a credential is given with --header "Authorization=env:NAME" or with the headers of its configuration',
  403: 'the server does not allow it (status 403)',
  404: 'the server knows nothing at this address (status 404)',
  405: 'the server does not speak MCP at this address (status 405)',
  410: 'the server is no longer at this address (status 410)',
  429: 'the server has had too many requests (status 429)',
};

/** Says a refusal in one line, with the server's own words where it has some. */
export function refusalText({ status, json }: HttpRefusal): string {
  const redirect =
    status >= 300 && status < 400 ? `the server redirects to another place, which is not followed (status ${status})` : undefined;
  const text = redirect ?? STATUSES[status] ?? `the server answered with status ${status}`;
  const error = isObject(json?.value) ? own(json.value, 'error') : undefined;
  const words = isObject(error) ? own(error, 'message') : undefined;
  return typeof words === 'string' && words !== ''
    ? `${text}: ${safeText(redact(words.slice(0, 4 * MAX_WORDS))).slice(0, MAX_WORDS)}`
    : text;
}
