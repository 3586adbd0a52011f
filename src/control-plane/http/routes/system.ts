import { openApiDocument } from '../../../api/openapi.js';
import { routes } from '../../../api/registry.js';
import type { systemRoutes } from '../../../api/system.js';
import { Unavailable } from '../../failures.js';
import type { Handlers } from '../call.js';
import { docsPage, docsPolicy } from '../docs-page.js';

/** The documents are made when first asked for: they cost more than a whole start. */
const documents = new Map<string, string>();

function once(key: string, make: () => string): string {
  const known = documents.get(key) ?? make();
  documents.set(key, known);
  return known;
}

export const systemHandlers: Handlers<typeof systemRoutes> = {
  health: async () => ({ body: { status: 'ok' } }),
  ready: async ({ plane }) => {
    try {
      await plane.store.probe();
    } catch {
      throw new Unavailable('the database is not available');
    }
    return { body: { status: 'ready' } };
  },
  version: async ({ plane }) => ({ body: { name: 'castellan', version: plane.version } }),
  openapi: async ({ plane }) => {
    return { body: once('openapi', () => JSON.stringify(openApiDocument(routes, plane.version))) };
  },
  docs: async ({ plane }) => {
    return { body: once('docs', () => docsPage(routes, plane.version)), headers: { 'content-security-policy': docsPolicy } };
  },
  metrics: async ({ plane }) => ({
    body: await plane.metrics.text(plane.store),
    headers: { 'content-type': 'text/plain; version=0.0.4; charset=utf-8' },
  }),
};
