import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { hasBash } from '../support/doc-commands.js';
import { type Loopback, loopback } from '../support/loopback.js';
import { execa, execFileSync } from '../support/programs.js';
import { projectRoot, temporaryFolder } from '../support/spawn-cli.js';

const page = readFileSync(join(projectRoot, 'docs/install.md'), 'utf8');
const manifest = JSON.parse(readFileSync(join(projectRoot, 'package.json'), 'utf8'));

/** Commands of the page's blocks with this one, without their comments. */
function blockWith(command: string): string[] {
  const blocks = [...page.matchAll(/^```sh\n([\s\S]*?)^```$/gm)].map(([, block = '']) => block);
  const block = blocks.find((one) => one.includes(command));
  if (block === undefined) throw new Error(`the page no longer says ${command}`);
  return block
    .trim()
    .split('\n')
    .map((line) => line.replace(/\s+#.*$/, ''));
}

/** The package that this checkout makes, installed by the real npm from a mirror that has nothing else. */
describe.skipIf(!hasBash)(`installing with npm${hasBash ? '' : ' (this machine lacks bash)'}`, () => {
  const folder = temporaryFolder();
  const home = join(folder.path, 'home');
  const prefix = join(folder.path, 'prefix');
  const mirrored: string[] = [];
  let mirror: Loopback;

  const sh = (commands: readonly string[], cwd = home) =>
    execa('bash', ['--noprofile', '--norc', '-ec', commands.join('\n').replaceAll('https://npm.example.com', mirror.url)], {
      cwd,
      env: { HOME: home, npm_config_prefix: prefix, npm_config_update_notifier: 'false', npm_config_fetch_retries: '0' },
      reject: false,
      all: true,
    });
  const program = (...args: string[]) => execa(join(prefix, 'bin/castellan'), args, { env: { HOME: home }, cwd: home, reject: false });
  const works = async () => {
    expect(await program('--version')).toMatchObject({ exitCode: 0, stdout: manifest.version });
    expect(await program('scan', '--demo')).toMatchObject({ exitCode: 1, stdout: expect.stringContaining('BLOCKED') });
  };

  beforeAll(async () => {
    mkdirSync(home);
    mkdirSync(join(folder.path, 'packed'));
    execFileSync('npm', ['pack', '--ignore-scripts', '--silent', '--pack-destination', join(folder.path, 'packed')], { cwd: projectRoot });
    const tarball = readFileSync(join(folder.path, 'packed', `castellan-${manifest.version}.tgz`));
    const integrity = `sha512-${createHash('sha512').update(tarball).digest('base64')}`;
    const { name, version, bin, optionalDependencies, engines } = manifest;
    mirror = await loopback(({ url }) => {
      mirrored.push(url);
      if (url.endsWith('.tgz')) return { body: tarball };
      if (url !== '/castellan') return { status: 404, body: { error: 'not found' } };
      const dist = { tarball: `${mirror.url}/castellan/-/castellan-${version}.tgz`, integrity };
      const versions = { [version]: { name, version, bin, optionalDependencies, engines, dist } };
      return { body: { name, 'dist-tags': { latest: version }, versions } };
    });
  }, 120_000);
  afterAll(async () => {
    await mirror.close();
    folder.dispose();
  });

  it('works from a mirror as the page says, also where that lacks the optional part', async () => {
    const commands = blockWith('npm config set registry');
    expect(commands).toEqual(['npm config set registry https://npm.example.com/', 'npm install -g castellan']);
    expect(await sh(commands)).toMatchObject({ exitCode: 0 });
    expect(mirrored).toEqual(expect.arrayContaining(['/castellan', `/castellan/-/castellan-${manifest.version}.tgz`]));
    await works();
  }, 120_000);

  it.each(blockWith('--ignore-scripts castellan'))(
    '%s',
    async (command) => {
      rmSync(prefix, { recursive: true, force: true });
      expect(await sh([command])).toMatchObject({ exitCode: 0 });
      expect(readdirSync(join(prefix, 'lib/node_modules/castellan'))).not.toContain('node_modules');
      await works();
    },
    120_000,
  );

  it('works without a network from the file that was carried over', async () => {
    rmSync(prefix, { recursive: true, force: true });
    const [install = ''] = blockWith('npm install -g --offline');
    mirrored.length = 0;
    expect(await sh([install], join(folder.path, 'packed'))).toMatchObject({ exitCode: 0 });
    expect(mirrored).toEqual([]);
    await works();
  }, 120_000);

  it('leaves nothing of itself when it is uninstalled', async () => {
    const [uninstall = ''] = blockWith('npm uninstall -g');
    expect(await sh([uninstall])).toMatchObject({ exitCode: 0 });
    expect(existsSync(join(prefix, 'bin/castellan'))).toBe(false);
    expect(existsSync(join(prefix, 'lib/node_modules/castellan'))).toBe(false);
    const left = readdirSync(home, { recursive: true, encoding: 'utf8' }).filter(
      (path) => path.includes('castellan') && !path.startsWith('.npm'),
    );
    for (const path of left) expect(path).toMatch(/^\.(?:local\/share|cache)\/castellan(?:\/|$)/);
  }, 60_000);
});
