import { presets } from '../../../src/runtime/judge/presets.js';

export interface CallCase {
  detector: 'path to credentials' | 'address of metadata';
  name: string;
  arguments: Record<string, unknown>;
  isBad: boolean;
}

const HOMES = ['~', '/root', '/home/ann', '/Users/ann', '$HOME', 'C:\\Users\\ann', '/home/ann/../ann', 'file:///home/ann'];
const INSIDE = ['.ssh/id_ed25519', '.aws/credentials', '.kube/config', '.docker/config.json', '.netrc', '.gnupg/private-keys-v1.d/x.key'];
/** Ways to write one path that lead to the same file. */
const PATHS: readonly ((path: string) => string)[] = [
  (path) => path,
  (path) => path.replace('/.', '//./.'),
  (path) => path.replace('/.', '/x/../.'),
  (path) => path.replaceAll('.ssh', '.%73sh').replaceAll('.aws', '%2eaws'),
  (path) => path.replace('.docker', '.DOCKER').replace('.kube', '.Kube'),
  (path) => `"${path}"`,
];
const HARMLESS_PATHS = [
  'README.md',
  './src/ssh/client.ts',
  'src/.ssh.md',
  '~/notes/aws.md',
  '/srv/app/.env.example',
  '/home/ann/projects/docker/config.json',
  '/home/ann/.config/editor/settings.json',
  '~/.ssh-notes/readme.txt',
  '~/kube/config',
  '/etc/hosts',
  '/etc/shadow-notes.txt',
  '../other/package.json',
  '../../README.md',
  '..',
  'C:\\Users\\ann\\Documents\\aws.txt',
  'docs/how to use .aws folders.md',
  '/tmp/.docker.tmp',
];
const PATH_MEMBERS = ['path', 'file', 'file_path', 'filePath', 'filename', 'source', 'destination'];

const METADATA = [
  'http://169.254.169.254/latest/meta-data/iam/security-credentials/',
  'http://169.254.169.254:80/',
  'http://[::ffff:169.254.169.254]/',
  'http://2852039166/latest',
  'http://0xa9fea9fe/',
  'http://0251.0376.0251.0376/',
  'HTTP://METADATA.google.internal/computeMetadata/v1/',
  'http://metadata.google.internal./',
  'http://user@169.254.169.254/',
  'http://100.100.100.200/latest/meta-data/',
  'http://[fd00:ec2::254]/latest/',
  '169.254.169.254/latest',
];
const HARMLESS_ADDRESSES = [
  'https://example.com/',
  'https://docs.example.org/169.254.169.254.html',
  'https://github.com/acme/app/issues/169',
  'http://localhost:3000/metadata',
  'http://127.0.0.1:8080/latest/meta-data',
  'https://metadata.example.com/google.internal',
  'https://example.com/?host=metadata',
  'example.com/path',
  'wss://events.example.net/socket',
  'https://xn--bcher-kva.example/',
  'https://192.168.1.1/',
  'ftp://ftp.example.org/pub',
  'https://169.254.169.254%2f@example.com/',
  'about:blank',
  '',
];

/** Arguments that lead to credentials, in many spellings, and others that only look so; rules of the strict preset are to tell them apart. */
export function callCases(): CallCase[] {
  const bad = HOMES.flatMap((home) => INSIDE.map((file) => `${home}/${file}`)).flatMap((path, at) =>
    PATHS.map((spell, way): CallCase => {
      const member = PATH_MEMBERS[(at + way) % PATH_MEMBERS.length] ?? 'path';
      return { detector: 'path to credentials', name: spell(path), arguments: { [member]: spell(path), line: 3 }, isBad: true };
    }),
  );
  const harmless = HARMLESS_PATHS.flatMap((path) =>
    PATH_MEMBERS.map((member): CallCase => ({ detector: 'path to credentials', name: path, arguments: { [member]: path }, isBad: false })),
  );
  const addresses = (list: readonly string[], isBad: boolean) =>
    list.flatMap((url) =>
      [{ url }, { options: { url } }].map((args): CallCase => ({ detector: 'address of metadata', name: url, arguments: args, isBad })),
    );
  return [...bad, ...harmless, ...addresses(METADATA, true), ...addresses(HARMLESS_ADDRESSES, false)];
}

/** The detector that a rule of the presets is part of. */
export function detectorOfRule(id: string): CallCase['detector'] | undefined {
  if (!presets.strict.policy.rules.some((rule) => rule.id === id)) return undefined;
  return id === 'cloud-metadata' ? 'address of metadata' : 'path to credentials';
}
