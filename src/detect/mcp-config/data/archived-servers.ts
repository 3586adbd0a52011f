const REFERENCE = [
  'aws-kb-retrieval',
  'brave-search',
  'everart',
  'github',
  'gitlab',
  'gdrive',
  'google-maps',
  'postgres',
  'puppeteer',
  'redis',
  'slack',
];

/** Archived reference servers by ecosystem; names in normal form. */
export const archivedServers: Readonly<Record<string, ReadonlySet<string>>> = {
  npm: new Set(REFERENCE.map((name) => `@modelcontextprotocol/server-${name}`)),
  pypi: new Set(['mcp-server-sentry', 'mcp-server-sqlite']),
};
