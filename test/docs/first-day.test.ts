import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Rule } from '../../src/detect/contract/rule.js';
import { type ServerSubject, subjectsOf } from '../../src/detect/mcp-config/subject.js';
import { emptyInventory } from '../../src/model/inventory.js';
import { configFile, server } from '../detect/mcp-config/judged.js';
import { projectRoot, temporaryFolder } from '../support/spawn-cli.js';

const page = readFileSync(join(projectRoot, 'docs/first-day.md'), 'utf8');

/** The page's block of a language that holds these words. */
function blockOf(language: string, words: string): string {
  const blocks = [...page.matchAll(new RegExp(`^\`\`\`${language}\\n([\\s\\S]*?)^\`\`\``, 'gm'))].map(([, text = '']) => text);
  return blocks.find((text) => text.includes(words)) ?? '';
}

describe('the rule that a newcomer writes on the first day', () => {
  let folder: ReturnType<typeof temporaryFolder>;
  let rule: Rule<ServerSubject>;
  beforeAll(async () => {
    folder = temporaryFolder();
    const home = join(projectRoot, 'src/detect/mcp-config');
    const text = blockOf('ts', 'debuggerOpen').replace(/from '(\.[^']+)\.js'/g, (_, path) => `from '${join(home, path)}.ts'`);
    const file = join(folder.path, 'rule/debugger-open.ts');
    mkdirSync(dirname(file));
    writeFileSync(file, text);
    rule = (await import(file)).debuggerOpen;
  });
  afterAll(() => folder.dispose());

  const hits = (...line: string[]) => {
    const inventory = emptyInventory();
    inventory.evidence.configs = [configFile([server(line)])];
    const subjects = subjectsOf({ inventory, matched: { matches: [], withdrawn: [], review: [], unmatched: [] } });
    return subjects.flatMap(({ servers }) => servers).flatMap((subject) => [...rule.check(subject)]);
  };

  it('finds its hit where the page says, and leaves its miss alone', () => {
    expect(blockOf('sh', 'cases.json')).toContain('--inspect=9229');
    expect(hits('node', '--inspect=9229', '/opt/plots/server.js')).toMatchObject([
      { location: { line: 11 }, evidence: expect.stringContaining('--inspect=9229') },
    ]);
    expect(hits('node', '/opt/plots/server.js', '--inspector-theme=dark')).toEqual([]);
  });

  it('is registered by a name that the registry has', () => {
    const registry = readFileSync(join(projectRoot, 'src/detect/mcp-config/registry.ts'), 'utf8');
    expect(page).toContain('runningServerRules');
    expect(registry).toContain('export const runningServerRules');
  });
});
