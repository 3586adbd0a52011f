import type { ModelFile } from '../../../model/ai-evidence.js';
import type { Rule } from '../../contract/rule.js';
import { observedRule } from './observed.js';

/** Numbers of a GGUF file that point outside it, and repeated keys. */
export const mdlGgufBounds: Rule<ModelFile> = observedRule(
  {
    id: 'MDL-GGUF-BOUNDS',
    title: 'GGUF header does not fit the file',
    severity: 'medium',
    confidence: 'high',
    rationale:
      'Counts, lengths, dimensions or offsets beyond the file are how readers in C are made to write outside their memory; a key given twice is read differently by different readers.',
    fix: 'Do not load this file; fetch it again from its publisher and compare the digest.',
    references: ['CWE-190', 'CWE-787', 'CWE-20', 'OWASP ML06', 'https://nvd.nist.gov/vuln/detail/CVE-2024-25664'],
  },
  { 'gguf.bounds': () => ({}), 'gguf.duplicate': () => ({}) },
);

/** Safetensors headers that the reference reader would refuse, or that readers disagree on. */
export const mdlStHeader: Rule<ModelFile> = observedRule(
  {
    id: 'MDL-ST-HEADER',
    title: 'Safetensors header does not describe the file',
    severity: 'medium',
    confidence: 'high',
    rationale:
      'Overlaps, holes, trailing bytes, duplicate keys and false shapes make two programs read two different models, or hide another file in this one.',
    fix: 'Fetch the file again from its publisher and compare the digest; the reference reader refuses such files.',
    references: ['CWE-20', 'OWASP ML06', 'MITRE ATLAS AML.T0010.003'],
  },
  { 'safetensors.fault': () => ({}), 'safetensors.name': () => ({ severity: 'low' }) },
);

/** Active content where a loader expects none. */
export const mdlMetaActive: Rule<ModelFile> = observedRule(
  {
    id: 'MDL-META-ACTIVE',
    title: 'Model metadata holds active content',
    severity: 'low',
    confidence: 'medium',
    rationale:
      'Script, shell or template text in metadata does nothing to the loader, but may run in a viewer, a template engine or a converter that trusts it.',
    fix: 'Remove the value, and escape metadata wherever it is shown.',
    references: ['CWE-79', 'CWE-116', 'OWASP ML06'],
  },
  { 'metadata.active': () => ({}) },
);

/** Document types of XML models. */
export const mdlXmlEntity: Rule<ModelFile> = observedRule(
  {
    id: 'MDL-XML-ENTITY',
    title: 'XML model declares dangerous entities',
    severity: 'high',
    confidence: 'high',
    rationale: 'An XML parser that resolves entities reads files and addresses the document names, or runs out of memory expanding them.',
    fix: 'Do not load this file; switch document types off in the XML parser of the program that loads models.',
    references: ['CWE-611', 'CWE-776', 'OWASP ML06'],
  },
  { 'xml.entity': ({ facts }) => ({ severity: facts?.how === 'external' ? 'high' : 'medium' }) },
);

/** R objects that are code. */
export const mdlRPromise: Rule<ModelFile> = observedRule(
  {
    id: 'MDL-R-PROMISE',
    title: 'R data holds code',
    severity: 'critical',
    confidence: 'high',
    rationale:
      'A promise in serialised R data runs its expression when the object is first touched; closures and bytecode run when they are called.',
    fix: 'Read the file only with R 4.4.0 or later, and prefer formats for plain data.',
    references: ['CWE-502', 'OWASP LLM03', 'OWASP ML06', 'MITRE ATLAS AML.T0011.000', 'https://nvd.nist.gov/vuln/detail/CVE-2024-27322'],
  },
  { 'r.active': ({ evidence }) => (evidence === 'PROMSXP' ? {} : { severity: 'medium' }) },
);
