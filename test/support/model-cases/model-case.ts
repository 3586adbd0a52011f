/** Bytes of a model under the name they are scanned by. */
export interface ModelBytes {
  path: string;
  bytes: Uint8Array | string;
}

/** What a rule about models must find, and what looks like it and is harmless; by the name of the case. */
export interface ModelRuleCases {
  hit: Readonly<Record<string, ModelBytes>>;
  miss: Readonly<Record<string, ModelBytes>>;
}

/** Cases by rule id. Models are made in code: binary files are not kept here. */
export type ModelCases = Readonly<Record<string, ModelRuleCases>>;

/** Bytes or text as a file of this name. */
export function named(path: string, bytes: Uint8Array | string): ModelBytes {
  return { path, bytes };
}

/** A value as a JSON file of this name. */
export function json(path: string, value: unknown): ModelBytes {
  return { path, bytes: JSON.stringify(value) };
}
