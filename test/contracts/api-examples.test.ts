import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { apiPage } from '../../scripts/api-page.js';
import { chapters } from '../../scripts/walk/chapters.js';
import { routes } from '../../src/api/registry.js';
import type { Route } from '../../src/api/route.js';

const examples = chapters.flatMap((chapter) => chapter.examples);

describe('the examples of docs/api.md', () => {
  it('are those of the tables', () => {
    expect(readFileSync(new URL('../../docs/api.md', import.meta.url), 'utf8')).toBe(apiPage());
  });

  it.each(Object.entries<Route>(routes))('show a call of %s, with a body where it needs one', (key, route) => {
    const own = examples.filter((example) => example.route === key);
    expect(own).toHaveLength(1);
    const calls = (own[0]?.calls ?? []).filter(({ to, status }) => to === key && (status === undefined || status < 400 || status === 409));
    expect(calls.length).toBeGreaterThan(0);
    if (route.body && !route.body.safeParse(undefined).success) for (const { body } of calls) expect(body).toBeDefined();
  });

  it('set every variable before they use it', () => {
    const page = apiPage();
    const known = new Set([
      'KEY',
      'BASE',
      'REPOSITORY',
      'ANSWER',
      'PROXY_SECRET',
      'SIGN_IN_TICKET',
      'OIDC_TOKEN',
      'OIDC_ANSWER',
      'SAML_RESPONSE',
      'SAML_RELAY_STATE',
    ]);
    for (const [, assigned, used] of page.matchAll(/^([A-Z_]+)=|\$([A-Z_]+)/gm)) {
      if (assigned !== undefined) known.add(assigned);
      else expect(known).toContain(used);
    }
  });
});
