import { findSignature, isSignatureFile, type SignatureResult, verifyModelSignature } from '../collect/models/signing/signature.js';
import type { ScanRequest } from '../model/request.js';
import type { Context } from '../system/context.js';

/** What is known about one file's signature; findings of a signature are reported at the file that is `first`. */
export interface FileSignature {
  result: SignatureResult;
  first: boolean;
}

/** A signed model (a folder or one file) and its signature file, as absolute paths. */
interface Signed {
  location: string;
  signature: string;
}

/** Signatures of the models below one root: each is verified once, for all files it covers. */
export class ModelSignatures {
  private readonly verified = new Map<string, SignatureResult>();
  private readonly bare = new Set<string>();
  private readonly byFolder = new Map<string, Signed | undefined>();

  constructor(
    private readonly root: string,
    private readonly context: Context,
    private readonly request: ScanRequest,
  ) {}

  /** True for a file that is itself a signature. */
  is(absolute: string): boolean {
    return isSignatureFile(this.context.files, absolute);
  }

  /** The result for a signature that no model file led to: a folder of texts can be signed as well. */
  async ofSignature(absolute: string): Promise<{ location: string; result: SignatureResult } | undefined> {
    const location = this.signedBy(absolute);
    if (this.verified.has(location)) return undefined;
    const result = await this.verify({ location, signature: absolute });
    this.verified.set(location, result);
    return { location, result };
  }

  /** `weights.sig` beside `weights` signs that; any other signature signs the folder it is in. */
  private signedBy(signature: string): string {
    const beside = signature.replace(/\.sig$/i, '');
    return beside !== signature && this.context.files.info(beside, true) !== undefined ? beside : parentOf(signature);
  }

  /** The nearest signature over the file: its own, or that of a folder it lies in. `missing` if there is none, or if it leaves the file out. */
  async of(absolute: string): Promise<FileSignature> {
    const signed = this.beside(absolute) ?? this.around(parentOf(absolute));
    if (signed === undefined) return this.missing(parentOf(absolute));
    const known = this.verified.get(signed.location);
    const result = known ?? (await this.verify(signed));
    this.verified.set(signed.location, result);
    const inside = absolute.slice(signed.location.length + 1);
    return { result: result.uncovered.includes(inside) ? { ...result, state: 'missing' } : result, first: known === undefined };
  }

  private missing(folder: string): FileSignature {
    const first = this.request.gates.requireModelSignatures && !this.bare.has(folder);
    this.bare.add(folder);
    return { result: { state: 'missing', problems: [], uncovered: [], notes: [] }, first };
  }

  /** `weights.bin` with `weights.bin.sig`, `model/` with `model.sig`. */
  private beside(location: string): Signed | undefined {
    const signature = `${location}.sig`;
    return this.is(signature) ? { location, signature } : undefined;
  }

  /** The signature of a folder or of one around it, up to the root. */
  private around(folder: string): Signed | undefined {
    if (this.byFolder.has(folder)) return this.byFolder.get(folder);
    const signature = findSignature(this.context.files, folder);
    const own = signature === undefined ? this.beside(folder) : { location: folder, signature };
    const found = own ?? (folder === this.root || !folder.startsWith(`${this.root}/`) ? undefined : this.around(parentOf(folder)));
    this.byFolder.set(folder, found);
    return found;
  }

  private verify({ location, signature }: Signed): Promise<SignatureResult> {
    const { context, request } = this;
    const trust = request.modelTrust ?? { publicKeys: [], certificates: [] };
    const model = {
      files: context.files,
      location,
      signature,
      shown: signature.slice(signature.lastIndexOf('/') + 1),
      signal: context.signal,
    };
    return verifyModelSignature(model, { ...trust, now: context.clock() });
  }
}

function parentOf(path: string): string {
  return path.slice(0, path.lastIndexOf('/')) || '/';
}
