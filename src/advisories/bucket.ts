/** The directory of the OSV bucket an ecosystem's records lie in: `Debian` of `Debian:12`. */
export function bucketOf(ecosystem: string): string {
  const colon = ecosystem.indexOf(':');
  return colon === -1 ? ecosystem : ecosystem.slice(0, colon);
}
