import { describe, expect, it } from 'vitest';
import type { ScanReport } from '../../src/model/report.js';
import { renderAgents } from '../../src/report/console/agents-table.js';
import { reporters } from '../../src/report/registry.js';
import { displayWidth } from '../../src/support/terminal.js';
import { HOME_SECRET, scanExposedHome } from '../support/exposed-home.js';
import { pipe, render } from '../support/rendering.js';

let made: Promise<ScanReport> | undefined;
const scanned = () => {
  made ??= scanExposedHome();
  return made;
};

describe('a home of ten clients, as the console shows it', () => {
  it.each([80, 120])('is one screen of %i columns: who reaches what through which server, and what to do first', async (width) => {
    const text = await renderAgents(await scanned(), { ...pipe, width });
    const lines = text.trimEnd().split('\n');
    expect(lines.length).toBeLessThanOrEqual(width === 80 ? 72 : 58);
    expect(lines.filter((line) => displayWidth(line) > width)).toEqual([]);
    for (const client of [
      'claude-desktop',
      'cursor',
      'vscode',
      'windsurf',
      'codex',
      'gemini-cli',
      'goose',
      'opencode',
      'zed',
      'claude-code',
    ])
      expect(text).toMatch(new RegExp(`^${client} {2}\\S`, 'm'));
    const flat = text.replace(/\s+/g, ' ');
    expect(flat).toContain('files lantern@1.4.0 holds GITHUB_TOKEN; can execute, write critical CVE-2026-10001');
    expect(flat).toContain('tickets tickets-mcp@2.0.0 holds TICKET_TOKEN high Secret written in the environment table');
    expect(flat).toContain('helper evil-helper@1.0.0 holds BUILD_KEY malicious MAL-2026-77');
    expect(flat).toMatch(/malicious +~\/\.claude\/skills\/tidy\/SKILL\.md read by claude-code critical/);
    expect(flat).toMatch(/unsafe +models\/ranker\.pkl pickle critical/);
  });

  it('puts what does harm first, then the upgrade in the configuration that names the package', async () => {
    const { fix_first: steps } = await scanned();
    expect(steps.slice(0, 4).map(({ action }) => action)).toEqual([
      'remove server helper (opencode), which runs malicious evil-helper@1.0.0',
      'delete the skill ~/.claude/skills/tidy; replace credentials it could read',
      'delete the model models/ranker.pkl; do not load it',
      'upgrade lantern@1.4.0 to 1.4.2 in server files (claude-desktop, cursor)',
    ]);
    expect(steps[3]).not.toHaveProperty('command');
    const actions = steps.map(({ action }) => action).join('\n');
    expect(actions).toMatch(/^server tickets: Replace the credential/m);
    expect(actions).toMatch(/^tool lookup of docs: Remove the server/m);
    expect(actions).toMatch(/^server notes: Write the version you have reviewed/m);
  });

  it('clears every finding of medium or above by exactly one step', async () => {
    const { fix_first: steps, findings } = await scanned();
    const cleared = steps.flatMap((step) => step.findings);
    expect(new Set(cleared).size).toBe(cleared.length);
    const weighty = findings.filter(({ severity }) => ['critical', 'high', 'medium'].includes(severity));
    expect(weighty.filter(({ fingerprint }) => !cleared.includes(fingerprint))).toEqual([]);
  });

  it('is part of the report of a scan too', async () => {
    const text = await render('console', await scanned(), { width: 120 });
    for (const title of ['DO FIRST', 'AGENTS', 'SKILLS AND INSTRUCTIONS', 'MODELS', 'FINDINGS']) expect(text).toContain(`\n${title} ─`);
  });
});

describe('the literal secret of the home', () => {
  it.each(reporters.map(({ id }) => id))('is not in the %s report', async (format) => {
    expect(await render(format, await scanned(), { verbose: true })).not.toContain(HOME_SECRET.slice(8));
  });
});
