/** Bytes of evidence in the folder or bucket, with or without a row. */
export interface StoredBytes {
  /** SHA-256 in hex. */
  hash: string;
  storageUri: string;
}
