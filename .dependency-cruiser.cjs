// The table "Who may import whom" of docs/architecture.md, once more in a form that fails.
const packages = ['model', 'support'];
const rooms = {
  model: ['support'],
  support: [],
  system: packages,
  config: packages,
  ecosystems: packages,
  graph: packages,
  report: packages,
  advisories: [...packages, 'system', 'ecosystems'],
  collect: [...packages, 'system', 'ecosystems'],
  detect: [...packages, 'ecosystems'],
  policy: [...packages, 'ecosystems', 'detect', 'graph'],
  scan: [...packages, 'system', 'ecosystems', 'advisories', 'collect', 'detect', 'graph', 'policy', 'report'],
  'mcp-server': [...packages, 'system', 'ecosystems', 'graph', 'report', 'advisories', 'collect', 'detect', 'policy', 'scan'],
  cli: [
    ...packages,
    'mcp-server',
    'system',
    'config',
    'ecosystems',
    'graph',
    'report',
    'advisories',
    'collect',
    'detect',
    'policy',
    'scan',
  ],
};

const boundaries = Object.entries(rooms).map(([room, allowed]) => ({
  name: `${room}-imports`,
  severity: 'error',
  comment: `${room} may import ${allowed.join(', ') || 'nothing of ours'}`,
  from: { path: `^src/${room}/` },
  to: { path: '^src/', pathNot: [`^src/${room}/`, ...allowed.map((name) => `^src/${name}/`)] },
}));

module.exports = {
  forbidden: [
    ...boundaries,
    { name: 'no-cycles', severity: 'error', from: {}, to: { circular: true } },
    {
      name: 'doors-only',
      severity: 'error',
      comment: 'files, sockets and children are opened in system (and by the command line for its own files)',
      from: { path: '^src/', pathNot: '^src/(system|cli)/' },
      to: { path: '^(node:)?(fs|fs/promises|net|http|https|http2|dgram|tls|dns|child_process|worker_threads)$' },
    },
    { name: 'no-undeclared', severity: 'error', from: { path: '^(src|bin)/' }, to: { dependencyTypes: ['npm-no-pkg', 'npm-unknown'] } },
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.json' },
    enhancedResolveOptions: { exportsFields: ['exports'], conditionNames: ['import', 'node', 'default'] },
  },
};
