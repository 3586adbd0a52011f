import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { readRegistryImage } from '../../src/collect/images/sources/registry.js';
import { createFetch } from '../../src/system/fetch.js';
import { diskFiles } from '../../src/system/files.js';
import { systemProcesses } from '../../src/system/processes.js';
import { type ImageDraft, npmPackage, writeImages } from '../support/image-archive.js';
import { imageRegistry } from '../support/image-registry.js';
import { calling } from '../support/pickle-writer.js';
import { render } from '../support/rendering.js';
import { scanSample } from '../support/sample-scan.js';
import { temporaryFolder } from '../support/spawn-cli.js';
import { zipOf } from '../support/zip-writer.js';

const setuid = (name: string) => ({ name, mode: 0o4755, content: 'program' });

function draft(tag: string): ImageDraft {
  return {
    tag,
    steps: [
      { command: 'ADD file:1 in /', members: [{ name: 'bin/sh', mode: 0o755, content: 'shell' }] },
      { command: 'RUN npm install', members: [npmPackage('left-pad', '1.3.0'), setuid('opt/tool')] },
    ],
  };
}

let folder: ReturnType<typeof temporaryFolder>;
beforeEach(() => {
  folder = temporaryFolder();
});
afterEach(() => folder.dispose());

function scan(...archives: string[]) {
  const targets = archives.map((value) => ({ kind: 'image' as const, value }));
  return scanSample({ targets, cwd: folder.path, vulnerabilities: false });
}

describe('places in images', () => {
  it('name the image where several are scanned, and leave the finding the one it is', async () => {
    writeImages(join(folder.path, 'a.tar'), [draft('acme/a:1')]);
    writeImages(join(folder.path, 'both.tar'), [draft('acme/a:1'), draft('acme/b:1')]);
    const one = await scan('a.tar');
    const two = await scan('both.tar');
    const beside = await scan('a.tar', 'both.tar');
    const path = 'app/node_modules/left-pad/package.json';
    expect(one.components[0]?.locations).toEqual([{ path, layer: 1 }]);
    expect(two.components[0]?.locations).toEqual([
      { path, layer: 1, image: 'acme/a:1' },
      { path, layer: 1, image: 'acme/b:1' },
    ]);
    const setuidOf = (report: typeof one, image: string) =>
      report.findings.find(({ id, subject }) => id === 'image-setuid-file' && subject === `image:${image}`);
    expect(setuidOf(one, 'a.tar')?.locations).toEqual([{ path: 'opt/tool', layer: 1 }]);
    expect(setuidOf(two, 'docker.io/acme/b:1')?.locations).toEqual([{ path: 'opt/tool', layer: 1, image: 'acme/b:1' }]);
    expect(setuidOf(beside, 'a.tar')?.locations).toEqual([{ path: 'opt/tool', layer: 1, image: 'a.tar' }]);
    expect(setuidOf(beside, 'a.tar')?.fingerprint).toBe(setuidOf(one, 'a.tar')?.fingerprint);
    // What people read has the name that they wrote.
    const steps = two.fix_first.map(({ action }) => action);
    expect(steps.some((action) => action.startsWith('acme/a:1, acme/b:1: '))).toBe(true);
    expect(steps.join('\n')).not.toContain('image:');
  });
});

describe('secrets in the history of images', () => {
  it.each([
    ['the user of a download', 'RUN curl -u bot:{} https://files.example.test/tool -o /opt/tool'],
    ['a login', 'RUN echo machine files.example.test login bot password {} > ~/.netrc && make fetch'],
    ['an assignment', 'RUN DEPLOY_TOKEN={} make deploy'],
    ['an address', 'RUN git clone https://bot:{}@git.example.test/tool'],
  ])('stay out of what is told of a layer: %s', async (_case, command) => {
    const value = 'Zq7Rk2Xw9TbLm4Vn8Pc3';
    const steps = [{ command: command.replace('{}', value), members: [setuid('opt/tool')] }];
    writeImages(join(folder.path, 'a.tar'), [{ tag: 'acme/a:1', steps }]);
    const report = await scan('a.tar');
    expect(report.findings.map(({ id }) => id)).toContain('image-secret-history');
    const created = report.images?.[0]?.layers?.[0]?.created_by;
    expect(created).toContain('<redacted>');
    expect(JSON.stringify(report)).not.toContain(value);
  });
});

describe('packages of the system in images', () => {
  it('are of the layer that brought them, also where a higher one moves the database', async () => {
    const entry = (name: string, version: string) => `P:${name}\nV:${version}\nA:x86_64\n\n`;
    const file = (name: string, content: string) => ({ name, content });
    writeImages(join(folder.path, 'moved.tar'), [
      {
        tag: 'acme/a:1',
        steps: [
          {
            command: 'ADD rootfs',
            members: [
              file('etc/os-release', 'ID=alpine\nVERSION_ID=3.22.1\n'),
              file('lib/apk/db/installed', entry('musl', '1.2.5-r10') + entry('jq', '1.8.0-r0')),
            ],
          },
          {
            command: 'RUN apk upgrade',
            members: [file('lib/.wh.apk', ''), file('usr/lib/apk/db/installed', entry('musl', '1.2.5-r10') + entry('jq', '1.8.1-r0'))],
          },
        ],
      },
    ]);
    const { components } = await scan('moved.tar');
    const path = 'usr/lib/apk/db/installed';
    expect(components.map(({ name, version, locations }) => ({ name, version, locations }))).toEqual([
      { name: 'jq', version: '1.8.1-r0', locations: [expect.objectContaining({ path, layer: 1 })] },
      { name: 'musl', version: '1.2.5-r10', locations: [expect.objectContaining({ path, layer: 0 })] },
    ]);
  });
});

describe('findings in images', () => {
  const layered: ImageDraft = {
    tag: 'acme/c:1',
    config: { Labels: { 'org.opencontainers.image.base.name': 'node:20' } },
    steps: [
      { command: 'ADD file:1 in /', members: [setuid('opt/old'), { name: 'bin/sh', mode: 0o755, content: 'shell' }] },
      { command: 'CMD ["node"]' },
      { command: 'RUN make tools', members: [setuid('opt/new')] },
    ],
  };

  it('are of the base or of the image’s own layers, and the base is one step', async () => {
    writeImages(join(folder.path, 'c.tar'), [layered]);
    const report = await scan('c.tar');
    const at = (path: string) => report.findings.find(({ locations }) => locations[0]?.path === path);
    expect(at('opt/old')).toMatchObject({ in_base: true, fix: expect.stringMatching(/^Update the base image node:20 /) });
    expect(at('opt/new')).toMatchObject({ in_base: false, why: expect.stringContaining('Layer 1 brought it: RUN make tools') });
    const steps = report.fix_first.filter(({ action }) => action === 'update the base image node:20 of c.tar');
    expect(steps).toMatchObject([{ findings: [at('opt/old')?.fingerprint] }]);
    const text = await render('console', report);
    expect(text).toMatch(/In your layers[\s\S]*opt\/new[\s\S]*In your base image \(node:20\)[\s\S]*opt\/old/);
  });

  it('of agents and of the configuration say the same', async () => {
    const mcp = (name: string) => ({ name, content: '{"mcpServers":{"web":{"url":"http://mcp.example.com/mcp"}}}' });
    const config = { User: '', Healthcheck: { Test: ['NONE'] }, ExposedPorts: { '22/tcp': {} } };
    const steps = [
      { command: 'ADD rootfs.tar / # buildkit', members: [mcp('root/.cursor/mcp.json')] },
      { command: 'EXPOSE map[22/tcp:{}]' },
      { command: 'CMD ["sh"]' },
      { command: 'COPY app /srv # buildkit', members: [mcp('srv/app/.mcp.json')] },
      { command: 'HEALTHCHECK NONE' },
    ];
    const image = (tag: string): ImageDraft => ({ tag, config, steps });
    writeImages(join(folder.path, 'd.tar'), [image('acme/d:1')]);
    const report = await scan('d.tar');
    const of = (path: string) => report.findings.filter(({ locations }) => locations[0]?.path === path);
    const own = { in_base: false, locations: [{ layer: 1 }], why: expect.stringContaining('Layer 1 brought it: COPY app /srv') };
    expect(of('srv/app/.mcp.json')[0]).toMatchObject(own);
    expect(of('root/.cursor/mcp.json')[0]).toMatchObject({ in_base: true, locations: [{ layer: 0 }] });
    expect(of('config.ExposedPorts')[0]).toMatchObject({ in_base: true });
    expect(of('config.Healthcheck')[0]).toMatchObject({ in_base: false });
    writeImages(join(folder.path, 'both.tar'), [image('acme/d:1'), { ...image('acme/e:1'), steps: steps.slice(0, 3) }]);
    const several = await scan('both.tar');
    const inOne = several.findings.find(({ locations }) => locations[0]?.path === 'srv/app/.mcp.json');
    expect(inOne?.locations).toMatchObject([{ layer: 1, image: 'acme/d:1' }]);
    const inBoth = several.findings.flatMap(({ rule, locations: [place] }) =>
      place?.path === 'root/.cursor/mcp.json' ? [{ rule, image: place.image, layer: place.layer }] : [],
    );
    const rules = [...new Set(inBoth.map(({ rule }) => rule))];
    expect(rules).not.toEqual([]);
    for (const rule of rules) {
      expect(inBoth).toContainEqual({ rule, image: 'acme/d:1', layer: 0 });
      expect(inBoth).toContainEqual({ rule, image: 'acme/e:1', layer: 0 });
    }
  });

  it('and what they are about name image and layer, two images with equal paths too', async () => {
    const skill = { name: 'root/.claude/skills/deploy/SKILL.md', content: '---\nname: deploy\ndescription: Deploys.\n---\nRun make.\n' };
    const model = { name: 'models/m.pkl', content: Buffer.from(calling('posix', 'system')) };
    const server = {
      name: 'srv/.mcp.json',
      content: '{"mcpServers":{"own":{"command":"/srv/serve"},"web":{"url":"http://mcp.example.com/mcp"}}}',
    };
    const image = (tag: string): ImageDraft => ({
      tag,
      steps: [
        { command: 'ADD rootfs.tar /', members: [{ name: 'bin/sh', mode: 0o755, content: 'shell' }] },
        { command: 'CMD ["sh"]' },
        { command: 'COPY agents /', members: [skill, model, server] },
      ],
    });
    writeImages(join(folder.path, 'twins.tar'), [image('acme/one:1'), image('acme/two:1')]);
    const report = await scan('twins.tar');
    const places = ['acme/one:1', 'acme/two:1'].map((name) => ({ image: name, layer: 1, in_base: false }));
    for (const things of [report.skills, report.models, report.agents]) {
      expect(things.map((thing) => thing.in_image)).toEqual(places);
      expect(new Set(things.map(({ ref }) => ref)).size).toBe(2);
    }
    const refs = (name: string) => new Set(report.servers.filter((one) => one.name === name).map(({ ref }) => ref));
    expect(refs('own').size).toBe(2);
    expect(refs('web').size).toBe(1);
    const held = report.graph.edges.filter(({ kind, to }) => kind === 'contains' && to === report.skills[0]?.ref);
    expect(held).toHaveLength(1);
    const unsafe = report.findings.filter(({ subject }) => report.models.some(({ ref }) => ref === subject));
    expect(unsafe.map(({ locations: [place] }) => place?.image)).toContain('acme/two:1');
    expect(await render('console', report)).toContain('in acme/two:1, layer 1');
    expect(await render('html', report)).toContain('in acme/one:1, layer 1');
    expect(await render('csv', report)).toContain('acme/two:1:/models/m.pkl');
    writeImages(join(folder.path, 'alone.tar'), [image('acme/one:1')]);
    const printsOf = ({ findings }: typeof report) => findings.filter(({ kind }) => kind === 'model').map(({ fingerprint }) => fingerprint);
    expect(printsOf(report)).toEqual(expect.arrayContaining(printsOf(await scan('alone.tar'))));
  });

  it('say nothing of a base that is not known', async () => {
    writeImages(join(folder.path, 'a.tar'), [draft('acme/a:1')]);
    const report = await scan('a.tar');
    expect(report.findings.length).toBeGreaterThan(0);
    expect(report.findings.filter((finding) => 'in_base' in finding)).toEqual([]);
    expect(await render('console', report)).not.toContain('In your');
  });
});

describe('large models in images', () => {
  const MIB = 2 ** 20;
  const layer = (name: string, content: Buffer) => [{ command: `COPY ${name} /`, members: [{ name: `models/${name}`, content }] }];
  const torch = zipOf([
    { name: 'm/data/0', bytes: Buffer.alloc(66 * MIB), stored: true },
    { name: 'm/data.pkl', bytes: calling('posix', 'system') },
  ]);

  it('are read by their beginning where they cannot run code', async () => {
    const gguf = Buffer.alloc(24);
    gguf.write('GGUF');
    gguf.writeUInt32LE(3, 4);
    writeImages(join(folder.path, 'g.tar'), [{ tag: 'acme/g:1', steps: layer('a.gguf', Buffer.concat([gguf, Buffer.alloc(65 * MIB)])) }]);
    const weights = await scan('g.tar');
    expect(weights.models).toMatchObject([{ path: 'models/a.gguf', format: 'gguf' }]);
    expect(weights.scan_run.issues.filter(({ note }) => !note)).toEqual([]);
  });

  it('are read whole where an archive names behind its weights what it runs', async () => {
    writeImages(join(folder.path, 'z.tar'), [{ tag: 'acme/z:1', steps: layer('a.pt', torch) }]);
    const report = await scan('z.tar');
    expect(report.models).toMatchObject([{ path: 'models/a.pt', format: 'pytorch-zip', verdict: 'unsafe' }]);
    expect(report.scan_run.issues.filter(({ note }) => !note)).toEqual([]);
  });

  it('are not called read where there was room for their beginning only', async () => {
    writeImages(join(folder.path, 'z.tar'), [{ tag: 'acme/z:1', steps: layer('a.pt', torch) }]);
    const targets = [{ kind: 'image' as const, value: 'z.tar' }];
    const report = await scanSample({ targets, cwd: folder.path, vulnerabilities: false, imageLimits: { scratch: 80 * MIB } });
    const reason = expect.stringContaining(`${32 * MIB} of its ${torch.length} bytes were kept`);
    expect(report.scan_run.issues.filter(({ note }) => !note)).toMatchObject([
      { collector: 'models', path: 'models/a.pt', kind: 'too_large', reason },
    ]);
    expect(report.verdict.outcome).toBe('incomplete');
  });
});

describe('a registry that refuses', () => {
  it('is an issue of the network', async () => {
    const registry = await imageRegistry('orchid-42');
    const context = { files: diskFiles, signal: new AbortController().signal, clock: Date.now };
    const reading = readRegistryImage(
      { host: registry.host, repository: 'acme/app', tag: '1' },
      'app',
      {},
      {
        ...context,
        fetch: createFetch({}),
        home: folder.path,
        credentials: { files: diskFiles, processes: systemProcesses, environment: {} },
      },
    );
    await expect(reading).rejects.toMatchObject({ issue: 'network' });
    await registry.close();
  });
});
