import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { commands } from '../../src/cli/commands/registry.js';
import { manPages } from '../../src/cli/man/pages.js';
import { roffText } from '../../src/cli/man/roff.js';
import { selectSettings } from '../../src/config/settings.js';
import { spawnSync } from '../support/programs.js';
import { castellan, projectRoot, temporaryFolder } from '../support/spawn-cli.js';

const pages = manPages(commands, '1.2.3');
const folder = temporaryFolder();
afterAll(() => folder.dispose());

const has = (program: string) => spawnSync(program, ['--version']).status === 0;

/** A page as text, without what makes roff of it. */
const plain = (page: string) =>
  page
    .replace(/\\f[BR]/g, '')
    .replace(/\\\(aq/g, "'")
    .replace(/\\\(dq/g, '"')
    .replace(/\\\(ti/g, '~')
    .replace(/\\-/g, '-');

/** What a program that reads roff says against the pages. */
function complaints(program: string, ...options: string[]): string {
  const files = [...pages].map(([name, page]) => {
    const file = join(folder.path, `${name}.1`);
    writeFileSync(file, page);
    return file;
  });
  const { stderr, status } = spawnSync(program, [...options, ...files], { encoding: 'utf8', env: { MANWIDTH: '80', MANPAGER: 'cat' } });
  return `${stderr}${status === 0 ? '' : `${program} ended with ${status}`}`;
}

describe('manual pages', () => {
  it('are there for every command, with every option, variable, example and exit code of the table', () => {
    expect([...pages.keys()]).toEqual(['castellan', ...commands.map(({ name }) => `castellan-${name.replaceAll(' ', '-')}`)]);
    for (const { name, summary, exits, examples } of commands) {
      const page = plain(pages.get(`castellan-${name.replaceAll(' ', '-')}`) ?? '');
      for (const text of [summary, exits, ...examples]) expect(page).toContain(text);
      for (const [, { flag, env }] of selectSettings(name)) {
        if (flag !== undefined) expect(page).toContain(`\n${flag}`);
        if (env !== undefined) expect(page).toContain(`\nSERVICE_${env}\n`);
      }
      expect(plain(pages.get('castellan') ?? '')).toContain(`\n${name}\n${summary}.\n`);
    }
  });

  it('are listed in package.json, so that npm links them', () => {
    const { man } = JSON.parse(readFileSync(join(projectRoot, 'package.json'), 'utf8'));
    expect(man).toEqual([...pages.keys()].map((name) => `./dist/man/${name}.1`));
  });

  it('hold no line that roff would take for a request of its own', () => {
    const requests = /^\.(?:TH|SH|SS|TP|nf|fi|br|nh|ad l)(?= |$)/;
    for (const page of pages.values()) for (const line of page.split('\n')) if (/^[.']/.test(line)) expect(line).toMatch(requests);
    expect(roffText('.x \'a\' \\n\n.y -o "é"')).toBe('\\&.x \\(aqa\\(aq \\en .y \\-o \\(dq\\[u00E9]\\(dq');
    expect(roffText("'br")).toBe('\\(aqbr');
  });

  it.skipIf(!has('groff'))('are read by groff without a warning', () => {
    expect(complaints('groff', '-ww', '-man', '-Tutf8')).toBe('');
  });

  it.skipIf(!has('man'))('are read by man without a warning', () => {
    expect(complaints('man', '--warnings', '-l')).toBe('');
  });
});

describe('castellan man', () => {
  it('prints a page where no terminal is', async () => {
    for (const operands of [['db', 'update'], ['db update'], ['db-update']]) {
      const { code, stdout } = await castellan(['man', ...operands]);
      expect(code).toBe(0);
      expect(stdout).toMatch(/^\.TH CASTELLAN\\-DB\\-UPDATE 1 /);
    }
    expect((await castellan(['man'])).stdout).toMatch(/^\.TH CASTELLAN 1 /);
  });

  it('refuses what is no command', async () => {
    const { code, stderr } = await castellan(['man', 'scna']);
    expect(code).toBe(2);
    expect(stderr).toMatch(/no page of "scna".*did you mean "scan"\?/);
  });
});
