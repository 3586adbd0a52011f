/** One independent reason to distrust a package. A strong one is evidence; a weak one is only a likeness. */
export interface Signal {
  rule: 'look-alike' | 'dependency-confusion' | 'odd-source';
  strong: boolean;
  /** True when it is enough by itself: the project's own configuration contradicts what was installed. */
  conclusive?: true;
  text: string;
  fix: string;
}
