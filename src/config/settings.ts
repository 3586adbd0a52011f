import { thresholds } from '../model/severity.js';

/** Kinds of values; each knows how text becomes it (see `resolve.ts`). */
export type SettingType = 'flag' | 'text' | 'list' | 'choice' | 'duration';

/** One setting: everything the help, the configuration page and the readers of flags, environment and file need to know. */
export interface Setting {
  /** commander's flag text: `--fail-on-severity <level>`. Absent: not on the command line. */
  flag?: string;
  /** Name without prefix: `DB` for `SERVICE_DB`. */
  env?: string;
  /** Key in castellan.yaml. */
  yaml?: string;
  type: SettingType;
  choices?: readonly string[];
  /** A list whose values may stand in one option, with commas between. Every list may be repeated. */
  commas?: true;
  /** As a user would write it. */
  default?: string;
  group: 'what to scan' | 'what to show' | 'server' | 'gates' | 'output' | 'data' | 'general';
  /** One line, no stop at the end. */
  help: string;
  /** Commands that have it; `*` for all. */
  commands: readonly string[];
}

const SCAN = ['scan'] as const;

/**
 * Every setting of the program, once. Flags win over the environment, the environment over castellan.yaml, that over the
 * default. `--help`, completion and docs/configuration.md are printed from this table.
 */
export const settings = {
  sbom: {
    flag: '--sbom <file>',
    type: 'list',
    group: 'what to scan',
    help: 'read this SBOM (CycloneDX, SPDX); repeatable',
    commands: SCAN,
  },
  models: { flag: '--models <folder>', type: 'list', group: 'what to scan', help: 'read these model files; repeatable', commands: SCAN },
  skills: {
    flag: '--skills <folder>',
    type: 'list',
    group: 'what to scan',
    help: 'read these skills and instruction files; repeatable',
    commands: SCAN,
  },
  mcpConfig: {
    flag: '--mcp-config <file>',
    type: 'list',
    group: 'what to scan',
    help: 'read this client configuration; repeatable',
    commands: SCAN,
  },
  mcpTools: {
    flag: '--mcp-tools <file|folder>',
    type: 'list',
    group: 'what to scan',
    help: 'judge saved tool definitions; repeatable',
    commands: ['scan', 'agents'],
  },
  inventory: {
    flag: '--inventory <file>',
    type: 'list',
    group: 'what to scan',
    help: 'judge the inventory of a saved report anew',
    commands: SCAN,
  },
  userConfig: {
    flag: '--user-config',
    type: 'flag',
    group: 'what to scan',
    help: "read this user's AI client configuration too",
    commands: SCAN,
  },
  home: {
    flag: '--home <folder>',
    type: 'text',
    group: 'what to scan',
    help: "read this folder as a user's home",
    commands: ['scan', 'agents'],
  },
  os: {
    flag: '--os <system>',
    type: 'choice',
    choices: ['darwin', 'linux', 'win32'],
    group: 'what to scan',
    help: 'system that home folder is of',
    commands: ['scan', 'agents'],
  },
  project: {
    flag: '--project <folder>',
    type: 'list',
    group: 'what to scan',
    help: 'read the client configuration of this project; repeatable',
    commands: ['scan', 'agents'],
  },
  introspect: {
    flag: '--introspect',
    type: 'flag',
    group: 'what to scan',
    help: 'ask the servers themselves, with your consent',
    commands: ['agents'],
  },
  yes: { flag: '-y, --yes', type: 'flag', group: 'what to scan', help: 'consent to every server', commands: ['agents'] },
  pin: { flag: '--pin', type: 'flag', group: 'what to scan', help: 'write down what the servers offer', commands: ['agents'] },
  verify: { flag: '--verify', type: 'flag', group: 'what to scan', help: 'compare with what was written down', commands: ['agents'] },
  lock: {
    flag: '--lock <file>',
    type: 'text',
    default: 'castellan.lock',
    group: 'what to scan',
    help: 'where pins are kept',
    commands: ['agents'],
  },
  failOnVerdict: {
    flag: '--fail-on-verdict <verdict>',
    type: 'choice',
    choices: ['suspicious', 'malicious'],
    default: 'malicious',
    group: 'gates',
    help: 'fail from this verdict up',
    commands: ['skills audit'],
  },
  modelKey: {
    flag: '--model-key <file>',
    type: 'list',
    group: 'gates',
    help: 'public key or root certificate (PEM) for model signatures; repeatable',
    commands: SCAN,
  },
  ecosystem: {
    flag: '-e, --ecosystem <name>',
    type: 'list',
    group: 'what to scan',
    commas: true,
    help: 'keep only these ecosystems (OSV names); repeatable, or with commas',
    commands: ['scan', 'check', 'db update'],
  },
  exclude: {
    flag: '--exclude <glob>',
    yaml: 'exclude',
    type: 'list',
    group: 'what to scan',
    help: 'leave out paths that match; repeatable',
    commands: SCAN,
  },
  dev: {
    flag: '--no-dev',
    yaml: 'dev',
    type: 'flag',
    default: 'true',
    group: 'what to scan',
    help: 'leave out development dependencies',
    commands: SCAN,
  },
  vulnerabilities: {
    flag: '--no-vulnerabilities',
    type: 'flag',
    default: 'true',
    group: 'what to scan',
    help: 'inventory only: match nothing',
    commands: SCAN,
  },
  allowEmpty: {
    flag: '--allow-empty',
    yaml: 'allow_empty',
    type: 'flag',
    group: 'what to scan',
    help: 'nothing to scan is no error',
    commands: SCAN,
  },
  demo: { flag: '--demo', type: 'flag', group: 'what to scan', help: 'scan a built-in sample estate', commands: SCAN },

  failOnSeverity: {
    flag: '--fail-on-severity <level>',
    yaml: 'fail_on_severity',
    type: 'choice',
    choices: thresholds,
    default: 'critical',
    group: 'gates',
    help: 'fail from this severity up',
    commands: SCAN,
  },
  unknownSeverity: {
    flag: '--unknown-severity <action>',
    yaml: 'unknown_severity',
    type: 'choice',
    choices: ['fail', 'warn', 'ignore'],
    default: 'warn',
    group: 'gates',
    help: 'what unscored findings do',
    commands: SCAN,
  },
  warnOn: {
    flag: '--warn-on <level>',
    yaml: 'warn_on',
    type: 'choice',
    choices: thresholds,
    group: 'gates',
    help: 'print a warning tier, exit unchanged',
    commands: SCAN,
  },
  failOnKev: {
    flag: '--fail-on-kev',
    yaml: 'fail_on_kev',
    type: 'flag',
    group: 'gates',
    help: 'fail on vulnerabilities known to be exploited',
    commands: SCAN,
  },
  failIfAiRisk: {
    flag: '--fail-if-ai-risk',
    yaml: 'fail_if_ai_risk',
    type: 'flag',
    group: 'gates',
    help: 'fail when a finding reaches AI tools and credentials',
    commands: SCAN,
  },
  fixableOnly: {
    flag: '--fixable-only',
    yaml: 'fixable_only',
    type: 'flag',
    group: 'gates',
    help: 'gates look at findings with a fix only',
    commands: SCAN,
  },
  exitZero: { flag: '--exit-zero', type: 'flag', group: 'gates', help: 'silence the severity, KEV and AI-risk gates', commands: SCAN },
  policy: {
    flag: '--policy <file>',
    yaml: 'policy',
    type: 'text',
    group: 'gates',
    help: 'apply the rules of a policy file',
    commands: SCAN,
  },
  baseline: {
    flag: '--baseline <file>',
    yaml: 'baseline',
    type: 'text',
    group: 'gates',
    help: 'gates look at what is new since this JSON report',
    commands: SCAN,
  },
  ignoreFile: {
    flag: '--ignore-file <file>',
    type: 'text',
    group: 'gates',
    help: 'ignores and exceptions besides castellan.yaml',
    commands: SCAN,
  },
  vex: {
    flag: '--vex <file>',
    yaml: 'vex',
    type: 'list',
    group: 'gates',
    help: 'apply VEX statements (OpenVEX, CycloneDX); repeatable',
    commands: SCAN,
  },
  modelPolicyMode: {
    flag: '--model-policy-mode <mode>',
    yaml: 'model_policy_mode',
    type: 'choice',
    choices: ['off', 'warn', 'enforce'],
    default: 'off',
    group: 'gates',
    help: 'what unsafe or unsigned models do',
    commands: SCAN,
  },
  requireModelSignatures: {
    flag: '--require-model-signatures',
    yaml: 'require_model_signatures',
    type: 'flag',
    group: 'gates',
    help: 'every model needs a signature that verifies',
    commands: SCAN,
  },
  blockUnsafeModelFormats: {
    flag: '--block-unsafe-model-formats',
    yaml: 'block_unsafe_model_formats',
    type: 'flag',
    group: 'gates',
    help: 'no model may carry code',
    commands: SCAN,
  },
  requireFreshDb: {
    flag: '--require-fresh-db',
    env: 'REQUIRE_FRESH_DB',
    yaml: 'require_fresh_db',
    type: 'flag',
    group: 'gates',
    help: 'exit 3 when a feed this scan uses is too old',
    commands: SCAN,
  },
  maxDbAge: {
    flag: '--max-db-age <age>',
    env: 'MAX_DB_AGE',
    yaml: 'max_db_age',
    type: 'duration',
    default: '14d',
    group: 'gates',
    help: 'how old is too old',
    commands: SCAN,
  },

  format: {
    flag: '-f, --format <format[=file]>',
    type: 'list',
    group: 'output',
    help: 'report format, repeatable; =FILE writes it there',
    commands: ['graph', 'explain', 'rules', 'scan', 'check', 'agents', 'skills audit'],
  },
  output: {
    flag: '-o, --output <file|folder|->',
    type: 'text',
    group: 'output',
    help: 'where reports go',
    commands: ['scan', 'graph', 'explain', 'agents', 'skills audit'],
  },

  offline: {
    flag: '--offline',
    env: 'OFFLINE',
    yaml: 'offline',
    type: 'flag',
    group: 'data',
    help: 'open no connection, start no process',
    commands: ['mcp serve', 'scan', 'check', 'agents', 'skills audit'],
  },
  db: {
    flag: '--db <file>',
    env: 'DB',
    type: 'text',
    group: 'data',
    help: 'advisory database',
    commands: ['mcp serve', 'scan', 'check', 'agents', 'skills audit', 'db'],
  },
  dataFolder: { env: 'HOME', type: 'text', group: 'data', help: 'folder for data and caches', commands: ['*'] },
  osvUrl: {
    env: 'OSV_URL',
    type: 'text',
    default: 'https://osv-vulnerabilities.storage.googleapis.com',
    group: 'data',
    help: 'OSV bucket and its mirrors, comma-separated (http, https, file)',
    commands: ['db update'],
  },
  osvApiUrl: {
    env: 'OSV_API_URL',
    type: 'text',
    default: 'https://api.osv.dev',
    group: 'data',
    help: 'OSV API for ecosystems the database lacks',
    commands: ['scan', 'check'],
  },
  kevUrl: {
    env: 'KEV_URL',
    type: 'text',
    default: 'https://www.cisa.gov/sites/default/files/feeds/known_exploited_vulnerabilities.json',
    group: 'data',
    help: 'CISA KEV catalogue and its mirrors',
    commands: ['db update'],
  },
  epssUrl: {
    env: 'EPSS_URL',
    type: 'text',
    default: 'https://epss.empiricalsecurity.com/epss_scores-current.csv.gz',
    group: 'data',
    help: 'EPSS scores and their mirrors',
    commands: ['db update'],
  },
  from: { flag: '--from <folder|file|url>', type: 'text', group: 'data', help: 'take all feeds from here', commands: ['db update'] },
  full: { flag: '--full', type: 'flag', group: 'data', help: 'download everything again', commands: ['db update'] },

  path: { flag: '--path <node...>', type: 'list', group: 'what to show', help: 'a shortest way between two nodes', commands: ['graph'] },
  impact: { flag: '--impact <node>', type: 'text', group: 'what to show', help: 'everything a node bears on', commands: ['graph'] },
  report: { flag: '--report <file>', type: 'text', group: 'what to show', help: 'the saved JSON report', commands: ['explain'] },
  family: { flag: '--family <family>', type: 'text', group: 'what to show', help: 'rules of one family', commands: ['rules list'] },

  root: {
    flag: '--root <folder>',
    type: 'text',
    group: 'server',
    help: 'folder callers may ask about (default: .)',
    commands: ['mcp serve'],
  },
  http: { flag: '--http', type: 'flag', group: 'server', help: 'serve Streamable HTTP in place of stdio', commands: ['mcp serve'] },
  host: {
    flag: '--host <address>',
    type: 'text',
    group: 'server',
    help: 'address to listen on (default: 127.0.0.1)',
    commands: ['mcp serve'],
  },
  port: {
    flag: '--port <number>',
    type: 'text',
    group: 'server',
    help: 'port to listen on (default: any free one)',
    commands: ['mcp serve'],
  },
  keyFile: { flag: '--key-file <file>', type: 'text', group: 'server', help: 'bearer key that callers must show', commands: ['mcp serve'] },

  config: {
    flag: '--config <file>',
    env: 'CONFIG',
    type: 'text',
    group: 'general',
    help: 'configuration file (default: castellan.yaml in the project)',
    commands: ['scan', 'mcp serve'],
  },
  quiet: { flag: '-q, --quiet', type: 'flag', group: 'general', help: 'only the report and the last line', commands: ['*'] },
  verbose: { flag: '-v, --verbose', env: 'VERBOSE', type: 'flag', group: 'general', help: 'say more', commands: ['*'] },
  color: { flag: '--no-color', type: 'flag', default: 'true', group: 'general', help: 'no colours (also NO_COLOR)', commands: ['*'] },
} as const satisfies Record<string, Setting>;

export type SettingKey = keyof typeof settings;

type ValueOf<S extends Setting> = S['type'] extends 'flag'
  ? boolean
  : S['type'] extends 'list'
    ? string[]
    : S['type'] extends 'duration'
      ? number
      : S['type'] extends 'choice'
        ? S extends { choices: readonly (infer C)[]; default: string }
          ? C
          : S extends { choices: readonly (infer C)[] }
            ? C | undefined
            : string
        : S extends { default: string }
          ? string
          : string | undefined;

/** Every setting with its value: durations in milliseconds, lists split, flags as booleans. */
export type Settings = { [K in SettingKey]: ValueOf<(typeof settings)[K]> };

/** The settings a command has, in table order. */
export function settingsOf(command: string): [SettingKey, Setting][] {
  const all = Object.entries(settings) as [SettingKey, Setting][];
  return all.filter(([, setting]) => setting.commands.some((name) => name === '*' || name === command || command.startsWith(`${name} `)));
}
