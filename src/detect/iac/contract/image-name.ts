/** The parts of an image's name: `registry/path:tag@digest`. */
export function imageParts(image: string): { name: string; tag?: string; digest?: string } {
  const [named = '', digest] = image.split('@', 2);
  const colon = named.lastIndexOf(':');
  const tagged = colon > named.lastIndexOf('/');
  return {
    name: tagged ? named.slice(0, colon) : named,
    ...(tagged && { tag: named.slice(colon + 1) }),
    ...(digest !== undefined && { digest }),
  };
}
