import type { ModelFile } from '../../../model/ai-evidence.js';
import { compareText } from '../../../support/compare-text.js';
import type { ScanInput } from '../contract/format.js';

/** A model that this one says it is derived from. Without a commit, the reference may mean other bytes tomorrow. */
export interface ModelReference {
  /** File that states it, as reports show it. */
  path: string;
  /** Hub id, address or container name: `org/name`. */
  reference: string;
  /** Branch, tag or commit, if stated. */
  revision?: string;
  /** True unless the revision is a full commit. */
  floating: boolean;
}

const HUB_ID = /^[A-Za-z0-9][\w.-]{0,95}\/[A-Za-z0-9][\w.-]{0,95}$/;
const HUB_ADDRESS =
  /^https?:\/\/(?:www\.)?(?:huggingface\.co|hf\.co)\/((?!datasets\/|spaces\/|docs\/|blog\/)[\w.-]+\/[\w.-]+)(?:\/(?:tree|blob|resolve)\/([\w.-]+))?/;
const COMMIT = /^[0-9a-f]{40}$/;

/** Splits a value of a config into hub id and revision; undefined for local folders and plain names. */
export function parseReference(text: string): Omit<ModelReference, 'path'> | undefined {
  const address = HUB_ADDRESS.exec(text);
  const [id = '', at] = address ? [address[1], address[2]] : text.split('@', 2);
  if (!HUB_ID.test(id) || /\.(bin|json|pt|pth|safetensors|onnx|gguf|h5|pkl|txt|model)$/i.test(id)) return undefined;
  return { reference: id, ...(at !== undefined && { revision: at }), floating: at === undefined || !COMMIT.test(at) };
}

/** Observes a reference to another model, under the key that states it. */
export function observeProvenance(input: ScanInput, key: string, text: string, revision?: string): void {
  const found = parseReference(revision === undefined ? text : `${text}@${revision}`);
  if (found === undefined) return;
  input.observe({
    kind: 'provenance.reference',
    evidence: `${key}: ${found.reference}${found.revision === undefined ? '' : `@${found.revision}`}`,
    facts: { key, reference: found.reference, floating: found.floating, ...(found.revision !== undefined && { revision: found.revision }) },
  });
}

/** Observes the licence that a model card or config states. */
export function observeLicence(input: ScanInput, licence: string): void {
  input.observe({ kind: 'provenance.licence', evidence: licence.slice(0, 200), facts: { licence: licence.slice(0, 200) } });
}

/** The references that a scanned file states, sorted by name: the provenance part of the inventory. */
export function listReferences(file: ModelFile): ModelReference[] {
  const found: ModelReference[] = [];
  for (const { kind, facts } of file.observations) {
    if (kind !== 'provenance.reference' || typeof facts?.reference !== 'string') continue;
    const { reference, revision, floating } = facts;
    found.push({ path: file.path, reference, ...(typeof revision === 'string' && { revision }), floating: floating === true });
  }
  return found.sort((a, b) => compareText(a.reference, b.reference));
}
