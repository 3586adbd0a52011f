/** The `Age` header of an answer (RFC 9111, 5.1) in whole seconds, rounded up; no header for a fresh answer. */
export function ageHeader(ageMs: number): Record<string, string> {
  return ageMs > 0 ? { age: `${Math.ceil(ageMs / 1000)}` } : {};
}
