declare module 'spdx-expression-parse' {
  /** The parsed expression. Throws when the text is not an expression, or names an id that is not on the SPDX list. */
  export default function parse(expression: string): unknown;
}
