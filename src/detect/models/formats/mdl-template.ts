import type { ModelFile, ModelObservation } from '../../../model/ai-evidence.js';
import type { Severity } from '../../../model/severity.js';
import type { Rule } from '../../contract/rule.js';
import { factText, observedRule } from './observed.js';

const ESCAPE_SEVERITY: Readonly<Record<string, Severity>> = {
  internals: 'critical',
  object: 'medium',
  import: 'medium',
  file: 'high',
  load: 'medium',
};

function loaded(observation: ModelObservation): boolean {
  return observation.facts?.loaded !== false;
}

/** Chat templates that leave the template language. */
export const mdlTemplateSsti: Rule<ModelFile> = observedRule(
  {
    id: 'MDL-TEMPLATE-SSTI',
    title: 'Chat template reaches Python internals',
    severity: 'critical',
    confidence: 'high',
    rationale:
      'Chat templates are Jinja programs that run for each conversation; outside a sandbox, walking to Python internals runs any code.',
    fix: 'Do not use this template; take the one of the original model, and render only in a sandboxed environment.',
    references: [
      'CWE-1336',
      'CWE-94',
      'OWASP LLM03',
      'OWASP ML06',
      'MITRE ATLAS AML.T0010.003',
      'https://nvd.nist.gov/vuln/detail/CVE-2024-34359',
    ],
  },
  {
    'template.escape': (observation) => ({
      severity: loaded(observation) ? (ESCAPE_SEVERITY[factText(observation, 'how')] ?? 'critical') : 'medium',
    }),
  },
);

/** Chat templates that add text of their own. */
export const mdlTemplateBackdoor: Rule<ModelFile> = observedRule(
  {
    id: 'MDL-TEMPLATE-BACKDOOR',
    title: 'Chat template hides instructions or sends messages away',
    severity: 'medium',
    confidence: 'medium',
    rationale:
      'The template adds prose or an address when a message holds certain words, or puts message text into an address: nobody who reads the chat sees why.',
    fix: 'Compare the template with the one of the original model and remove what was added.',
    references: ['OWASP LLM01', 'OWASP LLM04', 'MITRE ATLAS AML.T0018', 'CWE-506'],
  },
  { 'template.hidden': () => ({}) },
);
