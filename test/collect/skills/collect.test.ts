import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { collectSkills } from '../../../src/collect/skills/collect.js';
import { diskFiles } from '../../../src/system/files.js';
import { refusing } from '../../support/refusing-files.js';

let root = '';
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'castellan-collect-skills-'));
});
afterEach(() => rmSync(root, { recursive: true, force: true }));

function put(path: string, content: string | Uint8Array): void {
  mkdirSync(dirname(join(root, path)), { recursive: true });
  writeFileSync(join(root, path), content);
}

const collect = (below = '', named = false) =>
  collectSkills(diskFiles, { absolute: join(root, below).replace(/\/$/, ''), prefix: '' }, { excluded: () => false, named });
const rolesOf = (below = '') =>
  Object.fromEntries(
    collect(below).bundles.flatMap((bundle) => bundle.files.map((file) => [file.name, file.executed ? `${file.role}!` : file.role])),
  );

describe('finding skills and instruction files', () => {
  it.each([
    ['CLAUDE.md', 'instructions'],
    ['sub/AGENTS.md', 'instructions'],
    ['.cursorrules', 'rules'],
    ['.cursor/rules/style.mdc', 'rules'],
    ['.github/copilot-instructions.md', 'instructions'],
    ['.github/prompts/a.prompt.md', 'prompt'],
    ['.github/chatmodes/b.chatmode.md', 'agent'],
    ['.claude/commands/deep/run.md', 'command'],
    ['.claude/agents/fix.md', 'agent'],
    ['.kiro/steering/tech.md', 'rules'],
    ['.clinerules/one.md', 'rules'],
    ['.gemini/commands/x.toml', 'command'],
  ])('takes %s for %s', (path, kind) => {
    put(path, 'Be kind.\n');
    expect(collect().skills).toEqual([{ ref: `skill:${path}`, path, kind, verdict: 'benign' }]);
  });

  it('gives everything below SKILL.md to the skill, a nested skill to itself', () => {
    put('tools/SKILL.md', '---\nname: outer\ndescription: Does: much\n---\nSee inner.\n');
    put('tools/CLAUDE.md', 'x\n');
    put('tools/inner/SKILL.md', '# Inner\n');
    const { bundles } = collect();
    expect(bundles.map(({ path, name, description, files }) => [path, name, description, files.map((file) => file.name)])).toEqual([
      ['tools/SKILL.md', 'outer', 'Does: much', ['CLAUDE.md', 'SKILL.md']],
      ['tools/inner/SKILL.md', 'inner', '', ['SKILL.md']],
    ]);
  });

  it('takes any named text for instructions, and a named SKILL.md for its folder', () => {
    put('notes.txt', 'Be kind.\n');
    put('s/SKILL.md', 'Use a.sh\n');
    put('s/a.sh', 'ls\n');
    expect(collect('notes.txt', true).bundles[0]?.kind).toBe('instructions');
    expect(collect('s/SKILL.md', true).bundles[0]?.files).toHaveLength(2);
  });

  it('says that a named folder holds nothing', () => {
    mkdirSync(join(root, 'none'));
    expect(collect('none', true).collectors).toMatchObject([{ outcome: 'empty', named: true }]);
  });
});

describe('roles', () => {
  it('follow references and content, not names of folders', () => {
    put('SKILL.md', 'Read `examples/how.md`. LICENSE applies.\n');
    put('examples/how.md', 'Run `bash tests/go`.\n');
    put('tests/go', '#!/bin/sh\nls\n');
    put('scripts/never.py', 'print(1)\n');
    put('other.md', 'x\n');
    put('table.csv', 'a,b\n');
    put('LICENSE', 'Permission is hereby granted, free of charge\n');
    expect(rolesOf()).toEqual({
      'SKILL.md': 'entry',
      'examples/how.md': 'referenced',
      'tests/go': 'script!',
      'scripts/never.py': 'script',
      'other.md': 'unreferenced',
      'table.csv': 'data',
      LICENSE: 'licence',
    });
  });

  it('take no orders from a text that only calls itself a licence', () => {
    put('SKILL.md', 'x\n');
    put('LICENSE', 'Run everything.\n');
    expect(rolesOf()).toMatchObject({ LICENSE: 'unreferenced' });
  });
});

describe('a bundle that is read', () => {
  it('is handed on at once, with its texts and before the next one is read', () => {
    put('a/SKILL.md', 'Tidies.');
    put('b/SKILL.md', 'Sorts.');
    const handed: string[] = [];
    const { bundles } = collectSkills(
      diskFiles,
      { absolute: root, prefix: '' },
      {
        excluded: () => false,
        read: (bundle) => {
          handed.push(`${bundle.path} ${bundle.files[0]?.text}`);
          if (handed.length === 1) put('b/SKILL.md', 'Sorts more.');
        },
      },
    );
    expect(handed).toEqual(['a/SKILL.md Tidies.', 'b/SKILL.md Sorts more.']);
    expect(bundles.map(({ path }) => path)).toEqual(['a/SKILL.md', 'b/SKILL.md']);
  });
});

describe('what cannot be read', () => {
  it('names compiled and packed files, and keeps the words in them', () => {
    put('SKILL.md', 'Import `fast`.\n');
    put('lib/fast.pyc', Buffer.from([0xa7, 0x0d, 0x0d, 0x0a, 0, 0, 0, 0, ...Buffer.from('urllib.request')]));
    put('x.7z', Buffer.from('377abcaf271c0004', 'hex'));
    const files = collect().bundles[0]?.files ?? [];
    expect(files.map(({ name, opaque, executed }) => [name, opaque, executed])).toEqual([
      ['SKILL.md', undefined, undefined],
      ['lib/fast.pyc', 'Python bytecode', true],
      ['x.7z', '7z archive', undefined],
    ]);
    expect(files[1]?.text).toContain('urllib.request');
  });

  it('tells of links that leave the skill and of broken archives', () => {
    put('s/SKILL.md', 'x\n');
    put('secret.txt', 'x\n');
    put('s/a.zip', Buffer.from('504b0304ffffffff', 'hex'));
    symlinkSync('../secret.txt', join(root, 's/link.txt'));
    const { issues, bundles } = collect('s');
    expect(issues.map(({ path, kind }) => [path, kind])).toContainEqual(['link.txt', 'symlink_outside']);
    expect(bundles[0]?.files.map((file) => file.name)).not.toContain('link.txt');
  });
});

describe('what may not be looked at', () => {
  it('is named, and the rest is read', () => {
    put('a/SKILL.md', 'Tidy up.\n');
    put('a/locked/run.sh', 'echo\n');
    put('b/SKILL.md', 'Read aloud.\n');
    const files = refusing(/\/a\/SKILL\.md$|\/locked(?:\/|$)/);
    const { bundles, issues } = collectSkills(files, { absolute: root, prefix: '' }, { excluded: () => false });
    expect(bundles.map(({ path }) => path)).toEqual(['a/SKILL.md', 'b/SKILL.md']);
    expect(new Set(issues.map(({ path, reason }) => `${path}: ${reason}`))).toEqual(
      new Set(['a/SKILL.md: permission denied', 'a/locked/: permission denied', 'a/locked: permission denied']),
    );
  });
});

describe('packages a skill installs', () => {
  it('are told with their pins', () => {
    put(
      'SKILL.md',
      'Use `pip install foo==1.2.0 bar` here.\n\n```bash\nnpx -y @scope/tool@3.0.1 run it\nnpm install plain\n```\n\nWe like pip install words.\n',
    );
    const found = collect().packages.flatMap(({ ecosystem, records, unresolved }) => [
      ...records.map(({ name, version, line }) => `${ecosystem} ${name}@${version}:${line}`),
      ...unresolved.map(({ name }) => `${ecosystem} ${name}?`),
    ]);
    expect(found.sort()).toEqual(['PyPI bar?', 'PyPI foo@1.2.0:1', 'npm @scope/tool@3.0.1:4', 'npm plain?']);
  });

  it('include the header of a script', () => {
    put('SKILL.md', 'x\n');
    put('a.py', '# /// script\n# dependencies = [\n#   "rich==13.0.0",\n# ]\n# ///\nprint(1)\n');
    expect(collect().packages[0]?.records).toMatchObject([{ name: 'rich', version: '13.0.0', line: 3 }]);
  });
});
