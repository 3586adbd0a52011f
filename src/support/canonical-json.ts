/**
 * JSON with object keys sorted by UTF-16 code units and no white space (RFC 8785 for the values we use): equal values,
 * equal bytes. For hashes and MACs. Undefined members are left out; cycles and non-finite numbers throw.
 */
export function canonicalJson(value: unknown): string {
  if (value === null || typeof value !== 'object') return primitive(value);
  if (Array.isArray(value)) return `[${value.map((item) => canonicalJson(item ?? null)).join(',')}]`;
  const entries = Object.entries(value).filter(([, member]) => member !== undefined);
  entries.sort(([a], [b]) => (a < b ? -1 : 1));
  return `{${entries.map(([key, member]) => `${JSON.stringify(key)}:${canonicalJson(member)}`).join(',')}}`;
}

function primitive(value: unknown): string {
  const text = JSON.stringify(value);
  if (text === undefined || (typeof value === 'number' && !Number.isFinite(value))) throw new TypeError(`not JSON: ${typeof value}`);
  return text;
}
