/** JSON that is serialised already, for a JSON column: when the text was hashed, it need not be serialised twice. */
export class JsonText {
  constructor(readonly text: string) {}
}

/** Texts that a statement takes as one parameter, for PostgreSQL's `any`. */
export class TextArray {
  constructor(readonly texts: readonly string[]) {}
}
