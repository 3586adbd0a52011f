import type { CredentialRef, McpServer } from '../../model/agent.js';
import type { ConfiguredServer } from '../../model/ai-evidence.js';
import { isSecretValue, namesSecret } from '../../support/secret-value.js';
import { credentialRef } from './server-identity.js';

/** Variables whose values are addresses that usually contain a password. */
const CREDENTIAL_ADDRESS = /(?:^|_)(?:DATABASE_URL|CONNECTION_STRING)$/i;
const CREDENTIAL_HEADER = /^(?:proxy-)?authorization$|^cookie$|(?:key|token|secret)$/i;

/** Forms in which clients take a value from elsewhere: a prompt, a password store, a file. */
const ELSEWHERE: readonly { kind: CredentialRef['kind']; pattern: RegExp }[] = [
  { kind: 'input', pattern: /\$\{(?:input|user_config)[:.]([A-Za-z0-9_.-]{1,100})\}/g },
  { kind: 'keychain', pattern: /\b(op:\/\/[^\s"'}]{1,200})/g },
  { kind: 'keychain', pattern: /\$?\{\{?\s*keychain:([^\s}]{1,200})/g },
  { kind: 'file', pattern: /\{file:([^}\s]{1,300})\}/g },
];

/** Names of the credentials that servers hold, one for each name, kind and server. Never their values. */
export function credentialsOf(servers: readonly ConfiguredServer[]): CredentialRef[] {
  const found = new Map<string, CredentialRef>();
  for (const configured of servers) {
    for (const { kind, name } of namesIn(configured)) {
      const ref = credentialRef(kind, name, configured.server.ref);
      if (!found.has(ref)) found.set(ref, { ref, name, kind, servers: [configured.server.ref] });
    }
  }
  return [...found.values()].sort((a, b) => (a.ref < b.ref ? -1 : 1));
}

/** The same for servers of which only names are known. */
export function agentCredentials(servers: readonly McpServer[]): CredentialRef[] {
  return credentialsOf(servers.map((server) => ({ server, line: 0, argv: [], env: [], headers: [], autoApprove: [], substitutions: [] })));
}

function namesIn({ server, env, headers, argv, url }: ConfiguredServer): Pick<CredentialRef, 'kind' | 'name'>[] {
  const secret = new Set(env.filter(({ name, value }) => isSecretValue(name, value)).map(({ name }) => name));
  const values = [...env, ...headers, ...argv, ...(url ? [url] : [])].map(({ value }) => value);
  return [
    ...server.env_names
      .filter((name) => namesSecret(name) || CREDENTIAL_ADDRESS.test(name) || secret.has(name))
      .map((name) => ({ kind: 'env' as const, name })),
    ...server.header_names.filter((name) => CREDENTIAL_HEADER.test(name)).map((name) => ({ kind: 'header' as const, name })),
    ...(server.env_file === undefined ? [] : [{ kind: 'env_file' as const, name: server.env_file }]),
    ...ELSEWHERE.flatMap(({ kind, pattern }) =>
      values.flatMap((value) => [...value.matchAll(pattern)].map((match) => ({ kind, name: match[1] ?? '' }))),
    ),
  ];
}
