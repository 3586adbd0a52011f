/** One independent reason to distrust a package. A strong one is evidence, a weak one only likeness. */
export interface Signal {
  rule: 'look-alike' | 'dependency-confusion' | 'odd-source';
  strong: boolean;
  text: string;
  fix: string;
}
