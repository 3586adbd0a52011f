import { openApiDocument } from '../../../api/openapi.js';
import { routes } from '../../../api/registry.js';
import type { Route } from '../../../api/route.js';
import type { systemRoutes } from '../../../api/system.js';
import type { Call, Handlers } from '../call.js';
import { docsPage, docsPolicy } from '../docs-page.js';
import type { ControlPlane } from '../plane.js';

/** The documents are created on first use, because they take longer than the whole start. */
const documents = new Map<string, string>();

function once(key: string, make: () => string): string {
  const known = documents.get(key) ?? make();
  documents.set(key, known);
  return known;
}

export const systemHandlers: Handlers<typeof systemRoutes> = {
  health: async () => ({ body: { status: 'ok' } }),
  ready: async ({ plane }) => {
    await plane.readiness.require();
    return { body: { status: 'ready' } };
  },
  version: async ({ plane }) => ({ body: { name: 'castellan', version: plane.version } }),
  openapi: async ({ plane }) => {
    return { body: once('openapi', () => JSON.stringify(openApiDocument(routes, plane.version))) };
  },
  docs: async ({ plane }) => {
    return { body: once('docs', () => docsPage(routes, plane.version)), headers: { 'content-security-policy': docsPolicy } };
  },
  // A caller without a principal is the operator; a tenant must not see the activity of others.
  metrics: async ({ plane, principal, store }: Partial<Pick<Call<Route>, 'principal' | 'store'>> & { plane: ControlPlane }) => ({
    body: principal && store ? await plane.metrics.ofTenant(store) : await plane.metrics.text(plane),
    headers: { 'content-type': 'text/plain; version=0.0.4; charset=utf-8' },
  }),
};
