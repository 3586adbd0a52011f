/** User names are the same in any case and composition; databases disagree on what that means beyond ASCII, so this program says. */
export function foldName(name: string): string {
  return name.normalize('NFC').toLowerCase();
}
