import { randomBytes } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import list from 'spdx-license-list/full.js';
import { afterAll, describe, expect, it } from 'vitest';
import { dockerArchive, type MadeImage, ociArchive, writeLayout } from '../support/image-writer.js';
import { Dice, madeSecret, shapeNamed } from '../support/made-secrets.js';
import { castellan, type RunOptions, temporaryFolder } from '../support/spawn-cli.js';
import { writeTar } from '../support/tar-writer.js';
import { zstdOf } from '../support/zstd-writer.js';

const folder = temporaryFolder();
afterAll(() => folder.dispose());

const token = madeSecret(shapeNamed('github-pat'), new Dice(11));

const app: MadeImage = {
  layers: [
    {
      'etc/os-release': 'ID=debian\nVERSION_ID="12"\n',
      'var/lib/dpkg/status': 'Package: zlib1g\nStatus: install ok installed\nArchitecture: amd64\nVersion: 1:1.2.13.dfsg-1\nSource: zlib\n',
    },
    {
      'srv/node_modules/leftpad/package.json': '{"name": "leftpad", "version": "1.3.0"}',
      'srv/node_modules/gone/package.json': '{"name": "gone", "version": "1.0.0"}',
      'srv/old.env': `GH_TOKEN=${token}\n`,
      'root/.cursor/mcp.json': '{"mcpServers": {"files": {"command": "npx", "args": ["-y", "leftpad"]}}}',
      'root/.claude/skills/deploy/SKILL.md': '---\nname: deploy\ndescription: Deploys the app.\n---\nRun make deploy.\n',
      'models/m.pkl': Buffer.from('\x80\x02cposix\nsystem\nX\x02\0\0\0id\x85R.', 'latin1'),
    },
    { 'srv/.wh.old.env': '', 'srv/node_modules/.wh.gone': '' },
  ],
  config: { User: '10001' },
  history: ['ADD rootfs.tar / # buildkit', 'CMD ["sh"] (none)', 'COPY srv /srv # buildkit', 'RUN /bin/sh -c rm -r /srv/old.env # buildkit'],
};

const ARCHIVE = dockerArchive({ 'acme/app:1': app });
writeFileSync(join(folder.path, 'docker.tar'), ARCHIVE);
writeFileSync(join(folder.path, 'docker.tar.gz'), gzipSync(ARCHIVE));
writeFileSync(join(folder.path, 'oci.tar'), ociArchive({ '1': app }));
writeLayout(join(folder.path, 'layout'), { '1': app });

async function scan(args: readonly string[], options: RunOptions = {}) {
  const { code, stdout, stderr } = await castellan(['scan', '--no-vulnerabilities', '--format', 'json', ...args], {
    cwd: folder.path,
    ...options,
  });
  return { code, stderr, text: stdout, report: JSON.parse(stdout === '' ? '{}' : stdout) };
}

const namesIn = (report: { components: { name: string }[] }) => report.components.map(({ name }) => name);

describe('licences in an image', () => {
  it('are told by texts that lie with packages which name none', async () => {
    const text = list['MIT']?.licenseText ?? '';
    const made: MadeImage = {
      layers: [
        {
          'srv/node_modules/silent/package.json': '{"name": "silent", "version": "1.0.0"}',
          'srv/node_modules/silent/LICENSE': text,
          'opt/site-packages/quiet-2.0.dist-info/METADATA': 'Metadata-Version: 2.4\nName: quiet\nVersion: 2.0\n\n',
          'opt/site-packages/quiet-2.0.dist-info/licenses/LICENSE.txt': text,
          'usr/lib/ruby/gems/3.2.0/specifications/hush-1.0.gemspec':
            'Gem::Specification.new do |s|\n  s.name = "hush".freeze\n  s.version = "1.0"\nend\n',
          'usr/lib/ruby/gems/3.2.0/gems/hush-1.0/MIT-LICENSE': text,
          'srv/node_modules/apart/package.json': '{"name": "apart", "version": "1.0.0", "license": "ISC"}',
          'srv/node_modules/apart/LICENSE': text,
        },
      ],
    };
    writeFileSync(join(folder.path, 'licensed.tar'), dockerArchive({ 'acme/licensed:1': made }));
    const { report } = await scan(['--offline', '--platform', 'linux/amd64', '--image', 'licensed.tar']);
    const licenses = report.components.map(({ name, licenses: own }: { name: string; licenses: string[] }) => [name, ...own]);
    expect(licenses.sort()).toEqual([
      ['apart', 'ISC'],
      ['hush', 'MIT'],
      ['quiet', 'MIT'],
      ['silent', 'MIT'],
    ]);
    const remarks = report.notes.filter(({ kind }: { kind: string }) => kind === 'license');
    expect(remarks).toEqual([{ kind: 'license', text: expect.stringContaining('the licence of 3 components is told by its text') }]);
    const { stdout } = await castellan(['licenses', '--offline', '--image', 'licensed.tar', '--format', 'json'], { cwd: folder.path });
    expect(JSON.parse(stdout).remarks).toContainEqual(expect.stringContaining('apart@1.0.0 names ISC; its LICENSE is MIT'));
  });
});

describe('an image in a file', () => {
  it.each([
    ['of docker', ['--image', 'docker.tar'], undefined],
    ['of docker, compressed', ['docker.tar.gz'], undefined],
    ['of the OCI', ['oci.tar'], undefined],
    ['that is a folder', ['layout'], undefined],
    ['through a pipe', ['--image', '-'], ARCHIVE],
  ])('%s is read layer by layer', async (_, args, input) => {
    const { report } = await scan(['--offline', '--platform', 'linux/amd64', ...args], input ? { input } : {});
    expect(report.images).toHaveLength(1);
    expect(report.images[0]).toMatchObject({ platform: 'linux/amd64', os: { id: 'debian', version: '12' } });
    expect(report.images[0].layers.map((layer: { in_base: boolean }) => layer.in_base)).toEqual([true, false, false]);
    expect(namesIn(report)).toContain('zlib1g');
    expect(namesIn(report)).not.toContain('gone');
  });
});

describe('what is in an image', () => {
  it('is judged as in a folder: settings of clients, skills, models, and secrets that were removed', async () => {
    const { code, report, text } = await scan(['--offline', 'oci.tar']);
    expect(code).toBe(1);
    expect(report.servers).toMatchObject([{ path: 'root/.cursor/mcp.json', components: ['pkg:npm/leftpad@1.3.0'] }]);
    expect(report.skills).toMatchObject([{ path: 'root/.claude/skills/deploy/SKILL.md' }]);
    expect(report.models).toMatchObject([{ path: 'models/m.pkl', verdict: 'unsafe' }]);
    const secret = report.findings.find(({ rule }: { rule: string }) => rule === 'secret-github-pat');
    expect(secret.locations).toEqual([{ path: 'srv/old.env', line: 1, layer: 1, deleted: true }]);
    expect(text).not.toContain(token);
  });

  it('counts what an administrator manages for all users in etc', async () => {
    const servers = JSON.stringify({ mcpServers: { wiki: { type: 'http', url: 'https://mcp.example.com/mcp' } } });
    writeLayout(join(folder.path, 'managed'), { '1': { layers: [{ 'etc/claude-code/managed-mcp.json': servers }] } });
    const { report } = await scan(['--offline', '--image', 'managed']);
    expect(report.servers).toMatchObject([{ name: 'wiki', path: 'etc/claude-code/managed-mcp.json', in_image: { layer: 0 } }]);
  });

  it('is left out where secrets are not asked for', async () => {
    const { report } = await scan(['--offline', '--no-secrets', 'oci.tar']);
    expect(report.findings.filter(({ kind }: { kind: string }) => kind === 'secret')).toEqual([]);
  });
});

const HALF = 3000;
const NOISE = randomBytes(400_000);

describe.each([
  ['gzip', gzipSync],
  ['zstd', zstdOf],
] as const)('a layer with something behind its %s data', (format, pack) => {
  const packed = (behind: Buffer): MadeImage => ({
    layers: [{ 'srv/node_modules/leftpad/package.json': '{"name": "leftpad", "version": "1.3.0"}', 'srv/noise': NOISE }],
    pack: (tar) => Buffer.concat([pack(tar.subarray(0, HALF)), pack(tar.subarray(HALF)), behind]),
  });

  it.each([
    ['other bytes', Buffer.from('left over')],
    ['two bytes', Buffer.from('xy')],
    ['a single byte', Buffer.from('x')],
    ['a single byte that headers begin with', pack(Buffer.from('x')).subarray(0, 1)],
  ])('is read whole, and %s are a note', async (_, behind) => {
    writeLayout(join(folder.path, 'followed'), { '1': packed(behind) });
    const { code, report, text } = await scan(['--image', 'followed']);
    expect({ code, names: namesIn(report) }).toEqual({ code: 0, names: ['leftpad'] });
    expect(text).toContain(`something else follows its ${format} data`);
  });

  it('that begins like such data is damaged', async () => {
    const magic = pack(Buffer.from('x')).subarray(0, 4);
    writeLayout(join(folder.path, 'followed'), { '1': packed(Buffer.concat([magic, Buffer.from('nothing of the kind')])) });
    const { code, report } = await scan(['--image', 'followed']);
    expect({ code, outcome: report.verdict.outcome }).toEqual({ code: 1, outcome: 'incomplete' });
  });
});

describe('a layer with zeros behind its gzip data', () => {
  it('is read whole, and nothing is said', async () => {
    const layers = [{ 'srv/node_modules/leftpad/package.json': '{"name": "leftpad", "version": "1.3.0"}' }];
    writeLayout(join(folder.path, 'padded'), { '1': { layers, pack: (tar) => Buffer.concat([gzipSync(tar), Buffer.alloc(512)]) } });
    const { code, report, text } = await scan(['--image', 'padded']);
    expect({ code, names: namesIn(report) }).toEqual({ code: 0, names: ['leftpad'] });
    expect(text).not.toContain('something else follows');
  });
});

describe('a compressed archive with something behind it', () => {
  const name = 'behind.tar.gz';
  const bytes = Buffer.concat([gzipSync(ARCHIVE), Buffer.from('left over')]);

  it.each(['left over', '\n'])('is read whole where it is a file, and that is a note: %j', async (behind) => {
    writeFileSync(join(folder.path, name), Buffer.concat([gzipSync(ARCHIVE), Buffer.from(behind)]));
    const { report, text } = await scan(['--no-secrets', '--image', name]);
    expect(namesIn(report)).toContain('leftpad');
    expect(text).toContain('something else follows its gzip data');
    expect(report.verdict.outcome).not.toBe('incomplete');
  });

  it('is incomplete where it comes through a pipe, which cannot be read twice', async () => {
    const { code, report } = await scan(['--image', '-'], { input: bytes });
    expect({ code, outcome: report.verdict.outcome }).toEqual({ code: 1, outcome: 'incomplete' });
  });
});

describe('an image without a package database', () => {
  it('says so', async () => {
    writeLayout(join(folder.path, 'bare'), { '1': { layers: [{ 'app/hello': 'hello' }] } });
    const { report } = await scan(['--image', 'bare']);
    expect(report.scan_run.issues).toMatchObject([{ note: true, reason: expect.stringContaining('no package database') }]);
    const whole = await scan(['--image', 'layout']);
    expect(whole.text).not.toContain('no package database');
  });
});

describe('a secret in a file of a package', () => {
  it('is of low confidence, unless it is a setting or nobody brought it', async () => {
    const layer = {
      ...app.layers?.[0],
      'var/lib/dpkg/info/zlib1g.list': '/.\n/usr/lib/zlib/run.env\n/etc/run.env\n',
      'usr/lib/zlib/run.env': `GH_TOKEN=${madeSecret(shapeNamed('github-pat'), new Dice(12))}\n`,
      'etc/run.env': `GH_TOKEN=${madeSecret(shapeNamed('github-pat'), new Dice(13))}\n`,
      'srv/run.env': `GH_TOKEN=${madeSecret(shapeNamed('github-pat'), new Dice(14))}\n`,
    };
    writeLayout(join(folder.path, 'packaged'), { '1': { layers: [layer] } });
    const { report } = await scan(['--image', 'packaged']);
    const found = report.findings.filter(({ kind }: { kind: string }) => kind === 'secret');
    const byPath = found.map((one: { confidence: string; locations: { path: string }[] }) => [one.locations[0]?.path, one.confidence]);
    expect(Object.fromEntries(byPath)).toEqual({ 'etc/run.env': 'high', 'srv/run.env': 'high', 'usr/lib/zlib/run.env': 'low' });
  });
});

describe('an image in a file that cannot be read', () => {
  it.each([
    ['an archive of something else', writeTar([{ name: 'readme.txt', content: 'hello' }])],
    ['an archive that ends too early', ARCHIVE.subarray(0, ARCHIVE.length / 2)],
    ['a compressed archive that ends too early', gzipSync(ARCHIVE).subarray(0, -1)],
  ])('%s makes the scan incomplete', async (_, bytes) => {
    writeFileSync(join(folder.path, 'bad.tar'), bytes);
    const { code, report } = await scan(['--offline', '--image', 'bad.tar']);
    expect({ code, outcome: report.verdict?.outcome }).toEqual({ code: 1, outcome: 'incomplete' });
    expect(report.findings).toEqual([]);
  });

  it('is not used where a layer has other bytes than promised', async () => {
    const other = ARCHIVE.toString('latin1').replace('VERSION_ID="12"', 'VERSION_ID="13"');
    writeFileSync(join(folder.path, 'bad.tar'), Buffer.from(other, 'latin1'));
    const { code, report } = await scan(['--offline', '--image', 'bad.tar']);
    expect({ code, os: report.images[0].os }).toEqual({ code: 1, os: null });
    expect(report.verdict.gates.map(({ gate }: { gate: string }) => gate)).toContain('incomplete');
    expect(namesIn(report)).not.toContain('zlib1g');
  });

  it('is not looked for with a platform that is none', async () => {
    const { code, stderr } = await scan(['--offline', '--image', 'layout', '--platform', 'nonsense']);
    expect(code).toBe(2);
    expect(stderr).toContain('--platform');
  });
});
