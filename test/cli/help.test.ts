import { describe, expect, it } from 'vitest';
import { commands, REPORT_FORMATS, runProgram } from '../../src/cli/program.js';
import { reporters } from '../../src/report/registry.js';

async function helpOf(command: string): Promise<string> {
  const out: string[] = [];
  const io = { out: (text: string) => void out.push(text), err: (line: string) => void out.push(line) };
  const context = { io, environment: {}, signal: new AbortController().signal, cwd: '.' };
  expect(await runProgram([...command.split(' '), '--help'], context)).toBe(0);
  return out.join('');
}

describe('--help', () => {
  it.each(commands.map(({ name }) => name))('fits eighty columns but for the exit codes, with an example: %s', async (name) => {
    const text = await helpOf(name);
    expect(text).toContain(`$ castellan ${name}`);
    expect(text).toContain('Exit codes: 0 ');
    const wide = text.split('\n').filter((line) => line.length > 80 && !line.startsWith('Exit codes') && !line.startsWith('  $'));
    expect(wide).toEqual([]);
  });

  it('says what a choice may be and what holds unsaid', async () => {
    const text = (await helpOf('scan')).replace(/\s+/g, ' ');
    expect(text).toContain('fail from this severity up (critical, high, medium, low, none; default: critical)');
    expect(text).toContain('how old is too old (default: 14d)');
  });

  it('names every report format there is', () => {
    expect(REPORT_FORMATS).toEqual(reporters.map(({ id }) => id));
  });
});
