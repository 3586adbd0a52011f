import { routes } from '../src/api/registry.js';
import { failureStatuses, type Route } from '../src/api/route.js';
import { chapters } from './walk/chapters.js';
import type { Chapter, Example } from './walk/example.js';
import { shellOf } from './walk/shell.js';

const table: Readonly<Record<string, Route>> = routes;

/**
 * docs/api.md: every route with who may, what it answers and what it leaves in the audit chain, and calls in an order in which each
 * has what it needs. Throws when a route has no example, or two.
 */
export function apiPage(): string {
  const shown = chapters.flatMap(({ examples }) => examples.flatMap(({ route }) => route ?? []));
  const wrong = Object.keys(table).filter((key) => shown.filter((one) => one === key).length !== 1);
  if (wrong.length > 0) throw new Error(`routes without one example in scripts/walk: ${wrong.join(', ')}`);
  return `# API of the control plane

Printed by \`npm run docs\` from the route table, from which the service itself is made. The same as a document for programs:
\`GET /openapi.json\` (OpenAPI 3.1, with the shapes of all bodies and answers), and as a page: \`GET /docs\`.

This page is a walk. Start \`castellan serve\`, with an SQLite database of its own or on PostgreSQL (\`SERVICE_DATABASE_URL\`), and paste
the blocks into bash in their order; curl and jq are all they need. The number behind a call is the status it answers with, and the
shell shows the real one beside it. \`npx vitest run test/docs/api-walk.test.ts\` does the same on both databases.

\`\`\`sh
export BASE=\${BASE:-http://127.0.0.1:8422}   # what castellan serve prints
: "\${KEY:?the key that castellan serve showed at its first start, or --bootstrap-admin}"
REPOSITORY=\${REPOSITORY:-https://github.com/octocat/Hello-World.git}   # or file:///… below a folder of --scan-roots
RUN=$(date +%s)   # makes names unique, so that the walk can be walked again
NOW=$(jq -nr 'now | floor | todate | sub("Z$"; ".000Z")')
NEXT_MONTH=$(jq -nr 'now + 2592000 | floor | todate | sub("Z$"; ".000Z")')
curl() { command curl -w '%{stderr}\\n%{http_code}\\n' "$@"; }   # shows every status
\`\`\`

Lists take \`limit\` (1 to 200) and the \`cursor\` of the page before. Everything a credential may see is its tenant's; another tenant's
id is 404, as one that does not exist.

${contents()}

${chapters.map(chapter).join('\n')}`;
}

function contents(): string {
  return chapters
    .map(
      ({ title }) =>
        `[${title}](#${title
          .toLowerCase()
          .replace(/[^a-z0-9 ]/g, '')
          .replaceAll(' ', '-')})`,
    )
    .join(' · ');
}

function chapter({ title, text, examples }: Chapter): string {
  return [`## ${title}\n`, ...(text === undefined ? [] : [`${text}\n`]), ...examples.map(section)].join('\n');
}

function section({ route: key, title, text, before, calls = [] }: Example): string {
  const route = key === undefined ? undefined : table[key];
  const heading = route ? `${route.method} ${route.path}` : title;
  const lines = [...(before === undefined ? [] : [before]), ...calls.map(shellOf)].join('\n');
  const said = [...(route ? [facts(route)] : []), ...(text === undefined ? [] : [text])];
  return `### ${heading}\n\n${said.map((one) => `${one}\n\n`).join('')}\`\`\`sh\n${lines}\n\`\`\`\n`;
}

function facts(route: Route): string {
  const known = [
    route.role === 'open' ? 'open to everyone' : `role \`${route.role}\`, scope \`${route.scope}\``,
    `answers ${route.status}${route.alsoAnswers ? ` or ${route.alsoAnswers.status}` : ''}${route.produces === undefined ? '' : ` (${[route.produces, ...(route.alsoProduces ?? [])].join(', ')})`}`,
    `errors ${failureStatuses(route).join(', ')}`,
    ...(route.audit === undefined ? [] : [`audited as \`${route.audit}\``]),
    ...(route.idempotency === undefined ? [] : [`\`Idempotency-Key\` ${route.idempotency}`]),
    ...(route.query ? [`query ${namesOf(route.query.shape)}`] : []),
    ...bodyFacts(route),
  ];
  return `${route.summary}. ${known.join(' · ')}.`;
}

/** What a body may hold, where that is a fixed set of members. */
function bodyFacts({ body, scim }: Route): string[] {
  const schema = body && 'shape' in body ? body.shape : undefined;
  return typeof schema === 'object' && schema !== null && !scim ? [`body ${namesOf(schema)}`] : [];
}

function namesOf(shape: object): string {
  return Object.keys(shape)
    .map((name) => `\`${name}\``)
    .join(', ');
}
