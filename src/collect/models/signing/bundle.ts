import { InputError } from '../../../support/errors.js';
import { isObject, type JsonObject, own, parseJson } from '../../../support/json.js';

/**
 * How the signer is identified: by a bare key, by a certificate chain, or keyless through Sigstore's certificate
 * authority.
 */
export type SigningMaterial =
  | { method: 'key'; hint?: string }
  /** DER, leaf first. */
  | { method: 'certificate'; chain: Buffer[] }
  | { method: 'sigstore' };

/** A detached model signature: a Sigstore bundle (protobuf-specs v0.3, JSON form) with one DSSE envelope. */
export interface SignatureBundle {
  material: SigningMaterial;
  payload: Buffer;
  payloadType: string;
  signature: Buffer;
  /** The document itself, for the Sigstore library. */
  json: JsonObject;
}

const MEDIA_TYPE = /^application\/vnd\.dev\.sigstore\.bundle(?:\+json;version=0\.[1-3]|\.v0\.3\+json)$/;

/** True when the text looks like a bundle; used to find signatures whatever their names. */
export function looksLikeBundle(text: string): boolean {
  return text.includes('"dsseEnvelope"') && text.includes('application/vnd.dev.sigstore.bundle');
}

/** Reads a bundle. Throws InputError for anything other than exactly one DSSE signature over one payload. */
export function parseBundle(text: string, where: string): SignatureBundle {
  const json = parseJson(text, where);
  if (!isObject(json)) throw refused(where, 'expected a Sigstore bundle, found other JSON');
  const mediaType = own(json, 'mediaType');
  if (typeof mediaType !== 'string' || !MEDIA_TYPE.test(mediaType)) throw refused(where, 'not a Sigstore bundle of a known version');
  const envelope = member(json, 'dsseEnvelope', where);
  return {
    material: materialOf(member(json, 'verificationMaterial', where), where),
    payload: base64(own(envelope, 'payload'), 'payload', where),
    payloadType: textOf(own(envelope, 'payloadType'), 'payloadType', where),
    signature: onlySignature(own(envelope, 'signatures'), where),
    json,
  };
}

function materialOf(material: JsonObject, where: string): SigningMaterial {
  const key = own(material, 'publicKey');
  if (isObject(key)) {
    const hint = own(key, 'hint');
    return { method: 'key', ...(typeof hint === 'string' && hint !== '' && { hint }) };
  }
  const chain = own(material, 'x509CertificateChain');
  if (isObject(chain)) return { method: 'certificate', chain: certificatesOf(own(chain, 'certificates'), where) };
  if (isObject(own(material, 'certificate'))) return { method: 'sigstore' };
  throw refused(where, 'names neither key nor certificate');
}

const MAX_CHAIN = 6;

function certificatesOf(list: unknown, where: string): Buffer[] {
  if (!Array.isArray(list) || list.length === 0) throw refused(where, 'empty certificate chain');
  if (list.length > MAX_CHAIN) throw refused(where, `more than ${MAX_CHAIN} certificates`);
  return list.map((item: unknown) => base64(isObject(item) ? own(item, 'rawBytes') : undefined, 'certificate', where));
}

/** DSSE allows several signatures. Readers would then differ in which one counts, so exactly one is accepted. */
function onlySignature(list: unknown, where: string): Buffer {
  const [first, ...others]: unknown[] = Array.isArray(list) ? list : [];
  if (first === undefined) throw refused(where, 'holds no signature');
  if (others.length > 0) throw refused(where, 'holds more than one signature');
  return base64(isObject(first) ? own(first, 'sig') : undefined, 'signature', where);
}

function member(object: JsonObject, key: string, where: string): JsonObject {
  const value = own(object, key);
  if (!isObject(value)) throw refused(where, `lacks ${key}`);
  return value;
}

function textOf(value: unknown, what: string, where: string): string {
  if (typeof value !== 'string') throw refused(where, `lacks ${what}`);
  return value;
}

const BASE64 = /^[A-Za-z0-9+/_-]*={0,2}$/;

function base64(value: unknown, what: string, where: string): Buffer {
  const text = textOf(value, what, where);
  if (text === '' || !BASE64.test(text)) throw refused(where, `${what} is no base64`);
  return Buffer.from(text, 'base64');
}

function refused(where: string, message: string): InputError {
  return new InputError({ where, issue: 'invalid_entry', message });
}
