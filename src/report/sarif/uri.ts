/**
 * A path as a relative URI reference (RFC 3986, section 4.2): with `/`, never empty or absolute, and without scheme,
 * `.` and `..`.
 */
export function relativeUri(path: string): string {
  const segments = path
    .replaceAll('\\', '/')
    .split('/')
    .filter((segment) => segment !== '' && segment !== '.' && segment !== '..');
  return segments.map(encodeSegment).join('/') || 'unknown';
}

/**
 * `:` is encoded too, because `C:` must not read as a scheme. Lone surrogates, which a URI cannot hold, become U+FFFD.
 */
function encodeSegment(segment: string): string {
  const encoded = encodeURIComponent(segment.replace(/\p{Surrogate}/gu, '\ufffd'));
  return encoded.replaceAll('%40', '@').replaceAll('%2B', '+').replaceAll('%2C', ',').replaceAll('%3D', '=');
}
