/** Says how old an answer is (RFC 9111, 5.1), in whole seconds, rounded up; nothing of one that is of now. */
export function ageHeader(ageMs: number): Record<string, string> {
  return ageMs > 0 ? { age: `${Math.ceil(ageMs / 1000)}` } : {};
}
