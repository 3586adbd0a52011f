import { bundleFromJSON } from '@sigstore/bundle';
import { TrustedRoot } from '@sigstore/protobuf-specs';
import { toSignedEntity, toTrustMaterial, Verifier } from '@sigstore/verify';
import type { JsonObject } from '../../../support/json.js';

/** The required signer of a keyless signature, and the trusted root. */
export interface KeylessPolicy {
  /** A parsed `trusted_root.json` of Sigstore. */
  trustedRoot: unknown;
  /** Subject alternative name of the certificate: an e-mail address or a workflow's address. */
  identity: string;
  /** Address of the OpenID provider. */
  issuer: string;
}

/**
 * Checks certificate, transparency log entry, timestamps and signature of a keyless bundle, offline against the given
 * root. Returns the reason when one of them is not valid.
 */
export function verifyKeyless(bundle: JsonObject, { trustedRoot, identity, issuer }: KeylessPolicy): string | undefined {
  try {
    const trust = toTrustMaterial(TrustedRoot.fromJSON(trustedRoot));
    const verifier = new Verifier(trust, { tlogThreshold: 1, ctlogThreshold: 1, timestampThreshold: 1 });
    const pattern = `^${identity.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&')}$`;
    verifier.verify(toSignedEntity(bundleFromJSON(bundle)), { subjectAlternativeName: pattern, extensions: { issuer } });
    return undefined;
  } catch (error) {
    return error instanceof Error && error.message !== '' ? error.message : 'the keyless signature cannot be checked';
  }
}
