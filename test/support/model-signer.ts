import { createHash, createSign, generateKeyPairSync, type KeyObject } from 'node:crypto';

/** A signed model in memory: file names and their contents. */
export type ModelContents = Readonly<Record<string, string>>;

/** What a test bends before it is signed, or after. */
export interface Signing {
  keys?: ReturnType<typeof signingKeys>;
  serialization?: Record<string, unknown>;
  resources?: { name: string; algorithm: string; digest: string }[];
  statement?: Record<string, unknown>;
  bundle?: Record<string, unknown>;
  hint?: string | null;
}

/** A new key pair on a curve, the public half also as PEM. */
export function signingKeys(curve = 'prime256v1'): { privateKey: KeyObject; pem: string } {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: curve });
  return { privateKey, pem: publicKey.export({ type: 'spki', format: 'pem' }).toString() };
}

/** SHA-256 of a text, in hex. */
export function sha256(text: string | Buffer): string {
  return createHash('sha256').update(text).digest('hex');
}

/** Text of a signature file over the contents, as the specification asks for it unless bent. */
export function signModel(contents: ModelContents, { keys = signingKeys(), ...bent }: Signing = {}): string {
  const resources = bent.resources ?? Object.entries(contents).map(([name, text]) => ({ name, algorithm: 'sha256', digest: sha256(text) }));
  const root = sha256(Buffer.concat(resources.map(({ digest }) => Buffer.from(digest, 'hex'))));
  const serialization = { method: 'files', hash_type: 'sha256', allow_symlinks: false, ignore_paths: ['model.sig'], ...bent.serialization };
  const payload = Buffer.from(
    JSON.stringify({
      _type: 'https://in-toto.io/Statement/v1',
      subject: [{ name: 'model', digest: { sha256: root } }],
      predicateType: 'https://model_signing/signature/v1.0',
      predicate: { serialization, resources },
      ...bent.statement,
    }),
  );
  const type = 'application/vnd.in-toto+json';
  const bytes = Buffer.concat([Buffer.from(`DSSEv1 ${type.length} ${type} ${payload.length} `), payload]);
  const curve = keys.privateKey.asymmetricKeyDetails?.namedCurve;
  const hash = curve === 'secp521r1' ? 'sha512' : curve === 'secp384r1' ? 'sha384' : 'sha256';
  const sig = createSign(hash).update(bytes).sign(keys.privateKey);
  const hint = bent.hint === undefined ? sha256(keys.pem) : bent.hint;
  return JSON.stringify({
    mediaType: 'application/vnd.dev.sigstore.bundle.v0.3+json',
    verificationMaterial: { publicKey: hint === null ? {} : { hint }, tlogEntries: [] },
    dsseEnvelope: { payload: payload.toString('base64'), payloadType: type, signatures: [{ sig: sig.toString('base64'), keyid: '' }] },
    ...bent.bundle,
  });
}
