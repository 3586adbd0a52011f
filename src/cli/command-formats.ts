import { formatsOf, reportFormats } from '../report/registry.js';

/** The formats of a command that prints an answer of its own. */
export const answerFormats = ['console', 'json'] as const;

/** The formats each command writes, in the order of its help; the first is the default. Commands not named here have none. */
export const commandFormats = {
  scan: reportFormats,
  agents: ['table', 'json', 'mermaid', 'html'],
  sbom: ['cyclonedx', 'spdx'],
  licenses: ['console', 'json', 'spdx', 'markdown'],
  'skills audit': reportFormats,
  'skills explain': answerFormats,
  'iac values': ['json'],
  check: ['console', 'json', 'sarif'],
  graph: ['console', 'json', ...formatsOf('graph')],
  explain: answerFormats,
  'rules list': answerFormats,
  'rules explain': answerFormats,
} as const satisfies Readonly<Record<string, readonly string[]>>;
