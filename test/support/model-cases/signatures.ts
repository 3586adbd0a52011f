import { signatureObservations } from '../../../src/collect/models/signing/observations.js';
import { type SignatureTrust, verifyModelSignature } from '../../../src/collect/models/signing/signature.js';
import type { ModelFile } from '../../../src/model/ai-evidence.js';
import { diskFiles } from '../../../src/system/files.js';
import { type ModelContents, type Signing, signingKeys, signModel } from '../model-signer.js';
import { writeTree } from '../project-folder.js';

/** A model that is signed, and what lies on the disk in the end. */
export interface SignatureCase {
  /** Absent: there is no signature. */
  signing?: Signing;
  /** Files written after signing. */
  later?: ModelContents;
}

const CONTENTS: ModelContents = { 'config.json': '{}', 'weights.bin': 'weights' };
const keys = signingKeys();
const ignoring = (...paths: string[]): Signing => ({ serialization: { ignore_paths: ['model.sig', '.git', ...paths] } });

/** Cases of the rules about signatures, by rule id. */
export const signatureCases: Readonly<Record<string, Record<'hit' | 'miss', Record<string, SignatureCase>>>> = {
  'MDL-SIG-MISSING': { hit: { unsigned: {} }, miss: { signed: { signing: {} } } },
  'MDL-SIG-INVALID': { hit: { 'another key': { signing: { keys: signingKeys() } } }, miss: { 'the right key': { signing: {} } } },
  'MDL-SIG-CHANGED': {
    hit: { 'other weights': { signing: {}, later: { 'weights.bin': 'WEIGHTS' } } },
    miss: { 'an ignored folder': { signing: ignoring('notes'), later: { 'notes/a.md': 'a' } } },
  },
  'MDL-SIG-UNCOVERED': {
    hit: { 'an ignored file': { signing: ignoring('extra.bin'), later: { 'extra.bin': 'x' } } },
    miss: { 'the files of git': { signing: ignoring(), later: { '.git/config': 'x' } } },
  },
};

/** Lays a case out in a folder, verifies it and gives the model with what was seen. */
export async function signedModel({ signing, later = {} }: SignatureCase, folder: string): Promise<ModelFile> {
  writeTree(folder, { ...CONTENTS, ...(signing && { 'model.sig': signModel(CONTENTS, { keys, ...signing }) }), ...later });
  const trust: SignatureTrust = { publicKeys: [keys.pem], certificates: [], now: Date.now() };
  const at = { files: diskFiles, location: folder, signature: `${folder}/model.sig`, shown: 'model.sig' };
  const observations = signatureObservations(await verifyModelSignature(at, trust));
  return { ref: 'model:models/m', path: 'models/m', size: 0, format: 'folder', observations, unread: [], artifact: true };
}
