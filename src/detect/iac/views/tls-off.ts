import type { ShellCall } from './shell-calls.js';

const LOOPBACK = /^(?:https?:\/\/)?(?:localhost|127(?:\.\d+){3}|\[?::1\]?)(?:[:/]|$)/i;
/** Options of curl, one letter each, that take a value: what follows in the same word is the value. */
const CURL_VALUES = 'AbCcDdEeFHhKmoPQrTtUuwXxYyz';

/** Variables that switch the checks of a program off, and the values with which they do. */
const VARIABLES: Readonly<Record<string, RegExp>> = {
  pythonhttpsverify: /^0$/,
  node_tls_reject_unauthorized: /^0$/,
  git_ssl_no_verify: /^(?!0$|false$|$)/i,
  pip_trusted_host: /\S/,
  npm_config_strict_ssl: /^false$/i,
  yarn_strict_ssl: /^false$/i,
  yarn_enable_strict_ssl: /^false$/i,
  pip_no_verify: /^(?:1|true)$/i,
  conda_ssl_verify: /^(?:0|false|no)$/i,
  uv_insecure_host: /\S/,
  goinsecure: /\S/,
  bundle_ssl_verify_mode: /^0$/,
};

/** True for a variable that switches certificate checks off. */
export function variableSkipsTls(name: string, value: string): boolean {
  return VARIABLES[name.toLowerCase()]?.test(value.trim()) ?? false;
}

/** True for a command that switches certificate checks off. */
export function callSkipsTls({ program, args, assignments, into }: ShellCall): boolean {
  const words = args.map(({ text }) => text);
  if (assignments.some(({ name, value }) => variableSkipsTls(name, value.text))) return true;
  if (program === 'export' && words.some((word) => variableSkipsTls(...pairOf(word)))) return true;
  const judge = PROGRAMS.find(({ name }) => name.test(program));
  if (judge?.skips(words)) return true;
  // Settings that are written into a file: `echo sslverify=false >> /etc/yum.conf`.
  return /^(?:echo|printf|tee|sed)$/.test(program) && into.length === 0 && words.some((word) => WRITTEN.test(word));
}

const WRITTEN =
  /(?:^|[\s\\n/])(?:sslverify\s*=\s*(?:0|false)|strict-ssl\s*=\s*false|trusted-host\s*=\s*\S|ssl_verify\s*:\s*(?:0|false)|insecure\s*$|check_certificate\s*=\s*off)/im;

function pairOf(word: string): [string, string] {
  const equals = word.indexOf('=');
  return equals === -1 ? [word, ''] : [word.slice(0, equals), word.slice(equals + 1)];
}

const PROGRAMS: readonly { name: RegExp; skips(words: readonly string[]): boolean }[] = [
  { name: /^curl$/, skips: (words) => words.some(isInsecureCurl) && !allLoopback(words) },
  { name: /^wget2?$/, skips: (words) => words.includes('--no-check-certificate') && !allLoopback(words) },
  { name: /^(?:pip[\d.]*|uv|pipx|poetry)$/, skips: trustsHost },
  { name: /^python[\d.]*$/, skips: (words) => words[0] === '-m' && /^pip/.test(words[1] ?? '') && trustsHost(words) },
  { name: /^(?:npm|yarn|pnpm|npx|bun)$/, skips: (words) => loose(words, 'strict-ssl', /^false$/i) || words.includes('--no-strict-ssl') },
  { name: /^git$/, skips: (words) => loose(words, 'http.sslverify', /^(?:false|0|no|off)$/i) },
  {
    name: /^(?:yum|dnf5?|microdnf|tdnf|(?:yum|dnf)-config-manager)$/,
    skips: (words) => words.some((word) => /sslverify\s*=\s*(?:0|false|no)/i.test(word)),
  },
  {
    name: /^(?:apt-get|apt|aptitude)$/,
    skips: (words) => words.some((word) => /^(?:-o)?Acquire::https?::Verify-(?:Peer|Host)=(?:"?)(?:false|0|no)/i.test(word)),
  },
  {
    name: /^(?:conda|mamba|micromamba)$/,
    skips: (words) => loose(words, 'ssl_verify', /^(?:false|0|no)$/i) || words.includes('--insecure'),
  },
  { name: /^composer$/, skips: (words) => loose(words, 'disable-tls', /^true$/i) },
  { name: /^(?:ansible-galaxy)$/, skips: (words) => words.includes('--ignore-certs') || words.includes('-c') },
];

function isInsecureCurl(word: string): boolean {
  if (word === '--insecure' || word === '--proxy-insecure') return true;
  if (!/^-[A-Za-z#]/.test(word)) return false;
  for (const letter of word.slice(1)) {
    if (letter === 'k') return true;
    if (CURL_VALUES.includes(letter)) return false;
  }
  return false;
}

function allLoopback(words: readonly string[]): boolean {
  const addresses = words.filter((word) => /^https?:\/\//i.test(word) || LOOPBACK.test(word));
  return addresses.length > 0 && addresses.every((word) => LOOPBACK.test(word));
}

function trustsHost(words: readonly string[]): boolean {
  const hosts = words.flatMap((word, at) => {
    if (word === '--trusted-host' || word === '--allow-insecure-host' || /trusted-host$/.test(word)) return [words[at + 1] ?? ''];
    return /^--(?:trusted-host|allow-insecure-host)=(.*)$/.exec(word)?.slice(1) ?? [];
  });
  return hosts.some((host) => host !== '' && !LOOPBACK.test(host));
}

/** `set KEY VALUE`, `KEY=VALUE` and `--KEY=VALUE`. */
function loose(words: readonly string[], key: string, value: RegExp): boolean {
  return words.some((word, at) => {
    const [name, given] = pairOf(word.replace(/^--/, ''));
    if (name.toLowerCase() !== key) return false;
    return value.test(word.includes('=') ? given : (words[at + 1] ?? ''));
  });
}
