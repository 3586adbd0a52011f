import { describe, expect, it } from 'vitest';
import { commands } from '../../src/cli/commands/registry.js';
import { runProgram } from '../../src/cli/program.js';
import { selectSettings } from '../../src/config/settings.js';
import { reporters } from '../../src/report/registry.js';
import { CastellanError, describe as describeError } from '../../src/support/errors.js';

async function say(...argv: string[]): Promise<{ code: number; text: string }> {
  const out: string[] = [];
  const io = { out: (text: string) => void out.push(text), err: (line: string) => void out.push(line) };
  const context = { io, environment: {}, signal: new AbortController().signal, cwd: '.' };
  try {
    const code = await runProgram(argv, context);
    return { code, text: out.join('') };
  } catch (error) {
    if (!(error instanceof CastellanError)) throw error;
    return { code: error.kind === 'usage' ? 2 : 1, text: describeError(error) };
  }
}

const names = commands.map(({ name }) => name);

describe('--help', () => {
  it.each(names)('is one screen of eighty columns, with an example and the exit codes: %s', async (name) => {
    const { code, text } = await say(...name.split(' '), '--help');
    expect(code).toBe(0);
    const lines = text.trimEnd().split('\n');
    expect(lines.length).toBeLessThanOrEqual(30);
    expect(lines.filter((line) => line.length > 80)).toEqual([]);
    expect(lines.filter((line) => /^ {2}-/.test(line)).length).toBeLessThanOrEqual(35);
    expect(text).toContain(`$ castellan ${name}`);
    expect(text).toContain('Exit codes: 0 ');
    expect(text).toContain('--help-all');
  });

  it.each(names)('has every option behind --help-all: %s', async (name) => {
    const { code, text } = await say(...name.split(' '), '--help-all');
    expect(code).toBe(0);
    for (const [, { flag }] of selectSettings(name)) if (flag !== undefined) expect(text).toContain(`  ${flag} `);
    const wide = text.split('\n').filter((line) => line.length > 80 && !line.startsWith('  $'));
    expect(wide).toEqual([]);
  });

  it('names the choices and the default of an option', async () => {
    const text = (await say('scan', '--help-all')).text.replace(/\s+/g, ' ');
    expect(text).toContain('fail from this severity up (critical, high, medium, low, any; default: critical)');
    expect(text).toContain('how old is too old (default: 14d)');
    expect((await say('scan', '--help')).text).toMatch(/--fail-on-severity .*\(default: critical\)/);
  });

  it('describes --db as each command uses it', async () => {
    expect((await say('scan', '--help')).text).toMatch(/--db <file> +advisory database/);
    expect((await say('audit', 'verify', '--help')).text).toMatch(/--db <file> +SQLite database of the control plane/);
    expect(await say('db', 'backup', 'x', '--db', 'y')).toMatchObject({ code: 2 });
  });

  it('is refused for an unknown command', async () => {
    for (const argv of [['conect'], ['prox'], ['sheild'], ['db', 'connect'], ['help', 'conect']]) {
      const { code, text } = await say(...argv, '--help');
      expect(code).toBe(2);
      expect(text).toContain('unknown command');
    }
    expect((await say('scna', '--help')).text).toContain('did you mean "scan"?');
    expect((await say('skills', 'adit')).text).toContain('did you mean "audit"?');
    expect(await say('help', 'scan')).toMatchObject({ code: 0 });
  });

  it('names every report format there is', () => {
    expect(commands.find(({ name }) => name === 'scan')?.formats).toEqual(reporters.map(({ id }) => id));
  });
});

describe('a mistyped word', () => {
  it.each([
    [['scan', '--fail-on-sev', 'high'], 'did you mean "--fail-on-severity"?'],
    [['scan', '--fail-on-severty', 'high'], 'did you mean "--fail-on-severity"?'],
    [['scan', '--fail-on-severity', 'hgih'], 'did you mean "high"?'],
    [['scan', '--unknown-severity', 'wran'], 'did you mean "warn"?'],
    [['scan', '-f', 'jsn'], 'did you mean "json"?'],
    [['scan', '-f', 'table'], 'did you mean "console"?'],
    [['agents', '-f', 'tabel'], 'did you mean "table"?'],
    [['check', 'a@1', '-f', 'srif'], 'did you mean "sarif"?'],
    [['check', 'a@1', '-e', 'npmm', '--db', '/nonexistent'], 'did you mean "npm"?'],
  ])('%j: %s', async (argv, hint) => {
    expect(await say(...argv)).toMatchObject({ code: 2, text: expect.stringContaining(hint) });
  });

  it('gets the message about the former level none, wherever it is written', async () => {
    expect(await say('scan', '--fail-on-severity', 'none')).toMatchObject({ code: 2, text: expect.stringContaining('write any') });
    expect(await say('scan', '--warn-on', 'none')).toMatchObject({ code: 2, text: expect.stringContaining('write any') });
  });

  it('may be written in any case', async () => {
    expect(await say('scan', '--fail-on-severity', 'HIGH', '--format', 'JSON=/nonexistent/x', '/nonexistent')).toMatchObject({
      code: 2,
      text: expect.stringContaining('no such file or folder'),
    });
  });
});
