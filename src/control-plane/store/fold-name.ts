/**
 * User names ignore case and Unicode composition. Databases disagree about that beyond ASCII, so names are folded here.
 */
export function foldName(name: string): string {
  return name.normalize('NFC').toLowerCase();
}
