import type { FastifyInstance } from 'fastify';
import type { Route } from '../../api/route.js';
import { guideFile } from '../../system/guide-files.js';
import { ASSET_CACHE_CONTROL, PAGE_POLICY } from './security-headers.js';
import { sendFile } from './ui-pages.js';

/** Where the guide is served. Its own links are relative, so that it works behind a proxy that puts a path before it. */
const GUIDE = '/docs/guide';

const route: Route = {
  method: 'GET',
  role: 'open',
  scope: 'read',
  status: 200,
  path: `${GUIDE}/{path}`,
  summary: 'Show a page of the guide',
};

/** Serves the guide, as the build made it: pages without anything of a tenant, which answer without a credential. */
export function addGuidePages(app: FastifyInstance): void {
  app.get(GUIDE, { exposeHeadRoute: true, config: { route } }, (_, reply) => reply.redirect('guide/', 308));
  app.get<{ Params: { '*': string } }>(`${GUIDE}/*`, { exposeHeadRoute: true, config: { route } }, (request, reply) => {
    const path = request.params['*'];
    if (path.length > 1 && path.endsWith('/') && guideFile(pageOf(path.slice(0, -1))))
      return reply.redirect(`../${path.split('/').at(-2)}`, 308);
    const file = guideFile(pageOf(path));
    if (!file)
      return reply.code(404).send({ detail: guideFile('index.html') ? 'not found' : 'the guide is not built: run `npm run build`' });
    if (path.startsWith('assets/')) reply.header('cache-control', ASSET_CACHE_CONTROL);
    return sendFile(request, reply.header('content-security-policy', PAGE_POLICY), file);
  });
}

/** The file of an address: `rules/cmd-01` is `rules/cmd-01.html`. */
function pageOf(path: string): string {
  if (path === '') return 'index.html';
  return /\.[a-z0-9]+$/.test(path) ? path : `${path.toLowerCase()}.html`;
}
