/** The text with the characters that mean something in HTML as references. */
export function asHtml(text: string): string {
  return text.replace(/[&<>"']/g, (mark) => `&#${mark.charCodeAt(0)};`);
}
