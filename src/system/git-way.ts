import { NotAllowed, type OutboundPolicy } from './outbound-policy.js';
import { proxyFor } from './proxies.js';
import { openSocksGate } from './socks-gate.js';

/** How the git program gets to a repository, so that it connects only where it may. */
export interface GitWay {
  /** False for a repository of this machine. */
  isElsewhere: boolean;
  settings: readonly string[];
  environment: Readonly<Record<string, string>>;
  hasRefused(): boolean;
  close(): void;
}

const SSH = 'ssh -oBatchMode=yes -oConnectTimeout=20';
const nothing = { settings: [], environment: { GIT_SSH_COMMAND: SSH }, hasRefused: () => false, close: () => {} };

/** Opens the way to an address; whoever asks closes it. What cannot be looked up or is not allowed is refused when git asks for it. */
export async function gitWay(url: string, policy: OutboundPolicy): Promise<GitWay> {
  if (/^https?:/i.test(url)) return webWay(new URL(url), policy);
  const host = /^ssh:\/\/(?:[^@/]*@)?(\[[^\]]+\]|[^:/]+)/i.exec(url)?.[1] ?? /^[\w.-]+@([^:/]+):/.exec(url)?.[1];
  if (host === undefined) return { ...nothing, isElsewhere: false };
  return sshWay(host.replace(/^\[(.*)\]$/, '$1'), policy);
}

/** Through the operator's proxy, where there is one for the address, else through a gate of our own. */
async function webWay(url: URL, policy: OutboundPolicy): Promise<GitWay> {
  const proxy = proxyFor(url, process.env);
  // Not among the arguments: a proxy's address may hold a password.
  if (proxy !== undefined)
    return { ...nothing, isElsewhere: true, environment: { ...nothing.environment, HTTPS_PROXY: proxy, http_proxy: proxy } };
  const gate = await openSocksGate(policy);
  return {
    isElsewhere: true,
    settings: ['-c', `http.proxy=${gate.url}`],
    environment: nothing.environment,
    hasRefused: () => gate.hasRefused(),
    close: () => gate.close(),
  };
}

/** A shell reads the command: what may stand in it is what names of hosts and addresses are made of. */
const PLAIN_HOST = /^(?:[a-z0-9_][a-z0-9._-]*|[0-9a-f:.]+)$/i;

/**
 * The address that was looked at is the one that ssh connects to; the host's key is still the name's. A host that the operator has named
 * is left to his own ssh configuration.
 */
async function sshWay(host: string, policy: OutboundPolicy): Promise<GitWay> {
  const elsewhere = { ...nothing, isElsewhere: true };
  if (policy.names(host)) return elsewhere;
  let refused = !PLAIN_HOST.test(host);
  const target = refused
    ? undefined
    : await policy.resolve(host).catch((error: unknown) => {
        refused = error instanceof NotAllowed;
        return undefined;
      });
  // Without an address ssh is not asked: the program in its place answers nothing.
  const pinned = `${SSH} -oHostName=${target?.address} -oHostKeyAlias=${host} -oProxyCommand=none`;
  return { ...elsewhere, environment: { GIT_SSH_COMMAND: target ? pinned : 'false' }, hasRefused: () => refused };
}
