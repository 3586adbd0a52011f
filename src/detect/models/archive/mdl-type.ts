import type { ModelFile } from '../../../model/ai-evidence.js';
import type { Rule } from '../../contract/rule.js';
import { hitAt, ofKind } from '../subject/observations.js';

/** Suffixes that promise plain data. */
const DATA_SUFFIX = /\.(?:safetensors|gguf|onnx|json|txt|md|csv|jpe?g|png|gif|webp|parquet|ya?ml|xml|pmml|tflite)$/i;
/** Formats whose loading runs code. */
const CODE_FORMATS = new Set(['pickle', 'pytorch-legacy', 'pytorch-zip', 'pytorch-tar', 'torchscript']);

/** The name promises data, but the content is a format that runs code. */
export const typeMismatch: Rule<ModelFile> = {
  id: 'MDL-TYPE-MISMATCH',
  family: 'models',
  title: 'File is not what its name says',
  severity: 'medium',
  confidence: 'high',
  rationale: 'The suffix names a format without code, but the content is one that runs code when it is loaded.',
  fix: 'Do not load the file by its content; ask the publisher for the format the name promises.',
  references: ['CVE-2025-1889', 'CVE-2025-10155', 'CWE-345', 'MITRE ATLAS AML.T0074'],
  check: (file) =>
    DATA_SUFFIX.test(file.path) && CODE_FORMATS.has(file.format)
      ? [{ location: { path: file.path }, subject: file.ref, evidence: `${file.format} content` }]
      : [],
};

/** A file with two valid formats: a scanner that reads one misses the other. */
export const typePolyglot: Rule<ModelFile> = {
  id: 'MDL-TYPE-POLYGLOT',
  family: 'models',
  title: 'File is two formats at once',
  severity: 'high',
  confidence: 'medium',
  rationale: 'Different programs read different things from the same bytes, so one of them loads what the other never checked.',
  fix: 'Do not load the file. No writer of models makes such a file.',
  references: ['CWE-345', 'MITRE ATLAS AML.T0074'],
  check: (file) => ofKind(file, 'type.several').map((observation) => hitAt(file, observation)),
};
