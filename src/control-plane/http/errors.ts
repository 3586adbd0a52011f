import { CastellanError } from '../../support/errors.js';
import { RequestFailure } from '../failures.js';
import { StoreUnavailable } from '../store/failures.js';

/** An error as it is answered. */
export interface ErrorAnswer {
  status: number;
  detail: string;
  headers: Readonly<Record<string, string>>;
}

/** Fastify's own errors, by their statuses; their messages may repeat input. */
const HTTP_DETAILS: Readonly<Record<number, string>> = {
  400: 'malformed request',
  404: 'not found',
  405: 'method not allowed',
  408: 'the request came too slowly',
  413: 'the body is too large',
  414: 'the address is too long',
  415: 'unsupported media type',
};

/** The one place where errors become statuses. Whatever is not known is a 500 that says nothing. */
export function errorAnswer(error: unknown): ErrorAnswer {
  if (error instanceof RequestFailure) return { status: error.status, detail: error.message, headers: error.headers };
  if (error instanceof StoreUnavailable) return { status: 503, detail: 'the database is not available', headers: { 'retry-after': '2' } };
  if (error instanceof CastellanError && error.kind !== 'operational') return { status: 422, detail: error.message, headers: {} };
  if (error instanceof CastellanError) return { status: 502, detail: error.message, headers: {} };
  const status = statusOf(error);
  const detail = status === undefined ? undefined : HTTP_DETAILS[status];
  return status !== undefined && detail !== undefined
    ? { status, detail, headers: {} }
    : { status: 500, detail: 'internal error', headers: {} };
}

function statusOf(error: unknown): number | undefined {
  const code = error instanceof Error && 'statusCode' in error ? error.statusCode : undefined;
  return typeof code === 'number' && code >= 400 && code < 500 ? code : undefined;
}
