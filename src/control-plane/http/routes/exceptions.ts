import type { z } from 'zod';
import type { exception, exceptionRoutes } from '../../../api/exceptions.js';
import { parsePurl } from '../../../model/purl.js';
import { DAY_MS } from '../../../support/durations.js';
import { redact } from '../../../support/redact.js';
import { speaksFor } from '../../auth/lineage.js';
import { Conflict, Forbidden, NotFound, Unprocessable } from '../../failures.js';
import { timeOf } from '../../ground/ground.js';
import { newId } from '../../ids.js';
import { changedMeanwhile } from '../../store/audit-search.js';
import { announce } from '../../store/delivery-outbox.js';
import { ExceptionRepository, type ExceptionRow, statusAt } from '../../store/exceptions.js';
import type { TenantStore } from '../../store/layer/store.js';
import type { Call, Handlers, Reply } from '../call.js';
import { pageRequest } from '../page-request.js';
import type { ControlPlane } from '../plane.js';
import { requireSource } from './sources.js';

const MAX_DAYS = 365;

export const exceptionHandlers: Handlers<typeof exceptionRoutes> = {
  createException: async ({ store, body, principal, plane }) => {
    checkEnd(body.expires_at, plane);
    await checkCover(store, body);
    const now = timeOf(plane);
    const row = await new ExceptionRepository(store).create({
      exception_id: newId('exc'),
      problem_id: body.problem_id,
      purl: body.purl ?? null,
      fingerprint: body.fingerprint ?? null,
      source_id: body.source_id ?? null,
      reason: redact(body.reason),
      status: 'pending',
      requested_by: principal.subject,
      decided_by: null,
      decision_note: null,
      expires_at: body.expires_at,
      created_at: now,
      decided_at: null,
      updated_at: now,
    });
    const details = { problem_id: row.problem_id, expires_at: row.expires_at };
    const headers = { location: `/v1/exceptions/${row.exception_id}` };
    return { body: shown(row, now), headers, audit: { target_id: row.exception_id, details } };
  },
  listExceptions: async (call) => {
    const { store, query, plane } = call;
    const now = timeOf(plane);
    const item = (row: ExceptionRow) => shown(row, now);
    return { body: await new ExceptionRepository(store).list(query, now, pageRequest(call, 'exceptions'), item) };
  },
  getException: async ({ store, params, plane }) => ({ body: shown(await requireException(store, params.exception_id), timeOf(plane)) }),
  updateException: async ({ store, params, body, principal, plane }) => {
    const row = await requireException(store, params.exception_id);
    const { reason, expected_updated_at: expected, ...rest } = body;
    if (expected !== undefined && expected !== row.updated_at) throw await meanwhile(store, row);
    if (body.expires_at !== undefined) checkEnd(body.expires_at, plane);
    await checkCover(store, body);
    const stated = Object.fromEntries(Object.entries(rest).filter(([, value]) => value !== undefined));
    const change = { ...stated, ...(reason !== undefined && { reason: redact(reason) }), requested_by: principal.subject };
    if (row.status !== 'pending') throw new Conflict('the exception has been decided on');
    return {
      ...(await changed({ store, plane }, row, change)),
      audit: { target_id: row.exception_id, details: { fields: Object.keys(body).filter((name) => name !== 'expected_updated_at') } },
    };
  },
  approveException: async (call) => {
    const row = await requireException(call.store, call.params.exception_id);
    if (statusAt(row, timeOf(call.plane)) !== 'pending') throw new Conflict('only a pending exception can be approved');
    if (await speaksFor(call.store, call.principal, row.requested_by))
      throw new Forbidden('an exception is approved by somebody else than who asked for it, and by no key that they made');
    checkEnd(row.expires_at, call.plane);
    return decide(call, row, 'approved');
  },
  rejectException: async (call) => {
    const row = await requireException(call.store, call.params.exception_id);
    if (statusAt(row, timeOf(call.plane)) !== 'pending') throw new Conflict('only a pending exception can be rejected');
    return decide(call, row, 'rejected');
  },
  revokeException: async (call) => {
    const row = await requireException(call.store, call.params.exception_id);
    if (statusAt(row, timeOf(call.plane)) !== 'approved') throw new Conflict('only an approved exception can be revoked');
    return decide(call, row, 'revoked');
  },
  deleteException: async ({ store, params, plane }) => {
    const row = await requireException(store, params.exception_id);
    if (statusAt(row, timeOf(plane)) === 'approved') throw new Conflict('the exception is in force; revoke it first');
    await new ExceptionRepository(store).remove(row.exception_id);
    return { audit: { target_id: row.exception_id, details: { problem_id: row.problem_id, status: row.status } } };
  },
};

async function requireException(store: TenantStore, exceptionId: string): Promise<ExceptionRow> {
  const row = await new ExceptionRepository(store).find(exceptionId);
  if (!row) throw new NotFound('exception');
  return row;
}

function checkEnd(expiresAt: string, plane: ControlPlane): void {
  const left = Date.parse(expiresAt) - plane.clock();
  if (!(left > 0)) throw new Unprocessable('expires_at: must lie ahead');
  if (left > MAX_DAYS * DAY_MS) throw new Unprocessable(`expires_at: at most ${MAX_DAYS} days ahead`);
}

async function checkCover(
  store: TenantStore,
  { purl, source_id }: { purl?: string | null | undefined; source_id?: string | null | undefined },
) {
  if (typeof source_id === 'string') await requireSource(store, source_id);
  if (typeof purl !== 'string') return;
  try {
    parsePurl(purl);
  } catch {
    throw new Unprocessable('purl: not a package URL');
  }
}

type Deciding = Pick<Call<(typeof exceptionRoutes)['approveException']>, 'store' | 'plane' | 'principal' | 'body'>;

async function decide({ store, plane, principal, body }: Deciding, row: ExceptionRow, status: string): Promise<Reply> {
  const note = body?.note === undefined ? null : redact(body.note);
  const change = { status, decided_by: principal.subject, decision_note: note, decided_at: timeOf(plane) };
  const details = { status, problem_id: row.problem_id, requested_by: row.requested_by, expires_at: row.expires_at };
  return { ...(await changed({ store, plane }, row, change)), audit: { target_id: row.exception_id, details } };
}

async function changed(
  { store, plane }: { store: TenantStore; plane: ControlPlane },
  row: ExceptionRow,
  change: Partial<Omit<ExceptionRow, 'tenant_id' | 'exception_id'>>,
): Promise<Reply> {
  const now = timeOf(plane);
  const next = { ...change, updated_at: now };
  if (!(await new ExceptionRepository(store).change(row.exception_id, row.status, next))) throw await meanwhile(store, row);
  await announce(store, [{ what: 'exceptions' }], now);
  return { body: shown({ ...row, ...next }, now) };
}

const EXCEPTION_CHANGES = ['update', 'approve', 'reject', 'revoke'].map((verb) => `exception.${verb}`);

function meanwhile(store: TenantStore, { exception_id }: ExceptionRow): Promise<Conflict> {
  return changedMeanwhile(store, 'the exception', { action: EXCEPTION_CHANGES, target_id: exception_id });
}

function shown(row: ExceptionRow, now: string): z.input<typeof exception> {
  return { ...row, status: statusAt(row, now) };
}
