import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import type { Settings } from '../config/settings.js';
import { canonicalEcosystem } from '../ecosystems/named.js';
import type { Baseline, ExceptionRule, IgnoreRule, PolicyDocument, ScanRequest, ScanTarget, VexStatement } from '../model/request.js';
import { UsageError } from '../support/errors.js';
import { parseJson } from '../support/json.js';
import { parseNamedFile, readNamedFile } from './named-file.js';

/** Files besides the evidence that decide the verdict, read and parsed. */
interface GateFiles {
  ignores: IgnoreRule[];
  exceptions: ExceptionRule[];
  vex: VexStatement[];
  policy?: PolicyDocument;
  baseline?: Baseline;
}

/** The text of castellan.yaml and its place, where there is one. */
export interface ProjectConfig {
  path: string;
  text: string;
}

/** castellan.yaml of the project: the one named, or that of the first target that is a folder, or of the working folder. */
export function findProjectConfig(named: string | undefined, targets: readonly string[], cwd: string): ProjectConfig | undefined {
  if (named !== undefined) return { path: named, text: readNamedFile(named, cwd) };
  for (const folder of [...targets, '.']) {
    for (const name of ['castellan.yaml', 'castellan.yml']) {
      const path = folder === '.' ? name : `${folder.replace(/\/+$/, '')}/${name}`;
      if (existsSync(resolve(cwd, path))) return { path, text: readNamedFile(path, cwd) };
    }
  }
  return undefined;
}

/** The request that settings and operands ask for. */
export async function scanRequest(
  settings: Settings,
  operands: readonly string[],
  config: ProjectConfig | undefined,
  cwd: string,
): Promise<ScanRequest> {
  const files = await readNamedFiles(settings, config, cwd);
  const { policy, baseline, ...lists } = files;
  return {
    targets: targetsOf(settings, operands),
    cwd,
    ecosystems: settings.ecosystem.map((name) => canonicalEcosystem(name, '--ecosystem')),
    exclude: settings.exclude,
    gitignore: settings.gitignore,
    includeDev: settings.dev,
    userConfig: settings.userConfig,
    ...(settings.home !== undefined && { home: { path: settings.home, ...(settings.os && { os: settings.os }) } }),
    ...(settings.project.length > 0 && { projects: settings.project }),
    ...(settings.mcpTools.length > 0 && { mcpTools: settings.mcpTools }),
    ...modelTrust(settings, cwd),
    vulnerabilities: settings.vulnerabilities,
    demo: settings.demo,
    offline: settings.offline,
    gates: {
      failOnSeverity: settings.failOnSeverity,
      ...(settings.warnOn !== undefined && { warnOn: settings.warnOn }),
      unknownSeverity: settings.unknownSeverity,
      failOnKev: settings.failOnKev,
      failOnUnresolved: settings.failOnUnresolved,
      failIfAiRisk: settings.failIfAiRisk,
      fixableOnly: settings.fixableOnly,
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
    },
  };
}

/** Either model flag alone means enforce, unless a mode is given. */
function modelPolicyMode(settings: Settings): Settings['modelPolicyMode'] {
  const implied = settings.requireModelSignatures || settings.blockUnsafeModelFormats;
  return settings.modelPolicyMode === 'off' && implied ? 'enforce' : settings.modelPolicyMode;
}

/** PEM files hold public keys or certificates; which, their first line says. */
function modelTrust(settings: Settings, cwd: string): Pick<ScanRequest, 'modelTrust'> {
  const { modelKey, modelTrustRoot, modelIdentity, modelIssuer } = settings;
  if (modelKey.length === 0 && modelTrustRoot === undefined) return {};
  const texts = modelKey.map((path) => ({ path, text: readNamedFile(path, cwd) }));
  const odd = texts.find(({ text }) => !/-----BEGIN (?:PUBLIC KEY|CERTIFICATE)-----/.test(text));
  if (odd) throw new UsageError({ where: odd.path, message: 'neither a public key nor a certificate in PEM form' });
  const isCertificate = ({ text }: { text: string }) => text.includes('-----BEGIN CERTIFICATE-----');
  if (modelTrustRoot !== undefined && (modelIdentity === undefined || modelIssuer === undefined))
    throw new UsageError({ where: '--model-trust-root', message: 'needs --model-identity and --model-issuer: anybody can sign keyless' });
  return {
    modelTrust: {
      publicKeys: texts.filter((entry) => !isCertificate(entry)).map(({ text }) => text),
      certificates: texts.filter(isCertificate).map(({ text }) => text),
      ...(modelTrustRoot !== undefined && { trustedRoot: parseNamedFile(modelTrustRoot, cwd, parseJson) }),
      ...(modelIdentity !== undefined && { identity: modelIdentity }),
      ...(modelIssuer !== undefined && { issuer: modelIssuer }),
    },
  };
}

function targetsOf(settings: Settings, operands: readonly string[]): ScanTarget[] {
  const sboms = settings.sbom.map((value): ScanTarget => ({ kind: 'sbom', value }));
  const paths = operands.map((value): ScanTarget => ({ kind: 'path', value }));
  const named = (values: readonly string[], kind: ScanTarget['kind']) => values.map((value): ScanTarget => ({ kind, value }));
  const targets = [
    ...paths,
    ...sboms,
    ...named(settings.skills, 'skills'),
    ...named(settings.models, 'models'),
    ...named(settings.mcpConfig, 'mcp_config'),
    ...named(settings.inventory, 'inventory'),
  ];
  const elsewhere = settings.demo || settings.home !== undefined || settings.project.length > 0 || settings.mcpTools.length > 0;
  return targets.length > 0 || elsewhere ? targets : [{ kind: 'path', value: '.' }];
}

async function readNamedFiles(settings: Settings, config: ProjectConfig | undefined, cwd: string): Promise<GateFiles> {
  const files: GateFiles = { ignores: [], exceptions: [], vex: [] };
  for (const source of ignoreSources(settings, config, cwd)) {
    const { parseIgnores } = await import('../policy/ignore-file.js');
    // A key of no meaning would leave out ignores in silence; castellan.yaml itself has been read so already.
    if (source !== config) (await import('../config/project-file.js')).parseProjectFile(source.text, source.path);
    const { ignores, exceptions } = parseIgnores(source.text, source.path);
    files.ignores.push(...ignores);
    files.exceptions.push(...exceptions);
  }
  for (const path of settings.vex) {
    const { parseVex } = await import('../policy/vex-file.js');
    files.vex.push(...parseNamedFile(path, cwd, parseVex));
  }
  if (settings.policy !== undefined) files.policy = await readPolicy(settings.policy, files, cwd);
  if (settings.baseline !== undefined) files.baseline = await readBaseline(settings.baseline, cwd);
  return files;
}

async function readPolicy(path: string, files: GateFiles, cwd: string): Promise<PolicyDocument> {
  const { parsePolicy } = await import('../policy/policy-file.js');
  const policy = parseNamedFile(path, cwd, parsePolicy);
  files.ignores.push(...(policy.ignores ?? []));
  files.exceptions.push(...(policy.exceptions ?? []));
  return policy;
}

async function readBaseline(path: string, cwd: string): Promise<Baseline> {
  const { readReport } = await import('../report/json/read.js');
  const { baselineOf } = await import('../policy/baseline.js');
  return baselineOf(parseNamedFile(path, cwd, readReport), path);
}

function ignoreSources(settings: Settings, config: ProjectConfig | undefined, cwd: string): ProjectConfig[] {
  const named = settings.ignoreFile === undefined ? [] : [{ path: settings.ignoreFile, text: readNamedFile(settings.ignoreFile, cwd) }];
  return [...(config ? [config] : []), ...named];
}
