import { createHash, createPublicKey, type KeyObject } from 'node:crypto';
import { InputError } from '../../../support/errors.js';
import { quote } from '../../../support/quote.js';
import type { Files } from '../../../system/files.js';
import { looksLikeBundle, parseBundle, type SignatureBundle } from './bundle.js';
import { checkContents } from './coverage.js';
import { hashOfKey, signedBy } from './envelope.js';
import type { CheckedModel } from './model-tree.js';
import { PAYLOAD_TYPE, parseStatement, type SigningStatement } from './statement.js';

/** Which keys and roots are trusted, and whose signature is required. */
export interface SignatureTrust {
  /** PEM texts of public keys (P-256, P-384, P-521). */
  publicKeys: readonly string[];
  /** PEM texts of root certificates. */
  certificates: readonly string[];
  /** A parsed `trusted_root.json` of Sigstore; only used together with identity and issuer. */
  trustedRoot?: unknown;
  identity?: string;
  issuer?: string;
  /** Milliseconds since the epoch. */
  now: number;
}

/** A reason why a signature is not valid. */
export interface SignatureProblem {
  kind: 'bundle' | 'signature' | 'trust' | 'changed' | 'missing' | 'extra' | 'unreadable';
  path?: string;
  /** The predicate of a sentence: `does not have the signed digest`. */
  text: string;
}

/**
 * `present`: well-formed and matching the files, but no given key or root can identify the signer. Only `verified`
 * counts.
 */
export interface SignatureResult {
  state: 'verified' | 'invalid' | 'present' | 'missing';
  method?: 'key' | 'certificate' | 'sigstore';
  problems: SignatureProblem[];
  /** Paths that a signature leaves unprotected. */
  uncovered: string[];
  /** Remarks that do not change the state: an expired certificate, a bundle without key hint. */
  notes: string[];
}

/** Names and suffixes of signatures beside or in a model. */
const NAMES = /^(?:model\.sig|.*\.sig|.*\.sigstore(?:\.json)?|.*\.bundle\.json)$/i;

/** Absolute path of the signature in a model's folder; undefined when there is none. */
export function findSignature(files: Files, folder: string): string | undefined {
  const entries = files.list(folder);
  const names = new Set(entries.map(({ name }) => name));
  // `model.sig` beside `model/` belongs to that folder, not to the folder that contains both.
  const named = entries.filter(
    ({ kind, raw, name }) => kind === 'file' && raw === undefined && NAMES.test(name) && !names.has(name.replace(/\.sig$/i, '')),
  );
  const sorted = named.sort((a, b) => Number(b.name === 'model.sig') - Number(a.name === 'model.sig'));
  const found = sorted.find(({ name }) => name === 'model.sig' || looksLikeBundle(headOf(files, `${folder}/${name}`)));
  return found && `${folder}/${found.name}`;
}

/** True for a file that is a signature by name and content; false for a missing file, and for a dangling link. */
export function isSignatureFile(files: Files, absolute: string): boolean {
  const name = absolute.slice(absolute.lastIndexOf('/') + 1);
  if (!NAMES.test(name)) return false;
  const real = files.realPath(absolute);
  if (real === undefined || files.info(real)?.kind !== 'file') return false;
  return name === 'model.sig' || looksLikeBundle(headOf(files, absolute));
}

function headOf(files: Files, path: string): string {
  return Buffer.from(files.head(path, MAX_HEAD)).toString('utf8');
}

/** Absolute paths of a model and its signature. `shown` is the signature's path for messages. */
export interface SignedModel extends CheckedModel {
  shown: string;
}

/** Only in small bundles both marks come before the end of the payload, so a large part of the file is read. */
const MAX_HEAD = 1024 * 1024;

const MAX_SIGNATURE_BYTES = 64 * 1024 * 1024;

/**
 * Verifies a detached OpenSSF Model Signing 1.0 signature over a model's folder: who signed it, and whether the bytes
 * are the signed ones.
 */
export async function verifyModelSignature(model: SignedModel, trust: SignatureTrust): Promise<SignatureResult> {
  const result: SignatureResult = { state: 'missing', problems: [], uncovered: [], notes: [] };
  if (!model.files.info(model.signature, true)) return result;
  try {
    const { bundle, statement } = readSignature(model);
    result.method = bundle.material.method;
    const signer = await checkSigner(bundle, statement, trust);
    result.notes.push(...signer.notes);
    if (signer.problem !== undefined) result.problems.push({ kind: 'signature', text: signer.problem });
    // Without a valid signature, the list of files proves nothing.
    else if (!(await fits(model, statement, result))) result.state = 'invalid';
    else if (signer.unknown === undefined) result.state = 'verified';
    else {
      result.state = 'present';
      result.problems.push({ kind: 'trust', text: signer.unknown });
    }
  } catch (error) {
    if (!(error instanceof InputError)) throw error;
    result.problems.push({ kind: 'bundle', text: error.message });
  }
  return result.state === 'missing' ? { ...result, state: 'invalid' } : result;
}

function readSignature({ files, signature, shown }: SignedModel): { bundle: SignatureBundle; statement: SigningStatement } {
  const bundle = parseBundle(Buffer.from(files.read(signature, MAX_SIGNATURE_BYTES)).toString('utf8'), shown);
  if (bundle.payloadType !== PAYLOAD_TYPE) {
    throw new InputError({ where: shown, issue: 'invalid_entry', message: 'the payload is not declared as in-toto JSON' });
  }
  return { bundle, statement: parseStatement(bundle.payload, shown) };
}

async function fits(model: SignedModel, statement: SigningStatement, result: SignatureResult): Promise<boolean> {
  const { problems, uncovered } = await checkContents(model, statement);
  result.problems.push(...problems);
  result.uncovered.push(...uncovered);
  return problems.length === 0;
}

/** `problem`: the signature is invalid. `unknown`: there is no key or root to check it with. */
interface Signer {
  problem?: string;
  unknown?: string;
  notes: string[];
}

async function checkSigner(bundle: SignatureBundle, statement: SigningStatement, trust: SignatureTrust): Promise<Signer> {
  const { material } = bundle;
  if (material.method === 'key') return checkKey(bundle, { hint: material.hint, legacy: statement.legacy }, trust.publicKeys);
  if (material.method === 'sigstore') return checkKeyless(bundle, trust);
  if (trust.certificates.length === 0) return { unknown: 'no root certificate is given', notes: [] };
  const { verifyCertificates: verifyChain } = await import('./certificates.js');
  const chain = verifyChain(material.chain, trust.certificates, trust.now);
  if ('problem' in chain) return { problem: chain.problem, notes: [] };
  const holds = signedBy(chain.leaf.publicKey, bundle, statement.legacy);
  return holds ? { notes: chain.notes } : { problem: 'was not made by the key of its certificate', notes: chain.notes };
}

interface KeyFacts {
  hint: string | undefined;
  legacy: boolean;
}

function checkKey(bundle: SignatureBundle, { hint, legacy }: KeyFacts, pems: readonly string[]): Signer {
  const keys = pems.map(keyOf).filter((key) => key !== undefined);
  if (keys.length === 0) return { unknown: 'no public key is given', notes: [] };
  const notes = hint === undefined ? ['the bundle does not name its key'] : [];
  const named = keys.filter((key) => hint === undefined || hintOf(key) === hint);
  if (named.length === 0) return { problem: 'was made with a key that is not given', notes };
  if (!named.some((key) => hashOfKey(key) !== undefined)) return { problem: 'uses a kind of key that model signing does not know', notes };
  return named.some((key) => signedBy(key, bundle, legacy)) ? { notes } : { problem: 'was not made with the given key', notes };
}

function keyOf(pem: string): KeyObject | undefined {
  try {
    return createPublicKey(pem);
  } catch {
    return undefined;
  }
}

/** SHA-256 of the key's PEM text (SubjectPublicKeyInfo, lines of 64 columns). */
function hintOf(key: KeyObject): string {
  return createHash('sha256')
    .update(key.export({ type: 'spki', format: 'pem' }))
    .digest('hex');
}

async function checkKeyless({ json }: SignatureBundle, { trustedRoot, identity, issuer }: SignatureTrust): Promise<Signer> {
  if (trustedRoot === undefined) return { unknown: 'no Sigstore trust root is given', notes: [] };
  if (identity === undefined || issuer === undefined)
    return { unknown: 'the identity and issuer it must come from are not given', notes: [] };
  const { verifyKeyless } = await import('./sigstore.js');
  const problem = verifyKeyless(json, { trustedRoot, identity, issuer });
  return problem === undefined ? { notes: [] } : { problem: quote(problem, 200), notes: [] };
}
