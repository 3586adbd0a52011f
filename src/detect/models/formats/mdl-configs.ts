import type { ModelFile, ModelObservation } from '../../../model/ai-evidence.js';
import type { Rule } from '../../contract/rule.js';
import { judgeImport } from '../pickle/judge-import.js';
import { isHubLibrary, isModelTarget, loadsAnything } from './known-targets.js';
import { factText, observedRule, type Ruling } from './observed.js';

const SUPPLY = ['CWE-829', 'OWASP LLM03', 'OWASP ML06', 'MITRE ATLAS AML.T0010.003'];

/** Code that a hub's loader takes from another place. */
export const mdlHfRemote: Rule<ModelFile> = observedRule(
  {
    id: 'MDL-HF-REMOTE',
    title: 'Model makes its loader run code of a repository',
    severity: 'medium',
    confidence: 'high',
    rationale:
      'The configuration names Python beside the weights, of another repository, or packages from a private index; with trust_remote_code or an install it runs here.',
    fix: 'Read that code, pin the revision by commit, and leave trust_remote_code off where the library has the model itself.',
    references: SUPPLY,
  },
  {
    'hf.remote': ({ facts }) => (facts?.foreign === true ? { severity: 'high' } : {}),
    'hf.component': (observation) => (isHubLibrary(factText(observation, 'library')) ? undefined : {}),
    'hf.module': (observation) =>
      factText(observation, 'target').startsWith('sentence_transformers.') ? undefined : judgeTarget(observation),
    'requirements.source': () => ({}),
  },
);

/** References to other models that may change unnoticed. */
export const mdlHfFloating: Rule<ModelFile> = observedRule(
  {
    id: 'MDL-HF-FLOATING',
    title: 'Model refers to another model without a commit',
    severity: 'none',
    confidence: 'medium',
    rationale: 'A reference by name or branch may give other bytes tomorrow than today.',
    fix: 'Pin the reference to a whole commit.',
    references: ['OWASP LLM03', 'MITRE ATLAS AML.T0010.003'],
  },
  { 'provenance.reference': ({ facts }) => (facts?.floating === true ? {} : undefined) },
);

function judgeTarget(observation: ModelObservation): Ruling | undefined {
  const target = factText(observation, 'target');
  const dot = target.lastIndexOf('.');
  const judged = judgeImport(dot < 0 ? 'builtins' : target.slice(0, dot), target.slice(dot + 1));
  if (judged === 'dangerous' || judged === 'code') return { severity: 'critical' };
  if (loadsAnything(target)) return { severity: 'high' };
  if (judged === 'safe' || isModelTarget(target)) return undefined;
  return factText(observation, 'key') === '_target_' || observation.kind === 'hf.module' ? { severity: 'medium' } : undefined;
}

/** Callables that a configuration makes its reader import. */
export const mdlConfTarget: Rule<ModelFile> = observedRule(
  {
    id: 'MDL-CONF-TARGET',
    title: 'Configuration names a callable to run',
    severity: 'medium',
    confidence: 'high',
    rationale: 'Hydra, NeMo, PyYAML and MLflow import and call what the configuration names while the model loads.',
    fix: 'Check the named callable; load YAML with a safe loader and restrict targets to the classes you expect.',
    references: ['CWE-502', 'CWE-94', ...SUPPLY, 'https://nvd.nist.gov/vuln/detail/CVE-2025-23304'],
  },
  { 'config.target': judgeTarget, 'yaml.tag': judgeTag, 'mlflow.loader': judgeLoader },
);

function judgeTag(observation: ModelObservation): Ruling {
  const target = factText(observation, 'target');
  const dot = target.lastIndexOf('.');
  const judged = target === '' ? 'dangerous' : judgeImport(dot < 0 ? 'builtins' : target.slice(0, dot), target.slice(dot + 1));
  return { severity: judged === 'safe' ? 'medium' : 'critical' };
}

function judgeLoader(observation: ModelObservation): Ruling | undefined {
  const module = factText(observation, 'module');
  if (/^mlflow(\.\w+)*$/.test(module)) return undefined;
  return judgeImport(module, '_load_pyfunc') === 'dangerous' ? { severity: 'critical' } : {};
}

/** Paths in configurations. */
export const mdlConfPath: Rule<ModelFile> = observedRule(
  {
    id: 'MDL-CONF-PATH',
    title: 'Configuration names a path outside the model',
    severity: 'medium',
    confidence: 'medium',
    rationale: 'A loader that follows the path reads or imports files of this machine that do not belong to the model.',
    fix: 'Correct the path, or do not load the model.',
    references: ['CWE-22', 'OWASP ML06', 'MITRE ATLAS AML.T0010.003'],
  },
  {
    'config.path': (observation) => pathSeverity(factText(observation, 'key')),
    'mlflow.code': (observation) => ({ severity: factText(observation, 'how') === 'inside' ? 'low' : 'medium' }),
  },
);

/** Trainers write absolute paths of their own disk; shards and members outside the folder are no accident. */
function pathSeverity(key: string): Ruling {
  return { severity: key === 'weight_map' || key === 'file' || key.endsWith('path') === false ? 'medium' : 'low' };
}
