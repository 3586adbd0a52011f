/** Ceilings on everything the outside world sizes. At each, the outcome is `truncated` or `failed`, never silence. */
export const limits = {
  /** Bytes of one text file a reader takes whole. */
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
