/** A name as it is compared where a rule forbids: letters of another case or width make no difference. */
export function foldedName(name: string): string {
  // Most names are plain: those have no other form.
  return PLAIN.test(name) ? name : name.normalize('NFKC').toLowerCase().trim();
}

const PLAIN = /^[a-z0-9_./:-]*$/;
