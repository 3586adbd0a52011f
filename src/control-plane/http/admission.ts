import type { FastifyRequest } from 'fastify';
import { allows, grantsScope, type Route } from '../../api/route.js';
import type { RateClass, ServeOptions } from '../../config/serve-options.js';
import { isLoopback } from '../../system/address-list.js';
import { hashOf, sameHash } from '../auth/api-key.js';
import { authenticate, isAnonymous } from '../auth/authenticate.js';
import type { Presented } from '../auth/authenticator.js';
import { asksLoopback, bearerOf, clientAddressOf } from '../auth/credentials.js';
import type { Denials } from '../auth/denials.js';
import { requireOwnIntent } from '../auth/own-intent.js';
import type { Principal } from '../auth/principal.js';
import { BadRequest, Forbidden, Unauthenticated, Unavailable } from '../failures.js';
import type { RateLimits } from '../limits/rate-limits.js';
import type { ControlPlane } from './plane.js';

/**
 * Decides whether a request is admitted: who asks, from where, whether they are authorised, and whether they exceed a
 * rate limit.
 */
export class Admission {
  constructor(
    private readonly plane: ControlPlane,
    private readonly limits: RateLimits,
    private readonly denials: Denials,
  ) {}

  /**
   * Sets `request.clientAddress` and `request.principal`. 401 comes first, also for unknown paths; then 429, then 403.
   */
  async admit(request: FastifyRequest, route: Route | undefined): Promise<void> {
    if (/%00|\0/.test(request.raw.url ?? '')) throw new BadRequest('malformed request');
    refuseRepeated(request.raw.rawHeaders);
    const presented = presentedBy(request);
    request.clientAddress = clientAddressOf(presented, this.plane.options);
    if (route?.role === 'open') {
      if (route.rate) await this.limits.draw(route.rate, request);
      return;
    }
    if (route?.local && (isLocal(presented, this.plane.options) || isOperator(presented, this.plane.options))) return;
    const principal = await this.identify(presented, request);
    request.principal = principal;
    requireOwnIntent(presented, principal, this.plane.options);
    await this.limits.draw(route?.rate ?? classOf(request.method), { ...principal, clientAddress: request.clientAddress });
    if (route) authorise(principal, route);
  }

  private async identify(presented: Presented, { clientAddress }: FastifyRequest): Promise<Principal> {
    try {
      return await authenticate(presented, this.plane);
    } catch (error) {
      // While a provider's keys cannot be fetched, its tokens are unchecked and cost an attacker nothing, so such
      // requests are limited too.
      if (error instanceof Unauthenticated || error instanceof Forbidden || error instanceof Unavailable)
        await this.limits.draw(isAnonymous(presented) ? classOf(presented.method) : 'refused', { clientAddress });
      throw error;
    }
  }

  /** Writes a refusal into the audit chain. */
  async refused(error: unknown, request: FastifyRequest): Promise<void> {
    const status = error instanceof Unauthenticated ? 401 : error instanceof Forbidden ? 403 : undefined;
    if (status === undefined) return;
    const { principal, clientAddress, identity } = request;
    const route = request.routeOptions.config?.route;
    await this.denials.note({
      status,
      ...(principal && { tenantId: principal.tenantId }),
      actor: principal?.actor ?? 'anonymous',
      method: principal?.method ?? 'none',
      route: route ? `${route.method} ${route.path}` : 'unknown',
      clientAddress,
      request: identity,
    });
  }
}

/**
 * True for a program of this machine, if those are allowed: not a page in a browser, and nothing forwarded by a proxy.
 */
function isLocal(presented: Presented, options: ServeOptions): boolean {
  const passedOn = [
    'forwarded',
    'via',
    'x-forwarded-for',
    'x-forwarded-host',
    'x-forwarded-proto',
    'x-real-ip',
    'origin',
    'sec-fetch-site',
  ];
  if (!options.metricsOnLoopback || !isAnonymous(presented) || !isLoopback(presented.peer)) return false;
  return asksLoopback(presented) && passedOn.every((name) => presented.headers[name] === undefined);
}

/** True for a caller with the operator's token for metrics, which belongs to no tenant and allows nothing else. */
function isOperator({ headers }: Presented, { metricsToken }: ServeOptions): boolean {
  const given = bearerOf(headers);
  return metricsToken !== undefined && given !== undefined && sameHash(hashOf(given), hashOf(metricsToken));
}

/**
 * Headers that identify the caller or their origin must occur once: of two, a proxy in front may have checked the other
 * one.
 */
const SINGLE = /^(?:authorization|x-api-key|x-service-.*|host|origin|sec-fetch-site)$/i;

/** `raw`: names and values alternate. Throws BadRequest. */
function refuseRepeated(raw: readonly string[]): void {
  const seen = new Set<string>();
  for (let at = 0; at < raw.length; at += 2) {
    const name = raw[at] ?? '';
    if (!SINGLE.test(name)) continue;
    if (seen.has(name.toLowerCase())) throw new BadRequest('a header that must be there once is repeated');
    seen.add(name.toLowerCase());
  }
}

/** A request in the form that authenticators use. */
export function presentedBy({ method, headers, socket, identity }: FastifyRequest): Presented {
  return { method, headers, peer: socket.remoteAddress ?? '', request: identity };
}

function classOf(method: string): RateClass {
  return method === 'GET' || method === 'HEAD' ? 'read' : 'write';
}

function authorise(principal: Principal, route: Route): void {
  if (route.role !== 'open' && !allows(principal.role, route.role)) throw new Forbidden(`this needs the role ${route.role}`);
  if (!grantsScope(principal.scopes, route.scope)) throw new Forbidden(`this needs a credential with the scope ${route.scope}`);
}
