/** A matcher for one path segment in which `*` matches any characters. Linear in the length of the name. */
export function segmentPattern(segment: string): (name: string) => boolean {
  const parts = segment.split('*');
  const first = parts[0] ?? '';
  const last = parts.at(-1) ?? '';
  const middle = parts.slice(1, -1);
  return (name) => {
    if (parts.length === 1) return name === segment;
    if (name.length < first.length + last.length || !name.startsWith(first) || !name.endsWith(last)) return false;
    let at = first.length;
    const end = name.length - last.length;
    for (const part of middle) {
      const found = name.indexOf(part, at);
      if (found === -1 || found + part.length > end) return false;
      at = found + part.length;
    }
    return true;
  };
}

/** True when a path equals a folder or is below it. Both are absolute, with `/` or `\`. */
export function isInside(path: string, folder: string): boolean {
  const parent = folder.replace(/[\\/]+$/, '');
  return path === parent || path === folder || (path.startsWith(parent) && /[\\/]/.test(path.charAt(parent.length)));
}
