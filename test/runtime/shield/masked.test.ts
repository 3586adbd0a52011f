import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { maskedText } from '../../../src/runtime/shield/masked.js';
import { planInstall } from '../../../src/runtime/shield/plan.js';
import { shownDiff } from '../../../src/runtime/shield/shown-diff.js';
import { documentOf, sampleServers, styles, writers } from './client-texts.js';
import { headOf } from './shielding.js';

/** Words that occur nowhere else in a text. */
const servers = sampleServers.map((some) =>
  some.map((server, at) => ({ ...server, args: server.args.map((_, index) => `ARG-${at}-${index}`), token: `TOKEN-${at}` })),
);

describe.each(writers)('the diff of a file of $client', (writer) => {
  it('holds no argument, no value of a variable and no comment', () => {
    fc.assert(
      fc.property(servers, styles, (some, style) => {
        const before = documentOf(writer, writer.write(some, style));
        const { document, shielded } = planInstall(before, headOf, undefined);
        const shown = shownDiff(before, document).join('\n');
        expect(shown).not.toMatch(/ARG-|TOKEN-\d|no "quote|it's|note|an item/);
        expect(maskedText(before)).not.toMatch(/ARG-|TOKEN-\d|no "quote|it's|note|an item/);
        expect(maskedText(before).split('\n').length).toBe(before.text.split('\n').length);
        if (shielded.length > 0) expect(shown).toContain('"--mode"');
      }),
      { numRuns: 60 },
    );
  });
});

describe('a diff', () => {
  const cursor = { client: 'cursor', path: '~/.cursor/mcp.json' };

  it('shows a long line around what changes in it', () => {
    const others = Object.fromEntries(Array.from({ length: 200 }, (_, at) => [`key${at}`, true]));
    const text = `${JSON.stringify({ before: others, mcpServers: { a: { command: 'x', args: ['s3cret'] } }, after: others })}\n`;
    const before = documentOf(cursor, text);
    const lines = shownDiff(before, planInstall(before, headOf, undefined).document);
    expect(lines.map((line) => line.charAt(0))).toEqual(['@', '-', '+']);
    expect(Math.max(...lines.map((line) => line.length))).toBeLessThan(900);
    expect(lines[1]).toContain('"command":"x","args":["…"]');
    expect(lines[2]).toContain('"--", "x"');
  });

  it('shows no command line that holds arguments, and no secret in the place of a program', () => {
    const text = '{"mcpServers":{"a":{"command":"x --key abc"},"b":{"command":"ghp_0123456789abcdefghijklmnopqrstuvwxyz","args":[]}}}';
    const before = documentOf(cursor, text);
    expect(shownDiff(before, planInstall(before, headOf, undefined).document).join('\n')).not.toMatch(/abc|ghp_/);
  });
});
