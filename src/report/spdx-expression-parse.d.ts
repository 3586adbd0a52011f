declare module 'spdx-expression-parse' {
  /** The parsed expression. Throws when the text is none, or names an id that is not on the SPDX list. */
  export default function parse(expression: string): unknown;
}
