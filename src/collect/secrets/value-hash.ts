/**
 * A hash by which one run knows equal values: HMAC-SHA-256 with a key that is made here and never leaves, so that nobody can try values
 * against it later.
 *
 * @param key Where hashes are kept with what an image told: the key that is kept with them, for the same user only.
 */
export function valueHasher(key?: Uint8Array): (value: string) => string {
  let own = key;
  return (value) => {
    // Most runs find nothing, and loading this takes longer than to search a hundred files.
    const { createHmac, randomBytes } = process.getBuiltinModule('node:crypto');
    own ??= randomBytes(32);
    return createHmac('sha256', own).update(value).digest('hex').slice(0, 32);
  };
}
