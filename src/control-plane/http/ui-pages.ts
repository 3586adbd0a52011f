import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { pages } from '../../api/pages.js';
import type { Route } from '../../api/route.js';
import { formOf, type UiFile, uiFiles } from '../../system/ui-files.js';
import { ASSET_CACHE_CONTROL, PAGE_POLICY } from './security-headers.js';

const open = { method: 'GET', role: 'open', scope: 'read', status: 200 } as const;

/**
 * Serves the web UI: one document at the address of each page, and its files with hashed names. They are no routes of the API:
 * they show nothing of a tenant and answer without a credential.
 */
export function addUiPages(app: FastifyInstance): void {
  for (const path of pages)
    app.get(
      path,
      { exposeHeadRoute: true, config: { route: { ...open, path, summary: 'Show the web UI' } satisfies Route } },
      (request, reply) => {
        const files = uiFiles();
        if (!files) return reply.code(404).send({ detail: 'the web UI is not built: run `npm run build`' });
        return sendFile(request, reply.header('content-security-policy', PAGE_POLICY), files.document);
      },
    );
  const route: Route = { ...open, path: '/ui/{name}', summary: 'Load a file of the web UI' };
  app.get<{ Params: { name: string } }>('/ui/:name', { exposeHeadRoute: true, config: { route } }, (request, reply) => {
    const file = uiFiles()?.hashed.get(request.params.name);
    if (!file) return reply.code(404).send({ detail: 'not found' });
    return sendFile(request, reply.header('cache-control', ASSET_CACHE_CONTROL), file);
  });
}

/** Answers with a file, compressed as whoever asks takes it. */
export function sendFile({ headers }: FastifyRequest, reply: FastifyReply, file: UiFile): FastifyReply {
  const accepted = headers['accept-encoding'];
  const { bytes, encoding } = formOf(file, Array.isArray(accepted) ? accepted.join(',') : accepted);
  if (encoding) reply.header('content-encoding', encoding);
  return reply.type(file.type).header('vary', 'accept-encoding').send(bytes);
}
