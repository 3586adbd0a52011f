const PLAIN = /^[A-Za-z0-9@%_+=:,./-]+$/;

/**
 * A text of the evidence as one word of a POSIX command line: quoted where it must be, without control characters, and without
 * dashes before it, so that it can be no option (no package name or version begins with one).
 */
export function shellWord(text: string): string {
  const clean = text.replace(/[\u0000-\u001f\u007f-\u009f]/g, '').replace(/^-+/, '');
  return PLAIN.test(clean) ? clean : `'${clean.replaceAll("'", "'\\''")}'`;
}
