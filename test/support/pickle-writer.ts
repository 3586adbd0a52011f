import { bufferSource } from '../../src/collect/models/contract/source.js';
import { scanSource } from '../../src/collect/models/scan.js';
import { judgeAll } from '../../src/detect/contract/rule.js';
import { modelRules } from '../../src/detect/models/registry.js';
import { modelVerdict } from '../../src/detect/models/verdict.js';
import type { ModelFile } from '../../src/model/ai-evidence.js';
import type { Fact } from '../../src/model/finding.js';

/** Bytes of a pickle written as text: one character a byte. */
export function pickle(...parts: readonly string[]): Buffer {
  return Buffer.from(parts.join(''), 'latin1');
}

/** SHORT_BINUNICODE of a short text. */
export function short(text: string): string {
  return `\x8c${String.fromCharCode(text.length)}${text}`;
}

/** An import by STACK_GLOBAL. */
export function imported(module: string, name: string): string {
  return `${short(module)}${short(name)}\x93`;
}

/** A whole pickle of protocol 4 that calls a function with one text. */
export function calling(module: string, name: string, argument = 'x'): Buffer {
  return pickle('\x80\x04', imported(module, name), short(argument), '\x85R.');
}

/** What the scanner and the rules say of bytes under a name. */
export interface Judged {
  file: ModelFile;
  facts: Fact[];
  verdict: string;
  /** `RULE severity` of all findings, sorted. */
  rules: string[];
}

/** Scans and judges bytes as a scan does. */
export function judged(bytes: Uint8Array, path = 'model.pkl'): Judged {
  const file = scanSource(bufferSource(bytes), path);
  const facts = judgeAll(modelRules, [file]);
  return { file, facts, verdict: modelVerdict(file, facts), rules: facts.map((fact) => `${fact.rule} ${fact.severity}`).sort() };
}

/** Evidence of the observations of a kind. */
export function evidenceOf({ file }: Judged, kind: string): string[] {
  return file.observations.filter((observation) => observation.kind === kind).map((observation) => observation.evidence);
}
