import type { Route } from '../../api/route.js';
import { CastellanError } from '../../support/errors.js';
import { RequestFailure, ScimFailure } from '../failures.js';
import { isContended, StoreUnavailable } from '../store/engines/failures.js';
import { asHtml } from './as-html.js';

/** The response for an error. */
export interface ErrorAnswer {
  status: number;
  detail: string;
  headers: Readonly<Record<string, string>>;
}

/** Details for Fastify's own errors by status, because their messages may repeat input. */
const HTTP_DETAILS: Readonly<Record<number, string>> = {
  400: 'malformed request',
  404: 'not found',
  405: 'method not allowed',
  408: 'the request came too slowly',
  413: 'the body is too large',
  414: 'the address is too long',
  415: 'unsupported media type',
  431: 'the headers are too large',
};

/** The only place where errors become statuses. An unknown error is a 500 without details. */
export function errorAnswer(error: unknown): ErrorAnswer {
  if (error instanceof RequestFailure) return { status: error.status, detail: error.message, headers: error.headers };
  if (error instanceof StoreUnavailable) return { status: 503, detail: error.detail, headers: { 'retry-after': '2' } };
  if (isContended(error)) return { status: 503, detail: 'the database is busy', headers: { 'retry-after': '1' } };
  if (error instanceof CastellanError && error.kind !== 'operational') return { status: 422, detail: error.message, headers: {} };
  if (error instanceof CastellanError) return { status: 502, detail: error.message, headers: {} };
  if (isUnpacking(error)) return { status: 422, detail: 'body: malformed gzip', headers: {} };
  const status = statusOf(error);
  const detail = status === undefined ? undefined : HTTP_DETAILS[status];
  return status !== undefined && detail !== undefined
    ? { status, detail, headers: {} }
    : { status: 500, detail: 'internal error', headers: {} };
}

/** True for an error of zlib: a body declared as compressed is not, or is cut. */
function isUnpacking(error: unknown): boolean {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' && /^Z_[A-Z]+_ERROR$/.test(error.code);
}

function statusOf(error: unknown): number | undefined {
  const code = error instanceof Error && 'statusCode' in error ? error.statusCode : undefined;
  return typeof code === 'number' && code >= 400 && code < 500 ? code : undefined;
}

/** The detail for a status that the server's own layers answer. */
export function detailOf(status: number): string {
  return HTTP_DETAILS[status] ?? 'malformed request';
}

/** A page without style or script, for a person who has followed a link. */
function failurePage(status: number, detail: string): string {
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>Castellan: ${status}</title></head><body><h1>Castellan</h1><p>${asHtml(detail)}</p></body></html>`;
}

const SCIM_ERROR = 'urn:ietf:params:scim:api:messages:2.0:Error';

/** The body of an error: `{"detail"}`, a page where the route answers with one, for SCIM that of RFC 7644 section 3.12, which has no 422. */
export function errorBody(answer: ErrorAnswer, error: unknown, route: Route | undefined): { type: string; status: number; body: string } {
  const { status, detail } = answer;
  if (route?.produces === 'text/html') return { type: 'text/html', status, body: failurePage(status, detail) };
  if (!route?.scim) return { type: 'application/json', status, body: JSON.stringify({ detail }) };
  const invalid = status === 422;
  const scimType = error instanceof ScimFailure ? error.scimType : invalid ? 'invalidSyntax' : undefined;
  const shown = invalid ? 400 : status;
  const body = JSON.stringify({ schemas: [SCIM_ERROR], status: String(shown), ...(scimType && { scimType }), detail });
  return { type: 'application/scim+json', status: shown, body };
}
