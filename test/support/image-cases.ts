import type { LayerFiles, MadeImage } from './image-writer.js';
import { Dice, madeSecret, shapeNamed } from './made-secrets.js';

/** An image that a rule must find, or must not. */
export interface ImageCase extends MadeImage {
  /** Place that the finding names: `config.User`, `history.1`, a file. */
  at?: string;
  severity?: string;
  /** A value that no finding may show. */
  secret?: string;
}

type Kinds = Readonly<Record<'hit' | 'miss', Readonly<Record<string, ImageCase>>>>;

const token = madeSecret(shapeNamed('github-pat'), new Dice(7));
const PASSWORD = 'q9Zr-Wm41.tLx';
const USER = { User: '10001' };

/** A system with these packages of dpkg. */
function debian(release: string, ...packages: string[]): LayerFiles {
  const status = packages.map((name) => `Package: ${name}\nStatus: install ok installed\nArchitecture: amd64\nVersion: 1.0-1\n`);
  return {
    'etc/os-release': `ID=debian\nVERSION_ID="${release}"\n`,
    'var/lib/dpkg/status': status.join('\n'),
    'var/lib/dpkg/info/base-files.list': '/.\n/usr\n/usr/bin\n/usr/bin/owned\n',
  };
}

const run = (command: string): ImageCase => ({ config: USER, history: [`RUN /bin/sh -c ${command} # buildkit`] });

/** Images by rule and by what it must make of them. */
export const imageCases: Readonly<Record<string, Kinds>> = {
  'image-download-and-run': {
    hit: {
      pipe: { ...run('curl -fsSL https://get.example.com/install.sh | bash -s -- --yes'), at: 'history.0' },
      'interpreter of another language': { ...run('wget -qO- https://example.com/setup.py | python3 -'), at: 'history.0' },
      evaluated: { ...run('sh -c "$(curl -fsSL https://example.com/install.sh)"'), at: 'history.0' },
      'program added by address': { history: ['ADD https://example.com/tool.sh /usr/local/bin/tool # buildkit'], at: 'history.0' },
    },
    miss: {
      checked: run('curl -fsSLo i.sh https://example.com/i.sh && echo "0a1b  i.sh" | sha256sum -c - && sh i.sh'),
      'piped into tar': run('curl -fsSL https://example.com/a.tar.gz | tar -xz'),
      printed: run('echo "curl https://example.com/install.sh | sh"'),
      'added with a checksum': { history: [`ADD --checksum=sha256:${'0'.repeat(64)} https://example.com/tool.sh /bin/ # buildkit`] },
    },
  },
  'image-exposes-admin-port': {
    hit: {
      docker: { config: { ...USER, ExposedPorts: { '2375/tcp': {} } }, at: 'config.ExposedPorts', severity: 'medium' },
      'no protocol': { config: { ...USER, ExposedPorts: { '22': {} } }, at: 'config.ExposedPorts' },
    },
    miss: {
      'a service': { config: { ...USER, ExposedPorts: { '8080/tcp': {}, '443/tcp': {} } } },
      udp: { config: { ...USER, ExposedPorts: { '3389/udp': {} } } },
    },
  },
  'image-latest-base': {
    hit: {
      latest: { annotations: { 'org.opencontainers.image.base.name': 'docker.io/library/node:latest' }, at: 'base' },
      'no tag': { config: { Labels: { 'org.opencontainers.image.base.name': 'registry.example.com:5000/base/python' } }, at: 'base' },
    },
    miss: {
      version: { annotations: { 'org.opencontainers.image.base.name': 'docker.io/library/node:22.4-slim' } },
      pinned: { annotations: { 'org.opencontainers.image.base.name': `node:latest@sha256:${'1'.repeat(64)}` } },
      unknown: {},
    },
  },
  'image-no-healthcheck': {
    hit: {
      none: { config: USER, at: 'config.Healthcheck' },
      'switched off': { config: { ...USER, Healthcheck: { Test: ['NONE'] } }, at: 'config.Healthcheck' },
    },
    miss: { one: { config: { ...USER, Healthcheck: { Test: ['CMD-SHELL', 'wget -qO- http://127.0.0.1:8080/ready'] } } } },
  },
  'image-os-end-of-life': {
    hit: {
      'long ago': { layers: [debian('9')], at: 'etc/os-release', severity: 'high' },
      alpine: { layers: [{ 'etc/os-release': 'ID=alpine\nVERSION_ID=3.16.2\n' }], at: 'etc/os-release', severity: 'high' },
      'a few weeks ago': { layers: [{ 'etc/os-release': 'ID=alpine\nVERSION_ID=3.19.1\n' }], at: 'etc/os-release', severity: 'medium' },
    },
    miss: {
      supported: { layers: [debian('12')] },
      rolling: { layers: [{ 'etc/os-release': 'ID=wolfi\nVERSION_ID=20230201\n' }] },
      'no system': { layers: [{ 'bin/app': 'x' }] },
    },
  },
  'image-package-manager-cache': {
    hit: {
      apt: { layers: [{ ...debian('12'), 'var/lib/apt/lists/deb.example.org_dists_Release': 'x' }], at: 'var/lib/apt/lists' },
      pip: { layers: [{ 'root/.cache/pip/http/a': 'x' }], at: 'root/.cache/pip' },
    },
    miss: {
      removed: { layers: [{ 'var/lib/apt/lists/Release': 'x' }, { 'var/lib/apt/lists/.wh.Release': '' }] },
      'lock alone': { layers: [{ 'var/lib/apt/lists/lock': '' }] },
    },
  },
  'image-runs-as-root': {
    hit: {
      'no user': { at: 'config.User' },
      'by number': { config: { User: '0:0' }, at: 'config.User' },
      'another name for number 0': {
        layers: [{ 'etc/passwd': 'root:x:0:0::/root:/bin/sh\ntoor:x:0:0::/root:/bin/sh\n' }],
        config: { User: 'toor' },
        at: 'config.User',
      },
    },
    miss: {
      number: { config: { User: '1000:0' } },
      name: { layers: [{ 'etc/passwd': 'root:x:0:0::/root:/bin/sh\napp:x:10001:10001::/app:/bin/sh\n' }], config: { User: 'app' } },
    },
  },
  'image-secret-env': {
    hit: {
      'by shape': { config: { ...USER, Env: [`GH_TOKEN=${token}`] }, at: 'config.Env.GH_TOKEN', severity: 'high', secret: token },
      'by name': { config: { ...USER, Env: [`DB_PASSWORD=${PASSWORD}`] }, at: 'config.Env.DB_PASSWORD', secret: PASSWORD },
      'in the command': { config: { ...USER, Cmd: ['agent', `--token=${token}`] }, at: 'config.Cmd', secret: token },
    },
    miss: {
      'a file': { config: { ...USER, Env: ['POSTGRES_PASSWORD_FILE=/run/secrets/db'] } },
      empty: { config: { ...USER, Env: ['API_KEY='] } },
      'a reference': { config: { ...USER, Env: ['API_KEY=${OTHER_KEY}', 'DB_PASSWORD=<password>', 'MYSQL_PASSWORD=changeme'] } },
      checksums: { config: { ...USER, Env: [`GPG_KEY=A035C8C19219BA821ECEA86B64E628F8D684696D`, `TOOL_SHA256=${'9f2c'.repeat(16)}`] } },
      'a switch': { config: { ...USER, Env: ['ALLOW_EMPTY_PASSWORD=yes'] } },
    },
  },
  'image-secret-history': {
    hit: {
      'build argument': {
        history: [`RUN |1 NPM_TOKEN=${token} /bin/sh -c npm ci # buildkit`],
        at: 'history.0',
        severity: 'high',
        secret: token,
      },
      'environment that was set again': {
        config: { ...USER, Env: ['DB_PASSWORD='] },
        history: [`ENV DB_PASSWORD=${PASSWORD} (none)`, 'ENV DB_PASSWORD= (none)', 'COPY app / # buildkit'],
        at: 'history.0',
        secret: PASSWORD,
      },
    },
    miss: {
      mounted: run('--mount=type=secret,id=npm,env=NPM_TOKEN npm ci'),
      read: run('NPM_TOKEN=$(cat /run/secrets/npm) npm ci'),
    },
  },
  'image-secret-label': {
    hit: { token: { config: { ...USER, Labels: { 'ci.token': token } }, at: 'config.Labels.ci.token', secret: token } },
    miss: {
      revision: { config: { ...USER, Labels: { 'org.opencontainers.image.revision': '5d41402abc4b2a76b9719d911017c592ae5d4140' } } },
    },
  },
  'image-setuid-file': {
    hit: {
      'of nobody': {
        layers: [debian('12'), { 'opt/tool/helper': { content: 'x', mode: 0o4755 } }],
        at: 'opt/tool/helper',
        severity: 'medium',
      },
      'a shell': { layers: [{ 'usr/local/bin/bash': { content: 'x', mode: 0o6755 } }], at: 'usr/local/bin/bash', severity: 'high' },
    },
    miss: {
      'known program': { layers: [{ 'usr/bin/passwd': { content: 'x', mode: 0o4755 } }] },
      'of a package': { layers: [{ ...debian('12', 'base-files'), 'usr/bin/owned': { content: 'x', mode: 0o4755 } }] },
      'removed later': { layers: [{ 'opt/helper': { content: 'x', mode: 0o4755 } }, { 'opt/.wh.helper': '' }] },
    },
  },
  'image-sudo-installed': {
    hit: { sudo: { layers: [debian('12', 'base-files', 'sudo')], at: 'sudo' } },
    miss: { 'another package': { layers: [debian('12', 'base-files', 'sudoku')] } },
  },
  'image-tls-verification-off': {
    hit: {
      curl: { ...run('curl -fsSLk https://example.com/a.tgz -o a.tgz'), at: 'history.0' },
      wget: { ...run('wget --no-check-certificate https://example.com/a.tgz'), at: 'history.0' },
      npm: { ...run('npm config set strict-ssl false && npm ci'), at: 'history.0' },
      'what a command prints': { ...run('echo "$(curl -k https://example.com/version)" > /version'), at: 'history.0' },
      environment: { config: { ...USER, Env: ['NODE_TLS_REJECT_UNAUTHORIZED=0'] }, at: 'config.Env.NODE_TLS_REJECT_UNAUTHORIZED' },
      apt: { ...run('apt-get install -y --allow-unauthenticated tool'), at: 'history.0' },
    },
    miss: {
      'checked download': run('curl -fsSL https://example.com/a.tgz -o k.tgz'),
      comment: run('true\n# curl -k https://example.com\ntrue'),
      printed: run('echo "do not use curl -k or --insecure"'),
    },
  },
  'image-world-writable': {
    hit: {
      program: { layers: [{ 'app/run': { content: 'x', mode: 0o777 } }], at: 'app/run' },
      setting: { layers: [{ 'etc/app.conf': { content: 'x', mode: 0o666 } }], at: 'etc/app.conf' },
      'folder of programs': { layers: [{ 'usr/local/bin/': { type: '5', mode: 0o777 } }], at: 'usr/local/bin' },
    },
    miss: {
      'temporary folders': { layers: [{ 'tmp/': { type: '5', mode: 0o1777 }, 'var/tmp/': { type: '5', mode: 0o777 } }] },
      link: { layers: [{ 'usr/bin/tool': { type: '2', link: 'other', mode: 0o777 } }] },
      data: { layers: [{ 'app/data.txt': { content: 'x', mode: 0o666 } }] },
    },
  },
};
