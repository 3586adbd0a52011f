/** Limits on the size of all outside input. Input beyond a limit makes the outcome `truncated` or `failed`; it is never dropped silently. */
export const limits = {
  /** Bytes of one text file that a reader reads completely. */
  maxFileBytes: 256 * 1024 * 1024,
  /** Nesting of JSON, YAML, TOML, XML. */
  maxDepth: 200,
  /** Packages in one file. */
  maxPackages: 1_000_000,
  /** Files of one walk. */
  maxFiles: 5_000_000,
  /** Characters of a name or version that are kept; longer ones are `invalid_entry`. */
  maxNameLength: 512,
  /** Uncompressed bytes of one advisory record. */
  maxAdvisoryBytes: 16 * 1024 * 1024,
  /** Uncompressed bytes taken out of one archive of evidence. */
  maxArchiveBytes: 8 * 1024 * 1024 * 1024,
  /** Ratio above which an archive entry is taken for a bomb. */
  maxCompressionRatio: 1000,
} as const;
