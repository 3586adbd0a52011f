import type { RegistryAccount } from '../../../model/registry-account.js';
import { isObject } from '../../../support/json.js';
import type { Files } from '../../../system/files.js';
import type { Processes } from '../../../system/processes.js';
import { RegistryRefused } from './registry-errors.js';

/** What a registry is told about who asks. Never written anywhere. */
export type RegistryCredential = { kind: 'password'; user: string; password: string } | { kind: 'identity_token'; token: string };

export interface CredentialAccess {
  files: Files;
  processes: Processes;
  /** The environment of credential helpers. */
  environment: Readonly<Record<string, string>>;
}

const MAX_BYTES = 64 * 1024;
const HELPER_TIMEOUT_MS = 10_000;
/** Docker's protocol: this user's password is an identity token. */
const TOKEN_USER = '<token>';

/** The credential of an account; undefined where it has none, which is asked anonymously. Rejects with RegistryRefused and InputError. */
export async function registryCredentialOf(account: RegistryAccount, access: CredentialAccess): Promise<RegistryCredential | undefined> {
  const { host, user, password_file: file, credential_helper: helper } = account;
  if (helper !== undefined) return fromHelper(helper, host, access);
  if (user === undefined || file === undefined) return undefined;
  const password = Buffer.from(access.files.read(file, MAX_BYTES)).toString('utf8').trim();
  if (password === '') throw new RegistryRefused({ where: file, message: `the password file for ${host} is empty` });
  return { kind: 'password', user, password };
}

/** Asks `docker-credential-<name> get`, which reads the host from its standard input and writes JSON. Its errors may hold secrets, so they are not shown. */
export async function fromHelper(name: string, host: string, { processes, environment }: CredentialAccess): Promise<RegistryCredential> {
  const program = `docker-credential-${name}`;
  const refused = (message: string) => new RegistryRefused({ where: program, message });
  const child = await processes.start({ argv: [program, 'get'], env: environment });
  const timer = setTimeout(() => void child.stop(), HELPER_TIMEOUT_MS);
  try {
    // A helper that does not read its input may have closed it.
    await child.write(`${hubKey(host)}\n`).catch(() => undefined);
    // Helpers read until the end.
    child.endInput();
    const text = await shortText(child.output);
    if (text === undefined) throw refused('its answer is too long');
    const { code } = await child.ended;
    if (code !== 0) throw refused(code === null ? 'it gave no answer in time' : `it has no credentials for ${host} (exit code ${code})`);
    const found = parsed(text);
    if (!found) throw refused('it gave an answer that cannot be understood');
    return found.user === TOKEN_USER ? { kind: 'identity_token', token: found.password } : { kind: 'password', ...found };
  } finally {
    clearTimeout(timer);
    await child.stop();
  }
}

/** Docker Hub's credentials are kept under the address of its old index. */
function hubKey(host: string): string {
  return host === 'docker.io' ? 'https://index.docker.io/v1/' : host;
}

async function shortText(output: AsyncIterable<Uint8Array>): Promise<string | undefined> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of output) {
    size += chunk.byteLength;
    if (size > MAX_BYTES) return undefined;
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString('utf8');
}

function parsed(text: string): { user: string; password: string } | undefined {
  try {
    const value: unknown = JSON.parse(text);
    if (!isObject(value)) return undefined;
    const { Username: user, Secret: password } = value;
    return typeof user === 'string' && typeof password === 'string' && password !== '' ? { user, password } : undefined;
  } catch {
    return undefined;
  }
}
