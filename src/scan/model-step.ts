import { isArtifact } from '../collect/models/contract/model-paths.js';
import type { Root } from '../collect/source-file.js';
import type { AiModel } from '../model/agent.js';
import type { ModelFile } from '../model/ai-evidence.js';
import type { CollectorOutcome, Issue } from '../model/outcome.js';
import type { ScanRequest } from '../model/request.js';
import { failureOf } from '../support/contain.js';
import { Turns } from '../support/turns.js';
import type { Context } from '../system/context.js';
import { ModelSignatures } from './model-signatures.js';

/** Models of one target; verdicts are set once the rules have judged them. */
export interface ModelCollection {
  models: AiModel[];
  modelFiles: ModelFile[];
  collectors: CollectorOutcome[];
  issues: Issue[];
}

/** Why a file is scanned: by its name in a walk, as part of a folder of models, or because the user named it. */
export interface ModelCandidate {
  path: string;
  absolute: string | Buffer;
  by: 'walk' | 'folder' | 'name';
}

interface ModelReadContext {
  root: Root;
  context: Context;
  request: ScanRequest;
}

const COLLECTOR = 'models';

/** Suffixes that other programs also use. A file with such a suffix and unknown content is not reported as an unread model. */
const AMBIGUOUS = /\.(?:bin|data|z|p|mdl|model|params|opt|plan|mar|pb|engine|sav|jl|weights|ckpt|jit|trt|lite|pbtxt|bst|t7)$/i;

/** Scans model files and what stands beside them, and verifies the signature of each folder that has one. */
export async function collectModels(files: readonly ModelCandidate[], around: ModelReadContext): Promise<ModelCollection> {
  const { scanModelFile } = await import('../collect/models/scan.js');
  const result: ModelCollection = { models: [], modelFiles: [], collectors: [], issues: [] };
  const signatures = new ModelSignatures(around.root.absolute, around.context, around.request);
  const turns = Turns.heeding(around.context.signal);
  for (const file of files) {
    const { context, root } = around;
    if (turns.isOver) await turns.pass();
    const path = root.prefix + file.path;
    context.emit({ event: 'progress', step: 'collect', done: result.modelFiles.length, label: path });
    try {
      const scanned = scanModelFile(context.files, { absolute: String(file.absolute), path }, context.signal);
      if (isForeign(scanned, file)) continue;
      await keep(scanned, { file, result, signatures });
    } catch (error) {
      const { kind, reason } = failureOf(error);
      fail(result, { path, named: file.by === 'name', issue: { kind, reason } });
    }
  }
  for (const file of files) if (file.by !== 'walk') await keepSignature({ file, result, signatures }, around);
  return result;
}

/** A signature is verified even if no file of its model has a known format: it is compared with its files, whatever they are. */
async function keepSignature({ file, result, signatures }: Keeping, { root }: ModelReadContext): Promise<void> {
  const absolute = String(file.absolute);
  if (!signatures.is(absolute)) return;
  const signed = await signatures.ofSignature(absolute);
  if (signed === undefined) return;
  const { signatureObservations } = await import('../collect/models/signing/observations.js');
  const inside = signed.location === root.absolute ? '' : signed.location.slice(root.absolute.length + 1);
  const path = root.prefix + inside || '.';
  const ref = `model:${path}`;
  const model = { ref, path, format: 'unknown' };
  const unread = ['none of its files is of a format that is known'];
  result.modelFiles.push({ ...model, size: 0, observations: signatureObservations(signed.result), unread, artifact: false });
  result.models.push({ ...model, verdict: 'unknown', signature: signed.result.state });
  result.collectors.push({ id: COLLECTOR, target: root.prefix + file.path, outcome: 'scanned', components: 0, issues: 0 });
}

/** Files beside models that are no models: a licence, a picture, a file with another program's suffix. */
function isForeign({ format, observations }: ModelFile, { path, by }: ModelCandidate): boolean {
  if (format !== 'unknown' || by === 'name') return false;
  return by === 'folder' ? !isArtifact(path) && observations.length === 0 : AMBIGUOUS.test(path);
}

interface Keeping {
  file: ModelCandidate;
  result: ModelCollection;
  signatures: ModelSignatures;
}

async function keep(scanned: ModelFile, { file, result, signatures }: Keeping): Promise<void> {
  const { ref, path, format, unread } = scanned;
  const isModel = isArtifact(path) || (file.by !== 'walk' && !signatures.is(String(file.absolute)));
  const signature = isModel ? await signatures.of(String(file.absolute)) : undefined;
  if (signature) {
    const { signatureObservations } = await import('../collect/models/signing/observations.js');
    scanned.observations.push(...(signature.first ? signatureObservations(signature.result) : []));
  }
  result.modelFiles.push(scanned);
  if (isModel) result.models.push({ ref, path, format, verdict: 'unknown', signature: signature?.result.state ?? 'not_checked' });
  const outcome = unread.length > 0 ? 'failed' : 'scanned';
  for (const reason of unread) result.issues.push({ collector: COLLECTOR, path, kind: 'unparsable', reason });
  result.collectors.push({
    id: COLLECTOR,
    target: path,
    outcome,
    components: 0,
    issues: unread.length,
    ...(file.by === 'name' && { named: true }),
  });
}

function fail(
  result: ModelCollection,
  { path, named, issue }: { path: string; named: boolean; issue: Pick<Issue, 'kind' | 'reason'> },
): void {
  result.issues.push({ collector: COLLECTOR, path, ...issue });
  result.collectors.push({ id: COLLECTOR, target: path, outcome: 'failed', components: 0, issues: 1, ...(named && { named: true }) });
}
