import { describe, expect, it } from 'vitest';
import { aiClients } from '../../../src/collect/agents/registry.js';
import { instructionKind } from '../../../src/collect/skills/instruction-paths.js';
import { projectFolder } from '../../support/project-folder.js';
import { castellan } from '../../support/spawn-cli.js';

describe('files that clients take as instructions', () => {
  it.each([
    ['.github/copilot-instructions.md', 'instructions'],
    ['.github/instructions/python.instructions.md', 'instructions'],
    ['app/.github/prompts/release.prompt.md', 'prompt'],
    ['.github/chatmodes/plan.chatmode.md', 'agent'],
    ['.github/agents/review.md', 'agent'],
    ['.windsurf/workflows/release.md', 'rules'],
    ['.agent/workflows/deploy.md', 'rules'],
    ['.cursor/rules/style.mdc', 'rules'],
    ['.gemini/commands/fix.toml', 'command'],
  ])('are: %s', (path, kind) => {
    expect(instructionKind(path)).toBe(kind);
  });

  it.each([
    '.github/workflows/ci.yml',
    '.github/workflows/release.yaml',
    '.github/dependabot.yml',
    '.github/ISSUE_TEMPLATE/bug.md',
    '.github/ISSUE_TEMPLATE/config.yml',
    '.github/PULL_REQUEST_TEMPLATE.md',
    '.github/actions/setup/action.yml',
    '.github/CONTRIBUTING.md',
    '.github/labels/rules/labels.yml',
    '.agent/workflows/ci.yml',
    '.claude/settings.json',
  ])('are not: %s', (path) => {
    expect(instructionKind(path)).toBeUndefined();
  });

  it('are in the folders that each client has for its rules, commands, agents and prompts', () => {
    const folder =
      /^(?:~\/)?\.(?!config\/)[\w-]+\/(?:rules|steering|guidelines|workflows|instructions|microagents|commands?|agents?|prompts)\/.*\.md$/;
    const globs = aiClients.flatMap(({ id, instructions }) =>
      instructions.filter((glob) => folder.test(glob)).map((glob) => ({ id, glob })),
    );
    expect(globs.length).toBeGreaterThan(30);
    const paths = globs.map(({ id, glob }) => ({ id, path: glob.replace('~/', '').replace('**/', '').replaceAll('*', 'x') }));
    expect(paths.filter(({ path }) => instructionKind(path) === undefined)).toEqual([]);
  });

  it('are none in a project that only has CI workflows', async () => {
    const cwd = projectFolder({
      '.github/workflows/ci.yml':
        'on: push\njobs:\n  a:\n    runs-on: ubuntu-latest\n    steps:\n      - run: echo "//registry.npmjs.org/:_authToken=${{ secrets.NPM_TOKEN }}" > ~/.npmrc\n',
    });
    const result = await castellan(['skills', 'audit', cwd, '--offline']);
    expect(result).toMatchObject({ code: 2, last: expect.stringMatching(/^gate: no-input/) });
  });
});
