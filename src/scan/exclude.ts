import picomatch from 'picomatch';

/** A test for `--exclude`: globs against paths relative to the scanned folder; a folder is left out with all below it. */
export function excluder(globs: readonly string[]): (path: string) => boolean {
  if (globs.length === 0) return () => false;
  const patterns = globs.flatMap((glob) => {
    const clean = glob.replace(/^\.\//, '').replace(/\/+$/, '');
    const anywhere = clean.includes('/') ? [clean] : [clean, `**/${clean}`];
    return anywhere.flatMap((pattern) => [pattern, `${pattern}/**`]);
  });
  const matches = picomatch(patterns, { dot: true });
  return (path) => matches(path.endsWith('/') ? path.slice(0, -1) : path);
}
