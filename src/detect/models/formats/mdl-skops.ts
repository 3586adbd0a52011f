import type { ModelFile, ModelObservation } from '../../../model/ai-evidence.js';
import type { Rule } from '../../contract/rule.js';
import { judgeImport } from '../pickle/judge-import.js';
import { factText, observedRule, type Ruling } from './observed.js';
import { isGivenAway, type SkopsLoader, skopsLoaders } from './skops-loaders.js';

/** Types of a skops schema. */
export const mdlSkopsType: Rule<ModelFile> = observedRule(
  {
    id: 'MDL-SKOPS-TYPE',
    title: 'skops file makes its reader import an unknown type',
    severity: 'medium',
    confidence: 'high',
    rationale:
      'The schema names classes and functions to import; a type on no list of harmless ones, or a loader that does not fit its class, runs other code than the trusted list shows.',
    fix: 'Look at get_untrusted_types before loading, and update skops to 0.13 or later.',
    references: [
      'CWE-502',
      'CWE-829',
      'OWASP LLM03',
      'OWASP ML06',
      'MITRE ATLAS AML.T0010.003',
      'https://nvd.nist.gov/vuln/detail/CVE-2025-54412',
      'https://nvd.nist.gov/vuln/detail/CVE-2025-54413',
    ],
  },
  {
    'skops.type': judgeSkops,
    'skops.method': ({ facts }) => (facts?.inner === true || facts?.foreign === true ? { severity: 'high' } : undefined),
  },
);

/**
 * How the loader would use the name: a name with access to the machine, a name that does not fit its loader, or an
 * unknown name.
 */
function judgeSkops(observation: ModelObservation): Ruling | undefined {
  const [module, name, loader] = [factText(observation, 'module'), factText(observation, 'name'), factText(observation, 'loader')];
  const type = `${module} ${name}`;
  const known = Object.hasOwn(skopsLoaders, loader) ? skopsLoaders[loader] : undefined;
  const judged = judgeImport(module, name);
  const reaches = judged === 'dangerous' || judged === 'code';
  if (known === undefined) return { severity: reaches ? 'critical' : 'medium', evidence: `${loader} for ${type}: no loader of the format` };
  if (known.fits !== undefined && !known.fits.test(type)) return misfit(known, { type, loader, name, judged });
  if (judged === 'dangerous' && known.fits === undefined) return { severity: 'critical' };
  if (reaches) return { severity: 'high' };
  if (isGivenAway(loader, type)) return { evidence: `${loader} for ${type}` };
  return judged === 'safe' || known.fits !== undefined ? undefined : {};
}

/** Libraries derive their own containers. A known class that is not one, and a function, are there to be called. */
function misfit(
  { open }: SkopsLoader,
  { type, loader, name, judged }: { type: string; loader: string; name: string; judged: string },
): Ruling {
  const derived = open === true && judged === 'unknown' && /^_?[A-Z]\w*$/.test(name);
  return { severity: derived ? 'medium' : 'high', evidence: `${loader} for ${type}` };
}
