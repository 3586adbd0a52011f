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
  audit: packages,
  runtime: [...packages, 'system', 'audit', 'collect', 'detect', 'policy', 'client'],
  api: [...packages, 'report/registry.ts'],
  client: [...packages, 'system', 'api'],
  ui: ['api'],
  'control-plane': [
    ...packages,
    'audit',
    'api',
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
  'mcp-server': [...packages, 'system', 'ecosystems', 'graph', 'report', 'advisories', 'collect', 'detect', 'policy', 'scan'],
  cli: [
    ...packages,
    'mcp-server',
    'control-plane',
    'audit',
    'api',
    'client',
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
    'runtime',
  ],
};

const boundaries = Object.entries(rooms).map(([room, allowed]) => ({
  name: `${room}-imports`,
  severity: 'error',
  comment: `${room} may import ${allowed.join(', ') || 'nothing of ours'}`,
  from: { path: `^src/${room}/` },
  to: { path: '^src/', pathNot: [`^src/${room}/`, ...allowed.map((name) => `^src/${name}(/|$)`)] },
}));

/**
 * Rooms inside a room, from the ground up: each with those it may import, which stand above it in the list; so no circle can be.
 * Every folder is listed. Files beside the folders are the ground that all stand on, or (`roof`) what stands on all of them.
 */
function innerRooms(parent, rooms, roof = false) {
  const names = Object.keys(rooms);
  const above = names.find((name, at) => rooms[name].some((allowed) => !names.slice(0, at).includes(allowed)));
  if (above !== undefined) throw new Error(`${parent}/${above} may import only rooms that are listed before it`);
  const folders = names.map((name) => `^${parent}/${name}/`);
  const rule = (name, comment, from, to) => ({ name: `${parent.replace('src/', '')}${name}`, severity: 'error', comment, from, to });
  return [
    ...names.map((name) =>
      rule(
        `/${name}-imports`,
        `of ${parent}, ${name} may import ${[...rooms[name], ...(roof ? [] : ['the files beside the folders'])].join(', ') || 'nothing'}`,
        { path: `^${parent}/${name}/` },
        { path: roof ? `^${parent}/` : `^${parent}/[^/]+/`, pathNot: [name, ...rooms[name]].map((allowed) => `^${parent}/${allowed}/`) },
      ),
    ),
    rule(
      '-unlisted',
      `a folder of ${parent} that .dependency-cruiser.cjs does not list`,
      { path: `^${parent}/[^/]+/`, pathNot: folders },
      {},
    ),
    ...(roof ? [] : [rule('-ground', 'all rooms stand on these files', { path: `^${parent}/[^/]+$` }, { path: `^${parent}/[^/]+/` })]),
  ];
}

/** What lies side by side in a folder, each a file or a folder of its own, knows nothing of its neighbours. */
function neighbours(folder, comment) {
  return {
    name: `${folder.replace('src/', '')}-neighbours`,
    severity: 'error',
    comment,
    from: { path: `^${folder}/([^/.]+)[/.]` },
    to: { path: `^${folder}/`, pathNot: `^${folder}/$1[/.]` },
  };
}

const COLLECT = 'src/collect';
const LOCKFILES = 'src/collect/lockfiles';
const ENTRIES = 'src/collect/lockfiles/entries';
const MODELS = 'src/collect/models';

const collect = [
  ...innerRooms(COLLECT, {
    cloud: [],
    iac: [],
    launch: [],
    lockfiles: [],
    mcp: [],
    models: [],
    os: [],
    sbom: ['os'],
    archives: ['models'],
    secrets: ['models', 'archives'],
    images: ['os', 'models', 'sbom', 'archives', 'secrets'],
    agents: ['launch'],
    skills: ['launch', 'models'],
    packages: ['lockfiles', 'os', 'sbom'],
    licenses: ['images', 'lockfiles'],
  }),
  ...innerRooms(
    `${COLLECT}/cloud`,
    { contract: [], aws: ['contract'], azure: ['contract'], gcp: ['contract'], snowflake: ['contract'] },
    true,
  ),
  ...innerRooms(
    `${COLLECT}/images`,
    {
      contract: [],
      registry: [],
      layers: ['contract'],
      sources: ['contract', 'registry', 'layers'],
      system: ['contract'],
      installed: ['contract', 'system'],
      checks: ['contract', 'layers'],
    },
    true,
  ),
  ...innerRooms(
    `${COLLECT}/iac`,
    {
      contract: [],
      yaml: ['contract'],
      dockerfile: ['contract'],
      compose: ['contract', 'yaml'],
      actions: ['contract', 'yaml'],
      kubernetes: ['contract', 'yaml'],
      cloudformation: ['contract', 'yaml'],
      policies: ['contract'],
      terraform: ['contract'],
    },
    true,
  ),
  ...innerRooms(LOCKFILES, { syntax: [], entries: ['syntax'], formats: ['syntax', 'entries'] }, true),
  ...innerRooms(ENTRIES, { npm: [], nuget: [], python: [] }),
  ...innerRooms(`${COLLECT}/agents`, { config: [], clients: ['config'] }, true),
  ...innerRooms(`${COLLECT}/agents/clients`, { desktop: [], editors: [], platforms: [], 'shared-files': [], terminal: [] }),
  ...innerRooms(
    MODELS,
    {
      contract: [],
      formats: ['contract'],
      pickle: ['contract'],
      signing: [],
      torch: ['contract', 'pickle'],
      archive: ['contract', 'formats', 'pickle', 'torch'],
    },
    true,
  ),
  ...innerRooms(`${MODELS}/formats`, { reading: [], template: ['reading'], hdf5: ['reading'] }, true),
  neighbours(`${LOCKFILES}/formats`, 'what two formats share lies in entries or syntax'),
];

/** Floors from the ground up, each with its rooms: one may import every room of the floors below, and those of its own that it names. */
function floors(list) {
  const below = [];
  return Object.fromEntries(
    list.flatMap((floor) => {
      const lower = [...below];
      below.push(...Object.keys(floor));
      return Object.entries(floor).map(([room, beside]) => [room, [...lower, ...beside]]);
    }),
  );
}

const controlPlane = [
  ...innerRooms(
    'src/control-plane',
    floors([
      { store: [] },
      { ground: [], outbound: [], workers: [] },
      { identity: [], streams: [] },
      { evidence: [], limits: [], auth: [] },
      {
        connectors: [],
        credentials: [],
        ingest: [],
        knowledge: [],
        sources: ['connectors', 'ingest'],
        delivery: ['connectors', 'knowledge'],
        gateway: ['ingest'],
        triage: ['ingest', 'knowledge'],
      },
      { jobs: [], scim: [], retention: [] },
      { http: [] },
      { start: [] },
      { demo: [] },
    ]),
  ),
  // The repositories beside these rooms stand on all of them.
  ...innerRooms(
    'src/control-plane/store',
    {
      schema: [],
      origins: [],
      migrations: ['schema', 'origins'],
      layer: ['schema', 'migrations'],
      engines: ['schema', 'migrations', 'layer'],
      findings: ['layer'],
    },
    true,
  ),
];

const detect = [
  ...innerRooms(
    'src/detect',
    {
      contract: [],
      cloud: ['contract'],
      iac: ['contract'],
      secrets: ['contract'],
      images: ['contract'],
      licenses: ['contract'],
      vulnerabilities: ['contract'],
      malicious: ['contract'],
      'mcp-config': ['contract'],
      models: ['contract'],
      text: ['contract'],
      skills: ['contract', 'text', 'malicious'],
      tools: ['contract', 'text'],
      asked: ['contract', 'text', 'skills', 'tools'],
    },
    true,
  ),
  ...innerRooms('src/detect/models', { subject: [], archive: ['subject'], pickle: ['subject'], formats: ['pickle'], signatures: [] }, true),
  ...innerRooms(
    'src/detect/iac',
    {
      contract: [],
      views: ['contract'],
      dockerfile: ['contract', 'views'],
      compose: ['contract', 'views'],
      kubernetes: ['contract', 'views'],
      aws: ['contract', 'views'],
      iam: ['contract', 'views'],
      azure: ['contract', 'views'],
      gcp: ['contract', 'views'],
      actions: ['contract', 'views'],
      ai: ['contract', 'views'],
      declared: ['contract', 'views', 'ai'],
    },
    true,
  ),
  ...innerRooms('src/detect/malicious', { data: [] }, true),
  ...innerRooms('src/detect/mcp-config', { data: [] }, true),
  ...innerRooms(
    'src/detect/text',
    {
      lexicon: [],
      reading: ['lexicon'],
      checks: ['lexicon', 'reading'],
      frames: ['lexicon', 'reading', 'checks'],
      mention: ['lexicon', 'reading'],
      rules: ['checks'],
      opinion: ['lexicon', 'reading', 'mention', 'checks', 'frames', 'rules'],
    },
    true,
  ),
  ...innerRooms('src/detect/text/rules', { danger: [], hidden: [], orders: [] }, true),
  ...innerRooms('src/detect/skills', { flow: [], checks: ['flow'], rules: ['checks'] }, true),
];

/** Rooms of which some folders stand on another, or on a file beside them. */
const others = [
  ...innerRooms('src/advisories', { cvss: [], origins: [], rows: [], feeds: ['rows'] }, true),
  ...innerRooms('src/mcp-server', { contract: [], tools: ['contract'] }, true),
  ...innerRooms('src/policy/compliance', { frameworks: [] }, true),
];

const RUNTIME = 'src/runtime';

const runtime = innerRooms(
  RUNTIME,
  {
    frames: [],
    children: [],
    evidence: [],
    link: ['evidence'],
    relay: ['frames'],
    judge: ['frames', 'evidence', 'relay', 'link'],
    http: ['frames', 'relay'],
    shield: [],
    gateway: ['frames', 'children', 'evidence', 'relay', 'judge', 'http', 'link'],
  },
  true,
);

module.exports = {
  forbidden: [
    ...boundaries,
    ...collect,
    ...runtime,
    ...controlPlane,
    {
      name: 'lazy-doors',
      severity: 'error',
      comment: 'a command loads the control plane or the MCP server when it runs, by import()',
      from: { path: '^src/cli/' },
      to: { path: '^src/(control-plane|mcp-server)/', dynamic: false },
    },
    {
      name: 'client-api-types',
      severity: 'error',
      comment: 'the client takes types of api: the schemas and their library stay with the service',
      from: { path: '^src/client/' },
      to: { path: '^src/api/', dependencyTypesNot: ['type-only'] },
    },
    ...detect,
    ...others,
    { name: 'no-cycles', severity: 'error', from: {}, to: { circular: true } },
    {
      name: 'doors-only',
      severity: 'error',
      comment:
        'files, sockets and children are opened in system (by the command line for its own files, by the relay for its server and log)',
      from: {
        path: '^src/',
        pathNot: '^src/((system|cli|runtime/(children|evidence|link))/|(support/data-file|detect/text/(mention|opinion)/weights)\\.ts$)',
      },
      to: {
        path: '^(node:)?(fs|fs/promises|net|http|https|http2|dgram|tls|dns|child_process|worker_threads)$',
        dependencyTypesNot: ['type-only'],
      },
    },
    {
      name: 'browser-apart',
      severity: 'error',
      comment: 'modules of the pages run in a browser: of ours they share types alone',
      from: { path: '^src/report/browser/' },
      to: { path: '^src/', pathNot: '^src/report/browser/', dependencyTypesNot: ['type-only'] },
    },
    {
      name: 'browser-bundled',
      severity: 'error',
      comment: 'the program bundles the modules of the pages, and imports only their types',
      from: { path: '^src/', pathNot: '^src/report/browser/' },
      to: { path: '^src/report/browser/', dependencyTypesNot: ['type-only'] },
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
