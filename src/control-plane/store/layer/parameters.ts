/** JSON that has been written already, for a column of what it says: where a hash was taken of the text, it need not be written twice. */
export class JsonText {
  constructor(readonly text: string) {}
}

/** Texts that a statement takes as one parameter, for `any` of PostgreSQL. */
export class TextArray {
  constructor(readonly texts: readonly string[]) {}
}
