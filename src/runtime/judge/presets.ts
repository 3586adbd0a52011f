import type { GatewayPolicy } from '../../policy/gateway/policy.js';

/** How much a detector does; `redact` takes the value out and lets the rest pass. */
export type Level = 'off' | 'warn' | 'redact' | 'deny';

/** What is sought beside the rules of policies. */
export interface Detectors {
  /** A definition that is new, changed or renamed since it was pinned, or that takes a name of another pinned server. */
  drift: Level;
  /** A call of a tool that the server did not list. */
  undeclared: Level;
  /** A secret's value in the arguments of a call. */
  secret_arguments: Level;
  /** A secret's value in a result. */
  secret_results: Level;
  /** Text in a result that people do not see: tag characters, reordering, runs of zero width, escapes of terminals. */
  hidden_text: Level;
  /** A call that carries data outward after the session has read private data and text of strangers. */
  sequence: Level;
}

export interface Preset {
  summary: string;
  detectors: Detectors;
  /** As `POST /v1/gateway/policies` takes it. */
  policy: Pick<GatewayPolicy, 'name' | 'mode' | 'default_effect' | 'rules'>;
}

const PATHS = ['/**/path', '/**/paths/*', '/**/file', '/**/file_path', '/**/filePath', '/**/filename', '/**/source', '/**/destination'];
const CREDENTIAL_FOLDERS = ['~/.ssh', '~/.aws', '~/.gnupg', '~/.kube', '~/.docker', '~/.netrc', '~/.config/gcloud', '/etc/shadow'];
/**
 * A path that leads above its start may end anywhere, and so may one that a program changes first: they count where they name one of the
 * folders, or where their letters are not as they seem.
 */
const CREDENTIAL_WORDS = '(?i)ssh|aws|gnupg|kube|docker|netrc|gcloud|shadow|[^ -~]|[%$`]';
/** Likewise, what names no host at all: every one of these hosts has a digit, or this word. */
const METADATA_WORDS = '(?i)[0-9]|metadata|[^ -~]|%';
const METADATA_HOSTS = ['169.254.169.254', 'metadata.google.internal', '100.100.100.200', 'fd00:ec2::254'];

function rules(effect: 'warn' | 'deny'): GatewayPolicy['rules'] {
  const files = PATHS.map((path, at) => ({
    id: `credential-files-${at + 1}`,
    effect,
    when: { args: { [path]: { path_under: CREDENTIAL_FOLDERS, regex: CREDENTIAL_WORDS } } },
    reason: 'the path leads to where credentials are kept',
  }));
  const metadata = {
    id: 'cloud-metadata',
    effect,
    when: { args: { '/**/url': { host_in: METADATA_HOSTS, regex: METADATA_WORDS } } },
    reason: 'the address hands out credentials of the machine',
  };
  return [...files, metadata];
}

const WARN: Detectors = {
  drift: 'warn',
  undeclared: 'warn',
  secret_arguments: 'warn',
  secret_results: 'warn',
  hidden_text: 'warn',
  sequence: 'warn',
};

/** What to begin with, the mildest first. */
export const presets = {
  observe: {
    summary: 'Reports what is noticed and stops nothing',
    detectors: WARN,
    policy: { name: 'observe', mode: 'audit', default_effect: 'allow', rules: [] },
  },
  standard: {
    summary: 'Takes secrets out of results, warns of the rest',
    detectors: { ...WARN, secret_results: 'redact' },
    policy: { name: 'standard', mode: 'enforce', default_effect: 'allow', rules: rules('warn') },
  },
  strict: {
    summary: 'Stops drift, undeclared tools, secrets, hidden text, and paths and addresses that lead to credentials',
    detectors: {
      drift: 'deny',
      undeclared: 'deny',
      secret_arguments: 'deny',
      secret_results: 'redact',
      hidden_text: 'deny',
      sequence: 'warn',
    },
    policy: { name: 'strict', mode: 'enforce', default_effect: 'allow', rules: rules('deny') },
  },
} as const satisfies Record<string, Preset>;

export type PresetName = keyof typeof presets;

export const presetNames = Object.keys(presets) as PresetName[];

/** The preset's rules as a policy that is bound to everything. */
export function presetPolicy(name: PresetName): GatewayPolicy {
  const { policy } = presets[name];
  return { policy_id: `preset:${name}`, ...policy, bindings: [{ target_type: 'tenant', target_id: null, mode: 'enforce' }] };
}
