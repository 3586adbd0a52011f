/** The parts of a package URL, decoded: `pkg:type/namespace/name@version?qualifiers#subpath` (ECMA-427). */
export interface Purl {
  type: string;
  /** Segments joined by `/`. */
  namespace?: string;
  name: string;
  version?: string;
  qualifiers?: Readonly<Record<string, string>>;
  subpath?: string;
}
