/** One independent reason to distrust a package. A strong one is evidence, a weak one only likeness. */
export interface Signal {
  rule: 'look-alike' | 'dependency-confusion' | 'odd-source';
  strong: boolean;
  /** Enough by itself: the project's own configuration contradicts what was installed. */
  conclusive?: true;
  text: string;
  fix: string;
}
