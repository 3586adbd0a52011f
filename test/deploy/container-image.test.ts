import { existsSync, mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { builtImage, type ImageConfig, imageIn, unpacked, writableByAll } from '../support/container-image.js';
import { freePort } from '../support/free-port.js';
import { execa, spawnSync } from '../support/programs.js';
import { projectRoot, temporaryFolder } from '../support/spawn-cli.js';

const { version } = JSON.parse(readFileSync(join(projectRoot, 'package.json'), 'utf8'));
/** Compressed, of debian:bookworm-slim as the registry has it. Ours is a stand-in with the same packages. */
const BASE_BYTES = 28_300_000;

const canMount = spawnSync('unshare', ['--mount', '--pid', '--fork', 'mount', '-t', 'tmpfs', 'tmpfs', '/mnt']).status === 0;

/** Building takes minutes and the registries, so the image is named from outside. */
describe.skipIf(builtImage === undefined || !canMount)('the container image (TEST_IMAGE, from scripts/build-image.sh, as root)', () => {
  const image = builtImage ?? '';
  const folder = temporaryFolder();
  const root = join(folder.path, 'root');
  let config: ImageConfig;

  beforeAll(() => {
    ({ config } = imageIn(image));
    unpacked(image, root);
    mkdirSync(join(root, 'src'));
  }, 120_000);
  afterAll(folder.dispose);

  /** A script in the image as `docker run --read-only --tmpfs /tmp --cap-drop ALL` runs one, with the sample at /src. */
  function inside(script: string, variables: readonly string[] = []) {
    const [uid, gid] = config.User.split(':');
    const rooted = [
      `mount --bind ${root} ${root}`,
      `mount --bind ${join(projectRoot, 'fixtures')} ${root}/src`,
      `mount -o remount,bind,ro ${root}`,
      `mount -t tmpfs tmpfs ${root}/tmp`,
      `mount -t tmpfs -o uid=${uid},gid=${gid},mode=700 tmpfs ${root}/data`,
      `mount -t proc proc ${root}/proc`,
      `mount --bind /dev ${root}/dev`,
      `set -- setpriv --reuid=${uid} --regid=${gid} --clear-groups --bounding-set=-all --no-new-privs`,
      `exec chroot ${root} "$@" env -i ${[...config.Env, ...variables].join(' ')} sh -ec "$0"`,
    ];
    return execa('unshare', ['--mount', '--pid', '--fork', 'sh', '-ec', rooted.join('\n'), script], { reject: false, timeout: 100_000 });
  }

  it('is small, and has neither npm nor a compiler nor the spare driver', () => {
    const [, ...own] = imageIn(image).layers;
    expect(own.reduce((sum, { size }) => sum + size, BASE_BYTES)).toBeLessThanOrEqual(90_000_000);
    for (const path of ['usr/local/bin/npm', 'usr/local/lib/node_modules', 'usr/bin/cc', 'usr/bin/make', 'app/native', 'app/node_modules'])
      expect([path, existsSync(join(root, path))]).toEqual([path, false]);
  });

  it('starts as nobody mighty, who may change nothing of it', async () => {
    expect(config).toMatchObject({ User: '1000:1000', Entrypoint: ['tini', '-s', '--', 'castellan'], Cmd: ['serve'] });
    expect(writableByAll(join(root, 'app'))).toEqual([]);
    expect((await inside('id -u; castellan --version; touch /app/x 2>&1 || true')).stdout).toMatch(
      new RegExp(`^1000\\n${version.replaceAll('.', '\\.')}\\n.*Read-only file system$`),
    );
  }, 120_000);

  it('scans with a root that is read-only', async () => {
    const done = await inside(
      'castellan db update --from /src/feeds; castellan db status; castellan scan /src/sample-app --offline || echo "scan: $?"',
    );
    expect(done).toMatchObject({ exitCode: 0, stdout: expect.stringMatching(/SQLite driver node:sqlite$[\s\S]*BLOCKED[\s\S]*^scan: 1$/m) });
  }, 120_000);

  it('is healthy by its own check when it serves, and not before', async () => {
    const [, ...check] = config.Healthcheck.Test;
    const quoted = check.map((word) => `'${word.replaceAll("'", "'\\''")}'`).join(' ');
    const done = await inside(
      `castellan serve --bootstrap-admin acme --key-file /data/admin.key
      if ${quoted}; then echo healthy too soon; fi
      ${[...config.Entrypoint, ...config.Cmd].join(' ')} > /tmp/log 2>&1 &
      server=$!
      for _ in $(seq 300); do ${quoted} && break; sleep 0.1; done
      ${quoted} && echo healthy
      kill "$server"; wait "$server" || echo "ended with $?"`,
      [`SERVICE_PORT=${await freePort()}`],
    );
    expect(done.stdout.split('\n')).toEqual(['healthy', 'ended with 143']);
  }, 120_000);
});
