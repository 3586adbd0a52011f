import { createHash } from 'node:crypto';
import { failureStatuses, type Route, type RouteTable } from '../../api/route.js';
import { asHtml } from './as-html.js';

const STYLE = `
:root { color-scheme: light dark; --line: #8884; --soft: #8882; }
body { font: 15px/1.5 system-ui, sans-serif; max-width: 62rem; margin: 2rem auto; padding: 0 1rem; }
code { font: 13px/1.5 ui-monospace, monospace; overflow-wrap: anywhere; }
details { border: 1px solid var(--line); border-radius: 6px; margin: .3rem 0; }
summary { padding: .45rem .7rem; cursor: pointer; display: flex; flex-wrap: wrap; gap: .2rem .8rem; align-items: baseline; }
summary b { font: 600 12px ui-monospace, monospace; width: 4rem; }
summary span { opacity: .75; margin-left: auto; }
dl { display: grid; grid-template-columns: max-content 1fr; gap: .2rem 1rem; margin: 0; padding: .5rem .7rem; border-top: 1px solid var(--line); }
dt { opacity: .7; } dd { margin: 0; } h2 { margin: 1.6rem 0 .4rem; text-transform: capitalize; font-size: 1.1rem; }
`;

/** Content security policy that allows the page's own style sheet and nothing else. */
export const docsPolicy = `default-src 'none'; style-src 'sha256-${createHash('sha256').update(STYLE).digest('base64')}'; frame-ancestors 'none'; base-uri 'none'; form-action 'none'`;

/** All routes on one page without scripts: purpose, required role, and parameters. */
export function docsPage(routes: RouteTable, version: string): string {
  const groups = new Map<string, Route[]>();
  for (const route of Object.values(routes)) groups.set(groupOf(route), [...(groups.get(groupOf(route)) ?? []), route]);
  const sections = [...groups].map(([name, members]) => `<h2>${asHtml(name)}</h2>${members.map(entry).join('')}`);
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>Castellan API</title><style>${STYLE}</style></head><body>
<h1>Castellan API</h1><p>Version ${asHtml(version)}. Every call but the open ones carries <code>Authorization: Bearer svc_…</code>. The whole contract: <a href="/openapi.json">openapi.json</a>. How to use the program: the <a href="/docs/guide/">guide</a>.</p>${sections.join('\n')}</body></html>`;
}

function groupOf({ path }: Route): string {
  const [first = '', second = ''] = path.split('/').filter((part) => part !== '');
  return first === 'v1' ? second : 'system';
}

function entry(route: Route): string {
  const facts: [string, string][] = [
    ['Role', route.role === 'open' ? 'none: answers without a credential' : `${route.role}, scope ${route.scope}`],
    ['Answers', [route.status, ...failureStatuses(route)].join(', ')],
    ...fields('Path', route.params),
    ...fields('Query', route.query),
    ...fields('Body', route.body),
    ...(route.idempotency ? ([['Idempotency-Key', route.idempotency]] satisfies [string, string][]) : []),
    ...(route.audit === undefined ? [] : ([['Audit event', route.audit]] satisfies [string, string][])),
  ];
  const list = facts.map(([name, value]) => `<dt>${asHtml(name)}</dt><dd><code>${asHtml(value)}</code></dd>`).join('');
  return `<details><summary><b>${route.method}</b><code>${asHtml(route.path)}</code><span>${asHtml(route.summary)}</span></summary><dl>${list}</dl></details>`;
}

function fields(name: string, schema: unknown): [string, string][] {
  if (typeof schema !== 'object' || schema === null || !('shape' in schema)) return [];
  const names = Object.keys(schema.shape ?? {});
  return names.length === 0 ? [] : [[name, names.join(', ')]];
}
