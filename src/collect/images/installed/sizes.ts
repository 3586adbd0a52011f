export const MEBIBYTE = 1024 * 1024;

/** Most bytes of a file of metadata. */
export const METADATA = 64 * MEBIBYTE;
