import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { execa, spawnSync } from '../support/programs.js';
import { castellan, projectRoot } from '../support/spawn-cli.js';

/** Files that may start programs by themselves, each with its reason. */
const STARTERS: Record<string, string> = {
  'test/programs/guarded-start.ts': 'a program of a test, started by the helper; what it starts ends with it',
  'test/support/programs.ts': 'the helper itself',
  'scripts/start.mjs': 'gives its own environment to what it starts',
  'scripts/ready.mjs': 'starts npm, which needs the settings of who runs it',
  'scripts/at-once.ts': 'starts the scripts of package.json, as npm run does',
  'scripts/release/run.ts': 'starts what makes a release: npm and packers, which need the settings of who runs them',
};

/** Files that may look at the environment of who runs them. */
const READERS: Record<string, string> = {
  'scripts/own-environment.mjs': 'takes over what programs need to start',
  'test/support/own-home.ts': 'takes the rest away',
  'test/support/databases.ts': 'TEST_DATABASE, which the program does not read',
  'test/support/global-setup.ts': 'says where the homes lie',
  'test/support/postgres-server.ts': 'says where the homes lie',
  'test/support/project-folder.ts': 'says where the homes lie',
  'test/support/seed.ts': 'TEST_SEED, which the program does not read',
  'test/support/programs.ts': 'passes on which modules are hidden',
  'test/support/hide-modules.cjs': 'reads which modules are hidden',
  'test/support/other-machine.cjs': 'reads which machine to be',
  'test/support/reference-data.ts': 'CASTELLAN_REFERENCE_DATA, which the program does not read',
  'test/support/tool-on-path.ts': 'TEST_HELM and the like, which the program does not read, and PATH',
  'test/support/container-image.ts': 'TEST_IMAGE, which the program does not read',
  'test/deploy/build-steps.test.ts': 'TEST_IMAGE_STAGE, which the program does not read',
  'test/support/built-executable.ts': 'TEST_EXECUTABLE, which the program does not read',
  'test/contracts/monitoring-files.test.ts': 'PATH, in which promtool may be',
  'test/contracts/own-environment.test.ts': 'this test',
  'test/system/git/clone.test.ts': 'plants secrets that git must not get',
  'test/cli/staged.test.ts': 'PATH, before which it puts the program that the hook calls',
  'test/collect/mcp/introspect.test.ts': 'plants a secret that servers must not get',
  'test/detect/skills/commands-in-text.test.ts': 'in the text of a judged script',
  'test/detect/skills/javascript-flow.test.ts': 'in the text of a judged script',
  'test/detect/skills/left-open.test.ts': 'in the text of a judged script',
  'test/detect/skills/ordinary-guides.test.ts': 'in the text of a judged skill',
  'test/detect/skills/own-services.test.ts': 'in the text of a judged skill',
  'test/detect/skills/scripts.test.ts': 'in the text of a judged script',
  'bench/accuracy/secret-files.ts': 'in texts that are searched for secrets',
  'bench/accuracy/secret-templates.ts': 'in texts that are searched for secrets',
  'bench/speed/used-resources.mjs': 'is told where to write',
  'scripts/start.mjs': 'what the terminal can show',
};

/** Project paths of the tests, benches and scripts whose text matches. */
function filesWith(pattern: RegExp): string[] {
  const files = ['test', 'bench', 'scripts'].flatMap((folder) =>
    readdirSync(join(projectRoot, folder), { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile() && /\.[cm]?[jt]s$/.test(entry.name))
      .map((entry) => join(entry.parentPath, entry.name).slice(projectRoot.length + 1)),
  );
  return files.filter((path) => pattern.test(readFileSync(join(projectRoot, path), 'utf8'))).sort();
}

describe('tests, benches and scripts', () => {
  it('start programs by the helper that gives each a home of its own', () => {
    const around = filesWith(
      /^import (?!type ).*'(?:node:)?(?:child_process|execa)'|(?:import|require)\('(?:node:)?(?:child_process|execa)'\)/m,
    );
    expect(around).toEqual(Object.keys(STARTERS).sort());
  });

  it('do not look at the environment of who runs them', () => {
    expect(filesWith(/process\.env\b/)).toEqual(Object.keys(READERS).sort());
  });
});

/** What a person's environment may hold that would change a result. */
const HOSTILE = {
  SERVICE_DB: '/nowhere/theirs.db',
  CASTELLAN_CONFIG: '/nowhere/theirs.yaml',
  XDG_DATA_HOME: '/nowhere/data',
  GITHUB_TOKEN: 'theirs',
  HTTPS_PROXY: 'http://127.0.0.1:9',
  npm_config_registry: 'http://127.0.0.1:9',
  CI: 'true',
};

async function amidHostility<T>(work: () => Promise<T>): Promise<T> {
  const before = { ...process.env };
  Object.assign(process.env, HOSTILE);
  try {
    return await work();
  } finally {
    for (const name of Object.keys(HOSTILE)) delete process.env[name];
    Object.assign(process.env, before);
  }
}

describe('the environment of a test', () => {
  it('has an empty home, and no variable that the program, git or npm would follow', () => {
    expect(homedir()).toContain('castellan-homes-');
    expect(statSync(homedir()).isDirectory()).toBe(true);
    expect(readdirSync(homedir())).toEqual([]);
    expect(Object.keys(process.env).filter((name) => /^(?:SERVICE|XDG|npm|GIT|GITHUB|AWS|CLAUDE)_|proxy|^CI$/i.test(name))).toEqual([]);
  });

  it('gives each program an empty home of its own, and nothing of its own variables', async () => {
    const say = ['-e', 'console.log(JSON.stringify(process.env))'];
    const seen = await amidHostility(async () => [
      JSON.parse(spawnSync(process.execPath, say, { encoding: 'utf8' }).stdout),
      JSON.parse(String((await execa(process.execPath, say, { env: { ASKED: 'for' } })).stdout)),
    ]);
    for (const name of Object.keys(HOSTILE)) for (const one of seen) expect(one).not.toHaveProperty(name);
    expect(seen[1]).toMatchObject({ ASKED: 'for' });
    expect(new Set([homedir(), ...seen.map(({ HOME }) => HOME)]).size).toBe(3);
    for (const { HOME } of seen) expect(existsSync(HOME)).toBe(true);
  });

  it('runs the program as on a machine that never ran it', async () => {
    const { stdout } = await amidHostility(() => castellan(['db', 'path']));
    expect(stdout).toMatch(/castellan-homes-.*advisories\.db/);
  });
});
