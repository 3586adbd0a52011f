import { type Role, roles } from '../../api/route.js';
import { Unauthenticated } from '../failures.js';
import { isTenantId } from '../store/tenants.js';
import type { Authenticator } from './authenticator.js';
import { checkedSubject } from './claim-mapping.js';
import { comesThroughProxy, headerOf, knowsSecret } from './credentials.js';
import { admitFederated } from './federated.js';
import { scopesOf } from './principal.js';

/**
 * `X-Service-Subject`, `-Role`, `-Tenant`, with `-Proxy-Secret` as proof. From any other peer these headers are
 * ignored, and the request needs a credential of its own. The secret alone states nobody: a proxy also sends it with
 * requests that have a key or token of their own.
 */
export const trustedProxy: Authenticator = {
  presents: (request, { options }) => comesThroughProxy(request, options) && STATED.some((name) => headerOf(request, name) !== ''),
  async authenticate(request, ground) {
    const { options } = ground;
    if (!options.trustedProxy || !knowsSecret(request, options.trustedProxy.secret)) throw refused();
    const [subject, role, tenantId] = [
      checkedSubject(text(headerOf(request, 'x-service-subject'))),
      ...STATED.slice(1).map((name) => headerOf(request, name)),
    ];
    if (!isRole(role) || tenantId === undefined || !isTenantId(tenantId)) throw refused();
    const admitted = await admitFederated({ tenantId, subject, role }, ground, request.request);
    return { ...admitted, actor: `user:${subject}`, scopes: scopesOf[admitted.role], method: 'trusted_proxy' };
  },
};

const STATED = ['x-service-subject', 'x-service-role', 'x-service-tenant'];

/** Node decodes headers as Latin-1; proxies write names in UTF-8. */
function text(header: string): string {
  return Buffer.from(header, 'latin1').toString('utf8');
}

function isRole(text: string | undefined): text is Role {
  return roles.some((role) => role === text);
}

function refused(): Unauthenticated {
  return new Unauthenticated('the proxy did not say who asks in the way it was set up');
}
