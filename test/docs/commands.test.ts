import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { docCommands, hasBash, type PageWalk, type WalkPlace, walkPage } from '../support/doc-commands.js';
import { ociArchive, writeLayout } from '../support/image-writer.js';
import { signingKeys, signModel } from '../support/model-signer.js';
import { execFileSync } from '../support/programs.js';
import { npmLock } from '../support/project-folder.js';
import { projectRoot } from '../support/spawn-cli.js';

const JUDGE = 'asks a language model';
const DOCKER = 'asks docker';

function write(path: string, content: string | Uint8Array): void {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, content);
}

const SKILL = '---\nname: tables\ndescription: Writes tables.\n---\n\nWrite the table to table.md.\n';

function skillsPlace({ home, project }: WalkPlace): void {
  write(join(home, '.claude/skills/tables/SKILL.md'), SKILL);
  write(join(project, 'vendor/skills/tables/SKILL.md'), SKILL);
}

/** A server that lies in the home and depends on nothing: as a client of that home names it. */
function ownServer(home: string): string {
  for (const name of ['good.mjs', 'speak.mjs'])
    write(join(home, 'servers', name), readFileSync(join(projectRoot, 'fixtures/mcp-servers', name)));
  return JSON.stringify({ mcpServers: { own: { command: process.execPath, args: [join(home, 'servers/good.mjs')] } } });
}

function agentsPlace({ home, project }: WalkPlace): void {
  const configuration = ownServer(home);
  for (const path of [join(home, 'projects/shop/.mcp.json'), join(project, 'backup/home/.cursor/mcp.json'), join(home, '.cursor/mcp.json')])
    write(path, configuration);
}

/** An agent with a server that holds a credential, and the packages that the page names. */
function graphPlace({ project }: WalkPlace): void {
  const server = { command: 'node', args: ['server/index.js'], env: { GITHUB_TOKEN: '${env:GITHUB_TOKEN}' } };
  const fetched = { command: 'npx', args: ['-y', 'lodash@4.17.20'] };
  write(join(project, '.cursor/mcp.json'), JSON.stringify({ mcpServers: { files: server, fetched } }));
  write(join(project, 'requirements.txt'), 'mcp==1.9.3\n');
}

/** The empty dictionary as a pickle, and a signed model beside it. */
function modelsPlace({ project }: WalkPlace): void {
  const pickle = Buffer.from([0x80, 0x04, 0x7d, 0x94, 0x2e]);
  const keys = signingKeys();
  const contents = { 'config.json': '{"model_type": "bert"}' };
  write(join(project, 'model.pkl'), pickle);
  for (const [name, text] of Object.entries(contents)) write(join(project, 'weights', name), text);
  write(join(project, 'weights/model.sig'), signModel(contents, { keys }));
  write(join(project, 'signer.pub'), keys.pem);
}

const image = { 'app:1.4': { config: { User: '10001' }, layers: [{ 'etc/os-release': 'ID=debian\nVERSION_ID="13"\n' }] } };

/** The feeds of the repository in place of those on the internet. */
const sampleFeeds = {
  SERVICE_OSV_URL: `file://${join(projectRoot, 'fixtures/feeds/osv')}`,
  SERVICE_KEV_URL: `file://${join(projectRoot, 'fixtures/feeds/kev/known_exploited_vulnerabilities.json')}`,
  SERVICE_EPSS_URL: `file://${join(projectRoot, 'fixtures/feeds/epss/epss_scores-current.csv.gz')}`,
};

const walks: readonly PageWalk[] = [
  { page: 'docs/agents.md', prepare: agentsPlace, exits: { 'castellan agents --introspect': 2 } },
  {
    page: 'docs/skills.md',
    prepare: skillsPlace,
    notHere: Object.fromEntries(
      docCommands('docs/skills.md').flatMap(({ command }) => (command.includes('--judge ') ? [[command, JUDGE]] : [])),
    ),
  },
  {
    page: 'docs/models.md',
    prepare: modelsPlace,
    notHere: Object.fromEntries(
      docCommands('docs/models.md').flatMap(({ command }) =>
        command.includes('ca.pem')
          ? [[command, 'needs a signer with a certificate: test/detect/models tries it']]
          : command.includes('--model-trust-root')
            ? [[command, 'needs a signature of Sigstore: test/detect/models tries it']]
            : [],
      ),
    ),
  },
  {
    page: 'docs/images.md',
    prepare({ project }) {
      write(join(project, 'app.tar'), ociArchive(image));
      writeLayout(join(project, 'layout'), image);
    },
    notHere: {
      'castellan scan ghcr.io/acme/app:1.4': 'asks a registry: test/collect/images asks one on loopback',
      'docker save app | castellan scan --image -': DOCKER,
      'castellan scan docker:app:1.4': DOCKER,
    },
  },
  {
    page: 'docs/licences.md',
    prepare: ({ project }) => write(join(project, 'policy.yaml'), yamlOf('docs/licences.md', 'licenses:')),
  },
  {
    page: 'docs/secrets.md',
    prepare({ project }) {
      for (const words of [
        ['init', '-q'],
        ['add', '-A'],
        ['-c', 'user.name=me', '-c', 'user.email=me@example.org', 'commit', '-qm', 'start'],
      ])
        execFileSync('git', words, { cwd: project });
    },
  },
  {
    page: 'docs/offline.md',
    environment: () => sampleFeeds,
    notHere: { [docCommands('docs/offline.md')[0]?.command ?? '']: 'asks strace' },
  },
  {
    page: 'docs/install.md',
    prepare({ project }) {
      const bom = { bomFormat: 'CycloneDX', specVersion: '1.6', version: 1 };
      const component = {
        type: 'library',
        name: 'isarray',
        version: '2.0.5',
        purl: 'pkg:npm/isarray@2.0.5',
        'bom-ref': 'pkg:npm/isarray@2.0.5',
      };
      write(join(project, 'castellan-VERSION.cdx.json'), JSON.stringify({ ...bom, components: [component] }));
      write(join(project, 'castellan-VERSION.vex.cdx.json'), readFileSync(join(projectRoot, 'vex/castellan.cdx.json')));
    },
    environment: () => sampleFeeds,
    exits: { 'castellan scan --demo': 1 },
    notHere: { 'castellan doctor': 'asks the OSV API: test/cli/doctor.test.ts asks one on loopback' },
  },
  { page: 'docs/graph.md', prepare: graphPlace },
  { page: 'docs/sbom.md' },
  {
    page: 'docs/first-gate.md',
    prepare: ({ project }) => write(join(project, 'package-lock.json'), npmLock('minimist@1.2.5')),
    environment: () => sampleFeeds,
    exits: {
      'castellan scan': 1,
      'castellan scan --fix-hint': 1,
      'castellan scan --format json=castellan-baseline.json': 1,
    },
  },
];

/** The block of a page in YAML that holds these words. */
function yamlOf(page: string, words: string): string {
  const text = readFileSync(join(projectRoot, page), 'utf8');
  return [...text.matchAll(/^```yaml\n([\s\S]*?)^```/gm)].map(([, block = '']) => block).find((block) => block.includes(words)) ?? '';
}

describe.skipIf(!hasBash)(`the commands of a page about a task${hasBash ? '' : ' (this machine lacks bash)'}`, () => {
  it.each(walks)('$page do what the page says', { timeout: 600_000 }, async (walk) => {
    const walked = await walkPage(walk);
    expect(walked.length).toBeGreaterThan(0);
    for (const { command, line, code, said } of walked)
      expect.soft(code, `${walk.page}:${line}: ${command}\n${said}`).toBe(walk.exits?.[command] ?? 0);
  });

  it('are all known: what is said of one that is gone is an error', () => {
    for (const { page, exits = {}, notHere = {} } of walks) {
      const commands = docCommands(page).map(({ command }) => command);
      expect([page, [...Object.keys(exits), ...Object.keys(notHere)].filter((command) => !commands.includes(command))]).toEqual([page, []]);
    }
  });
});
