import { describe, expect, it } from 'vitest';
import { exampleBodies } from '../../scripts/api-examples.js';
import { apiPage } from '../../scripts/api-page.js';
import { routes } from '../../src/api/registry.js';
import type { Route } from '../../src/api/route.js';

const table: Readonly<Record<string, Route>> = routes;
const ULID = '01J00000000000000000000000';
const prefixes: Readonly<Record<string, string>> = { POLICY: 'pol', OTHER_SOURCE: 'src', SCAN_SOURCE: 'src', SOURCE: 'src' };

/** What a reader's shell would make of it. */
function filled(body: unknown): unknown {
  const text = JSON.stringify(body)
    .replace(/\$([A-Z_]+)_ID/g, (_, name: string) => `${prefixes[name]}_${name.replace('_', '')}${ULID}`)
    .replaceAll('$NOW', '2026-01-01T00:00:00.000Z')
    .replace('$NEXT_MONTH', new Date(Date.now() + 30 * 86_400_000).toISOString());
  return JSON.parse(text);
}

describe('the examples of docs/api.md', () => {
  it.each(Object.entries(exampleBodies))('%s has a body that its route takes', (key, body) => {
    const schema = table[key]?.body;
    expect(schema, 'a route with a body').toBeDefined();
    const parsed = schema?.safeParse(filled(body));
    expect(parsed?.error?.issues).toBeUndefined();
  });

  it('show a call for every route', () => {
    const page = apiPage();
    for (const { method, path } of Object.values(table)) expect(page).toContain(`### ${method} ${path}\n`);
  });
});
