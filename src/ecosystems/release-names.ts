/** The release of a component's ecosystem: `12` of `Debian:12`, empty when there is none. */
export function releaseOf(ecosystem: string): string {
  const colon = ecosystem.indexOf(':');
  return colon === -1 ? '' : ecosystem.slice(colon + 1);
}

/**
 * Database names of a component's ecosystem: itself when the database has it, else the other spellings of its release that
 * the database has, in the order given. An ecosystem without a release has none, since any release would be a guess.
 */
export function namesOfRelease(
  ecosystem: string,
  known: readonly string[],
  spellings: (release: string) => readonly string[],
): readonly string[] {
  const release = releaseOf(ecosystem);
  if (release === '') return [];
  if (known.includes(ecosystem)) return [ecosystem];
  return spellings(release).filter((name) => known.includes(name));
}

/** The number before the first point: some distributions have advisories per major release, but tools write the minor one too. */
export function majorRelease(release: string): string {
  return /^[0-9]+/.exec(release)?.[0] ?? release;
}
