/** Headers of a request that the protocol or the connection sets. */
const OWN: ReadonlySet<string> = new Set([
  'accept',
  'accept-encoding',
  'connection',
  'content-encoding',
  'content-length',
  'content-type',
  'expect',
  'host',
  'keep-alive',
  'last-event-id',
  'mcp-method',
  'mcp-name',
  'mcp-protocol-version',
  'mcp-session-id',
  'proxy-connection',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
]);

/** Headers that a user or a configuration gives a server, without those that are not theirs to set. Names in lower case. */
export function requestHeaders(given: Readonly<Record<string, string>>): Record<string, string> {
  const entries = Object.entries(given).map(([name, value]): [string, string] => [name.toLowerCase(), value]);
  return Object.fromEntries(entries.filter(([name]) => !OWN.has(name)));
}
