import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import type { FlowEvent } from '../../../src/detect/skills/flow/events.js';
import { traceScript } from '../../../src/detect/skills/flow/follow.js';

const LANGUAGES = ['shell', 'python', 'javascript'] as const;

/** Pieces of code of a file: `=== name`, then the code. */
function constructs(file: string): [string, string][] {
  return readFileSync(new URL(`constructs/${file}.txt`, import.meta.url), 'utf8')
    .split(/^=== /m)
    .slice(1)
    .map((block) => [block.slice(0, block.indexOf('\n')), block.slice(block.indexOf('\n') + 1)]);
}

const PRIVATE = new Set(['secret', 'credential', 'browser', 'environment', 'files']);

// Each way a language has to hand a value on, with a file of credentials at its start and a foreign host at its end.
describe.each(LANGUAGES)('a secret is followed through every construct of %s', (language) => {
  it.each(constructs(language))('%s', (_name, code) => {
    const sent = traceScript(code, language).events.flatMap((event) => (event.kind === 'send' ? [event] : []));
    const leaving = sent.filter(({ marks, header }) => [...marks, ...header].some(({ source }) => PRIVATE.has(source)));
    expect(leaving.map(({ to }) => to)).toContainEqual(expect.stringMatching(/a\.example|github\.com|some-bucket|^$/));
  });
});

const EFFECTS: Readonly<Record<string, (event: FlowEvent) => boolean>> = {
  'runs what was fetched': (event) => event.kind === 'run' && event.marks.some(({ source }) => source === 'fetched'),
  'runs what was decoded': (event) => event.kind === 'run' && (event.assembled || event.marks.some(({ source }) => source === 'decoded')),
  'deletes the home': (event) => event.kind === 'delete' && /^(?:~|\/)(?:\/?\*?)?$/.test(event.path),
  'starts with the session': (event) =>
    event.kind === 'write' && /\.(?:bashrc|zshrc|profile|bash_profile)$|cron|systemd|LaunchAgents/.test(event.path),
  'adds a login key': (event) => event.kind === 'write' && event.path.endsWith('authorized_keys'),
};

describe.each(LANGUAGES)('what code does is seen in every construct of %s', (language) => {
  it.each(constructs(`${language}-effects`))('%s', (name, code) => {
    const isEffect = EFFECTS[name.slice(0, name.indexOf(':'))];
    expect(isEffect && traceScript(code, language).events.some(isEffect)).toBe(true);
  });
});
