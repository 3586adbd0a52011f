import { Validator } from '@seriousme/openapi-schema-validator';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openTestPlane, type TestPlane } from '../support/control-plane.js';

let at: TestPlane;
beforeAll(async () => {
  at = await openTestPlane();
});
afterAll(() => at.close());

describe('the OpenAPI document', () => {
  it('is valid OpenAPI 3.1', async () => {
    const { body } = await at.ask('GET', '/openapi.json');
    const result = await new Validator().validate(body);
    expect(result.errors).toBeUndefined();
    expect(result.valid).toBe(true);
  });

  it('is the same each time it is made', async () => {
    expect((await at.ask('GET', '/openapi.json')).text).toBe((await at.ask('GET', '/openapi.json')).text);
  });
});

describe('the page of routes', () => {
  it('needs no script and nothing from elsewhere', async () => {
    const { text, headers } = await at.ask('GET', '/docs');
    expect(headers['content-type']).toContain('text/html');
    expect(text).toContain('/v1/sources');
    expect(text).not.toMatch(/<script|https?:\/\//);
  });
});
