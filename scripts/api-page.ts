import { routes } from '../src/api/registry.js';
import type { Route } from '../src/api/route.js';
import { exampleBodies } from './api-examples.js';

const EVERY_CLOSED = [400, 401, 403, 429, 503];
const EVERY_OPEN = [400, 429, 503];

/** docs/api.md: every route by family, with who may, what it answers, what it leaves in the audit chain, and a call to copy. */
export function apiPage(): string {
  const families = new Map<string, [string, Route][]>();
  for (const [key, route] of Object.entries<Route>(routes)) {
    const family = familyOf(route.path);
    families.set(family, [...(families.get(family) ?? []), [key, route]]);
  }
  const sections = [...families].map(([family, own]) => `## ${family}\n\n${own.map(([key, route]) => entry(key, route)).join('\n')}`);
  return `# API of the control plane

Printed by \`npm run docs\` from the route table, from which the service itself is made. The same as a document for programs:
\`GET /openapi.json\` (OpenAPI 3.1, with the shapes of all bodies and answers), and as a page: \`GET /docs\`.

\`\`\`sh
export BASE=http://127.0.0.1:8422        # what castellan serve prints
export KEY=svc_…                         # the key of the first start, or of --bootstrap-admin
export SOURCE_ID=$(curl -sf -H "Authorization: Bearer $KEY" -H 'Content-Type: application/json' \\
  -d '{"kind":"ingest.result_push","display_name":"laptops"}' "$BASE/v1/sources" | jq -r .source_id)
\`\`\`

Variables in the examples, such as \`$JOB_ID\`, are ids out of earlier answers. Errors are always \`{"detail": "…"}\`; SCIM's have the
shape of RFC 7644. Lists take \`limit\` (1 to 200) and the \`cursor\` of the page before. Everything a credential may see is its
tenant's; another tenant's id is 404, as one that does not exist.

${sections.join('\n')}`;
}

function familyOf(path: string): string {
  const [first = '', second = ''] = path.split('/').filter((part) => part !== '');
  return first === 'v1' ? second : ['scim', 'Users', 'Groups'].includes(first) ? 'scim' : 'service';
}

function entry(key: string, route: Route): string {
  const facts = [
    route.role === 'open' ? 'open to everyone' : `role \`${route.role}\`, scope \`${route.scope}\``,
    `answers ${route.status}${route.produces === undefined ? '' : ` (${route.produces})`}`,
    `errors ${errorsOf(route).join(', ')}`,
    ...(route.audit === undefined ? [] : [`audited as \`${route.audit}\``]),
    ...(route.idempotency === undefined ? [] : [`\`Idempotency-Key\` ${route.idempotency}`]),
    ...(route.query
      ? [
          `query ${Object.keys(route.query.shape)
            .map((name) => `\`${name}\``)
            .join(', ')}`,
        ]
      : []),
  ];
  return `### ${route.method} ${route.path}\n\n${route.summary}. ${facts.join(' · ')}.\n\n\`\`\`sh\n${call(key, route)}\n\`\`\`\n`;
}

function errorsOf(route: Route): number[] {
  const own = [...(route.role === 'open' ? EVERY_OPEN : EVERY_CLOSED), ...(route.body ? [413, 415, 422] : []), ...(route.errors ?? [])];
  return [...new Set(own)].sort((a, b) => a - b);
}

function call(key: string, route: Route): string {
  const place = `"$BASE${route.path.replace(/\{([a-z_]+)\}/g, (_, name: string) => `$${name.toUpperCase()}`)}${requiredQuery(route)}"`;
  const parts = [
    `curl -s${route.produces === 'text/event-stream' ? 'N' : ''}${route.method === 'GET' ? '' : ` -X ${route.method}`}`,
    ...(route.role === 'open' ? [] : ['-H "Authorization: Bearer $KEY"']),
    ...(route.idempotency === 'required' ? ['-H "Idempotency-Key: $(uuidgen)"'] : []),
    ...(route.body
      ? [`-H 'Content-Type: ${route.consumes ?? (route.scim ? 'application/scim+json' : 'application/json')}'`, bodyOf(key)]
      : []),
    place,
  ];
  return parts.join(parts.length > 3 ? ' \\\n  ' : ' ');
}

/** A body with variables stands in double quotes, so that the shell puts them in. */
function bodyOf(key: string): string {
  const body = exampleBodies[key];
  if (body === undefined) return '-d @body.json';
  const text = JSON.stringify(body);
  return text.includes('$') ? `-d "${text.replaceAll('"', '\\"')}"` : `-d '${text}'`;
}

/** What a query must have, as variables. */
function requiredQuery({ query }: Route): string {
  const needed = query ? Object.entries(query.shape).filter(([, field]) => !field.safeParse(undefined).success) : [];
  return needed.length === 0 ? '' : `?${needed.map(([name]) => `${name}=$${name.toUpperCase()}`).join('&')}`;
}
