const HEAD = 4096;

/** True for what scanners for secrets write: their reports and baselines quote or hash what they found elsewhere. */
export function isForeignReport(path: string, bytes: Uint8Array): boolean {
  const name = path.slice(path.lastIndexOf('/') + 1);
  if (/^\.secrets\.baseline$|^\.gitleaksignore$|^\.?trufflehog|^\.ggshield|\.sarif(?:\.json)?$/i.test(name)) return true;
  if (!/\.json$|\.csv$/i.test(name)) return false;
  const head = Buffer.from(bytes.subarray(0, HEAD)).toString('latin1');
  return (
    /"\$schema":\s{0,4}"[^"]{0,200}sarif/i.test(head) ||
    (/"RuleID"/.test(head) && /"Fingerprint"|"StartColumn"/.test(head)) ||
    (/"plugins_used"/.test(head) && /"generated_at"|"filters_used"|"version"/.test(head)) ||
    (/"SourceMetadata"/.test(head) && /"DetectorName"/.test(head))
  );
}
