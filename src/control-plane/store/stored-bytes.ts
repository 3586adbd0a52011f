/** Bytes of evidence as they lie in the folder or bucket, whether or not a row knows of them. */
export interface StoredBytes {
  /** SHA-256, hex. */
  hash: string;
  storageUri: string;
}
