import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { traceScript } from '../../../src/detect/skills/flow/follow.js';

/** Each way a language has to hand a value on, with a file of credentials at its start and a foreign host at its end: `=== name`, then the code. */
function constructs(language: string): [string, string][] {
  return readFileSync(new URL(`constructs/${language}.txt`, import.meta.url), 'utf8')
    .split(/^=== /m)
    .slice(1)
    .map((block) => [block.slice(0, block.indexOf('\n')), block.slice(block.indexOf('\n') + 1)]);
}

const PRIVATE = new Set(['secret', 'credential', 'browser', 'environment', 'files']);

describe.each(['shell', 'python', 'javascript'] as const)('a secret is followed through every construct of %s', (language) => {
  it.each(constructs(language))('%s', (_name, code) => {
    const sent = traceScript(code, language).events.flatMap((event) => (event.kind === 'send' ? [event] : []));
    const leaving = sent.filter(({ marks, header }) => [...marks, ...header].some(({ source }) => PRIVATE.has(source)));
    expect(leaving.map(({ to }) => to)).toContainEqual(expect.stringMatching(/a\.example|github\.com|some-bucket|^$/));
  });
});
