import { NotAllowed, type OutboundPolicy } from '../outbound-policy.js';
import { proxyFor } from '../proxies.js';
import { openSocksGate } from '../socks-gate.js';

/** Settings with which git reaches a repository and connects to allowed addresses only. */
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

/** Prepares access to an address; the caller closes it. An address that is unknown or not allowed is refused when git connects to it. */
export async function gitWay(url: string, policy: OutboundPolicy): Promise<GitWay> {
  if (/^https?:/i.test(url)) return webWay(new URL(url), policy);
  const host = /^ssh:\/\/(?:[^@/]*@)?(\[[^\]]+\]|[^:/]+)/i.exec(url)?.[1] ?? /^[\w.-]+@([^:/]+):/.exec(url)?.[1];
  if (host === undefined) return { ...nothing, isElsewhere: false };
  return sshWay(host.replace(/^\[(.*)\]$/, '$1'), policy);
}

/** Through the operator's proxy if there is one for the address, otherwise through our own SOCKS server. */
async function webWay(url: URL, policy: OutboundPolicy): Promise<GitWay> {
  const proxy = proxyFor(url, process.env);
  // In the environment, not among the arguments: a proxy's address may hold a password.
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

/** A shell reads the command, so it may contain only characters of host names and addresses. */
const PLAIN_HOST = /^(?:[a-z0-9_][a-z0-9._-]*|[0-9a-f:.]+)$/i;

/**
 * Makes ssh connect to the very address that was checked, while it still compares the host key by name. For a host that the operator
 * has allowed by name, ssh uses the operator's own configuration.
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
  // Without an address git does not start ssh, but a program that does nothing.
  const pinned = `${SSH} -oHostName=${target?.address} -oHostKeyAlias=${host} -oProxyCommand=none`;
  return { ...elsewhere, environment: { GIT_SSH_COMMAND: target ? pinned : 'false' }, hasRefused: () => refused };
}
