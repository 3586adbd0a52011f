/** A CVE id as one number, year first, so that 300 000 scores take four bytes of key each; undefined for other ids. */
export function epssKey(cve: string): number | undefined {
  const parts = /^CVE-(\d{4})-(\d{4,9})$/.exec(cve);
  return parts ? Number(parts[1]) * 1e9 + Number(parts[2]) : undefined;
}
