/** Tests paths of one root; those that `--exclude` leaves out are remembered as reports show them. */
export class Exclusion {
  /** Report paths that were left out; folders end in `/`. */
  readonly paths = new Set<string>();

  constructor(private readonly test: (path: string) => boolean) {}

  /** A test for paths relative to a root whose report paths begin with `prefix`. */
  at(prefix: string): (path: string) => boolean {
    return (path) => {
      if (!this.test(path)) return false;
      this.paths.add(prefix + path);
      return true;
    };
  }
}
