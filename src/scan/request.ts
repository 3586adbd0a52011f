import { canonicalEcosystem } from '../ecosystems/named.js';
import type { GateOptions, PolicyDocument, ScanRequest, ScanTarget } from '../model/request.js';
import { UsageError } from '../support/errors.js';
import { parseJson } from '../support/json.js';
import { parseNamed } from '../support/named-text.js';
import type { NamedText } from './project-config.js';

/** The inputs of the gates that are read from files of their own. */
type FileGates = Pick<GateOptions, 'ignores' | 'exceptions' | 'vex' | 'policy' | 'baseline'>;

/** Settings that gates are made of, by the names that config gives them. */
export interface GateSettings extends Omit<GateOptions, keyof FileGates | 'maxDbAgeMs' | 'minAgeDays' | 'warnOn'> {
  warnOn: GateOptions['warnOn'] | undefined;
  /** Milliseconds. */
  maxDbAge: number;
}

/** Settings that a request is made of. Texts of files are named by their paths. */
export interface RequestSettings extends GateSettings {
  ecosystem: readonly string[];
  exclude: readonly string[];
  gitignore: boolean;
  dev: boolean;
  userConfig: boolean;
  home: string | undefined;
  os: NonNullable<ScanRequest['home']>['os'] | undefined;
  project: string[];
  mcpTools: string[];
  modelKey: readonly string[];
  modelTrustRoot: string | undefined;
  modelIdentity: string | undefined;
  modelIssuer: string | undefined;
  vulnerabilities: boolean;
  kernelHeaders?: boolean;
  infrastructure: boolean;
  secrets: boolean;
  secretsHistory?: boolean;
  secretsArchives?: boolean;
  demo: boolean;
  offline: boolean;
  policy: string | undefined;
  baseline: string | undefined;
  vex: readonly string[];
}

/** What a scan is asked for. */
export interface RequestDraft {
  settings: RequestSettings;
  targets: ScanTarget[];
  /** Absolute folder that relative targets start from. */
  cwd: string;
  /** Files that hold ignores and exceptions, castellan.yaml first. */
  ignoreFiles: readonly NamedText[];
  /** Text of a file that the settings name. Throws OperationalError for one that cannot be read. */
  read(path: string): string;
}

/** The request that settings ask for; the same for everybody who starts a scan. Throws UsageError naming the value or line that is wrong. */
export async function buildRequest({ settings, targets, cwd, ignoreFiles, read }: RequestDraft): Promise<ScanRequest> {
  const gates = buildGates(settings, await readGateFiles(settings, ignoreFiles, read));
  return {
    targets,
    cwd,
    ecosystems: settings.ecosystem.map((name) => canonicalEcosystem(name, '--ecosystem')),
    exclude: [...settings.exclude],
    gitignore: settings.gitignore,
    includeDev: settings.dev,
    userConfig: settings.userConfig,
    ...(settings.home !== undefined && { home: { path: settings.home, ...(settings.os && { os: settings.os }) } }),
    ...(settings.project.length > 0 && { projects: settings.project }),
    ...(settings.mcpTools.length > 0 && { mcpTools: settings.mcpTools }),
    ...modelTrust(settings, read),
    vulnerabilities: settings.vulnerabilities,
    ...(settings.kernelHeaders && { kernelHeaders: true as const }),
    infrastructure: settings.infrastructure,
    secrets: settings.secrets,
    ...(settings.secretsHistory && { secretsHistory: true as const }),
    ...(settings.secretsArchives && { secretsArchives: true as const }),
    demo: settings.demo,
    offline: settings.offline,
    // Who judges licences wants to know where a text says something else than the metadata.
    ...(gates.policy?.licenses && { licenseTexts: true as const }),
    gates,
  };
}

/** The gates that settings ask for. */
export function buildGates(
  settings: GateSettings,
  { policy, baseline, ...lists }: FileGates = { ignores: [], exceptions: [], vex: [] },
): GateOptions {
  return {
    failOnSeverity: settings.failOnSeverity,
    ...(settings.warnOn !== undefined && { warnOn: settings.warnOn }),
    unknownSeverity: settings.unknownSeverity,
    failOnKev: settings.failOnKev,
    failOnUnresolved: settings.failOnUnresolved,
    failIfAiRisk: settings.failIfAiRisk,
    fixableOnly: settings.fixableOnly,
    ignoreUnfixed: settings.ignoreUnfixed,
    exitZero: settings.exitZero,
    allowEmpty: settings.allowEmpty,
    allowUnidentified: settings.allowUnidentified,
    modelPolicyMode: modelPolicyMode(settings),
    requireModelSignatures: settings.requireModelSignatures,
    blockUnsafeModelFormats: settings.blockUnsafeModelFormats,
    requireFreshDb: settings.requireFreshDb,
    maxDbAgeMs: settings.maxDbAge,
    ...lists,
    ...(policy && { policy }),
    ...(baseline && { baseline }),
  };
}

/** Either model flag alone means enforce, unless a mode is given. */
function modelPolicyMode(settings: GateSettings): GateOptions['modelPolicyMode'] {
  const implied = settings.requireModelSignatures || settings.blockUnsafeModelFormats;
  return settings.modelPolicyMode === 'off' && implied ? 'enforce' : settings.modelPolicyMode;
}

/** PEM files hold public keys or certificates; the first line says which. */
function modelTrust(settings: RequestSettings, read: RequestDraft['read']): Pick<ScanRequest, 'modelTrust'> {
  const { modelKey, modelTrustRoot, modelIdentity, modelIssuer } = settings;
  if (modelKey.length === 0 && modelTrustRoot === undefined) return {};
  const texts = modelKey.map((path) => ({ path, text: read(path) }));
  const odd = texts.find(({ text }) => !/-----BEGIN (?:PUBLIC KEY|CERTIFICATE)-----/.test(text));
  if (odd) throw new UsageError({ where: odd.path, message: 'neither a public key nor a certificate in PEM form' });
  const isCertificate = ({ text }: { text: string }) => text.includes('-----BEGIN CERTIFICATE-----');
  if (modelTrustRoot !== undefined && (modelIdentity === undefined || modelIssuer === undefined))
    throw new UsageError({ where: '--model-trust-root', message: 'needs --model-identity and --model-issuer: anybody can sign keyless' });
  return {
    modelTrust: {
      publicKeys: texts.filter((entry) => !isCertificate(entry)).map(({ text }) => text),
      certificates: texts.filter(isCertificate).map(({ text }) => text),
      ...(modelTrustRoot !== undefined && { trustedRoot: parseNamed(read(modelTrustRoot), modelTrustRoot, parseJson) }),
      ...(modelIdentity !== undefined && { identity: modelIdentity }),
      ...(modelIssuer !== undefined && { issuer: modelIssuer }),
    },
  };
}

async function readGateFiles(settings: RequestSettings, ignoreFiles: readonly NamedText[], read: RequestDraft['read']): Promise<FileGates> {
  const files: FileGates = { ignores: [], exceptions: [], vex: [] };
  for (const { text, path } of ignoreFiles) {
    const { parseIgnores } = await import('../policy/ignore-file.js');
    const { ignores, exceptions } = parseIgnores(text, path);
    files.ignores.push(...ignores);
    files.exceptions.push(...exceptions);
  }
  for (const path of settings.vex) {
    const { parseVex } = await import('../policy/vex-file.js');
    files.vex.push(...parseNamed(read(path), path, parseVex));
  }
  if (settings.policy !== undefined) files.policy = await policyOf(read(settings.policy), settings.policy, files);
  if (settings.baseline !== undefined) {
    const { readReport } = await import('../report/json/read.js');
    const { baselineOf } = await import('../policy/baseline.js');
    files.baseline = baselineOf(parseNamed(read(settings.baseline), settings.baseline, readReport), settings.baseline);
  }
  return files;
}

async function policyOf(text: string, path: string, files: FileGates): Promise<PolicyDocument> {
  const { parsePolicy } = await import('../policy/policy-file.js');
  const policy = parseNamed(text, path, parsePolicy);
  files.ignores.push(...(policy.ignores ?? []));
  files.exceptions.push(...(policy.exceptions ?? []));
  return policy;
}
