import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { RequestFailure } from '../../../src/control-plane/failures.js';
import { indexable } from '../../../src/control-plane/ingest/indexable.js';
import { readSpans } from '../../../src/control-plane/ingest/otlp.js';
import { redactDocument, redactInTurns } from '../../../src/control-plane/ingest/redact-document.js';
import { readPushedReport } from '../../../src/control-plane/ingest/report.js';
import { readSarif } from '../../../src/control-plane/ingest/sarif.js';
import { CastellanError } from '../../../src/support/errors.js';
import { hostileStrings } from '../../support/sample-reports.js';

/** Reads whatever it is given, or refuses it with an error that is answered with 422. */
function readsOrRefuses(read: () => unknown): void {
  try {
    read();
  } catch (error) {
    const refused =
      (error instanceof RequestFailure && error.status === 422) || (error instanceof CastellanError && error.kind === 'input');
    if (!refused) throw error;
  }
}

describe('redacting a document', () => {
  it('hides values by their names, in members, pairs, lists of options and encodings', () => {
    const document = {
      password: 'hunter2 and more',
      nested: [
        { key: 'db.password', value: { stringValue: 'plain words' } },
        { name: 'api_token', value: 'abcdefgh' },
      ],
      args: ['run', '--token', 'some words', '--verbose'],
      purl: 'pkg:npm/x@1?vcs_url=https:%2F%2Fbot:s3cretvalue@git.example%2Fx',
      max_tokens: 17,
      session_id: 'session-1',
      token: `\${TOKEN}`,
    };
    expect(redactDocument(document)).toEqual({
      password: '<redacted>',
      nested: [
        { key: 'db.password', value: { stringValue: '<redacted>' } },
        { name: 'api_token', value: '<redacted>' },
      ],
      args: ['run', '--token', '<redacted>', '--verbose'],
      purl: 'pkg:npm/x@1',
      max_tokens: 17,
      session_id: 'session-1',
      token: `\${TOKEN}`,
    });
  });

  it('gives the same in slices, whatever the value', async () => {
    const named = fc.record({ key: fc.constantFrom('token', 'path'), value: fc.anything({ maxDepth: 1 }) });
    const nested = fc.oneof(fc.jsonValue({ maxDepth: 9 }), fc.array(fc.record({ api_token: fc.string(), list: fc.array(named) })));
    await fc.assert(
      fc.asyncProperty(nested, async (value) => {
        expect(await redactInTurns(value)).toEqual(redactDocument(value));
      }),
    );
    const options = { args: ['--token', 'abcdefghijk', 'x'], list: [{ key: 'password', value: 'correct horse' }] };
    expect(await redactInTurns(options)).toEqual(redactDocument(options));
  });

  it('keeps the shape of any JSON and leaves no control characters', () => {
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        const shown = redactDocument(value);
        expect(Array.isArray(shown)).toBe(Array.isArray(value));
        expect(JSON.stringify(shown)).not.toMatch(/\\u00(?:0[0-8bcef]|1[0-9a-f])/);
      }),
    );
    const own = JSON.parse('{"__proto__": {"token": "abcdefghijk"}}');
    expect(JSON.stringify(redactDocument(own))).toBe('{"__proto__":{"token":"<redacted>"}}');
  });
});

describe('readers of pushed documents', () => {
  const odd = fc.oneof(fc.jsonValue(), fc.constantFrom(...hostileStrings), fc.constantFrom(-1, 1e308, null, [], {}));

  it('take or refuse any SARIF', () => {
    const result = fc.record({ ruleId: odd, message: odd, level: odd, locations: odd, properties: odd, kind: odd }, { requiredKeys: [] });
    const run = fc.record({
      tool: fc.constant({ driver: { name: 't', rules: [{ id: 'r' }, 7] } }),
      results: fc.oneof(odd, fc.array(result)),
    });
    fc.assert(
      fc.property(fc.oneof(odd, fc.array(fc.oneof(run, odd))), (runs) => readsOrRefuses(() => readSarif({ version: '2.1.0', runs }))),
    );
  });

  it('take or refuse any spans', async () => {
    const span = fc.record({ traceId: odd, spanId: odd, name: odd, startTimeUnixNano: odd, attributes: odd }, { requiredKeys: [] });
    const group = fc.record({ resource: odd, scopeSpans: fc.oneof(odd, fc.array(fc.record({ spans: fc.oneof(odd, fc.array(span)) }))) });
    await fc.assert(
      fc.asyncProperty(fc.array(fc.oneof(group, odd)), async (groups) => {
        const read = await readSpans(groups).catch((error: unknown) => error);
        readsOrRefuses(() => {
          if (read instanceof Error) throw read;
        });
      }),
    );
    const late = { traceId: 'a'.repeat(32), spanId: 'b'.repeat(16), name: 'n', startTimeUnixNano: 1e308 };
    expect((await readSpans([{ scopeSpans: [{ spans: [late] }] }])).spans[0]?.startedAt).toBe('9999-12-31T23:59:59.999Z');
  });

  it('refuse what is no report', () => {
    fc.assert(fc.property(odd, (document) => readsOrRefuses(() => readPushedReport(document))));
  });

  it('keep texts of a SARIF log to one safe line each', () => {
    for (const text of hostileStrings) {
      const log = { version: '2.1.0', runs: [{ tool: { driver: { name: 't' } }, results: [{ ruleId: 'r', message: { text } }] }] };
      const [finding] = readSarif(redactDocument(log)).findings;
      expect(finding?.title.length).toBeLessThanOrEqual(300 * 8);
      expect(`${finding?.title}${finding?.why}`).not.toMatch(/\p{Cc}/u);
    }
  });
});

describe('identities in rows', () => {
  it('are themselves, or short and still their own', () => {
    expect(indexable('pkg:npm/lodash@4.17.20')).toBe('pkg:npm/lodash@4.17.20');
    const [one, two] = [indexable(`${'é'.repeat(2000)}1`), indexable(`${'é'.repeat(2000)}2`)];
    expect(Buffer.byteLength(one)).toBeLessThanOrEqual(1000);
    expect(one).not.toBe(two);
  });
});
