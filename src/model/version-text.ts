/**
 * A version of a package as people write it and tools take it. Evidence and databases of Go leave out the `v` that `go` wants
 * (Go Modules Reference, "Versions"); releases of Go itself have none.
 */
export function versionText({ ecosystem, name }: { ecosystem?: string; name: string }, version: string): string {
  const isModule = ecosystem === 'Go' && name !== 'stdlib' && name !== 'toolchain';
  return isModule && /^\d/.test(version) ? `v${version}` : version;
}
