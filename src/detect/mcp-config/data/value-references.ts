/** Each client's syntax for "the value of this variable", by client id; from the clients' documentation. */
const FORMS: Readonly<Record<string, (name: string) => string>> = {
  cursor: (name) => `\${env:${name}}`,
  windsurf: (name) => `\${env:${name}}`,
  'roo-code': (name) => `\${env:${name}}`,
  vscode: (name) => `\${input:${name.toLowerCase()}}`,
  'vscode-insiders': (name) => `\${input:${name.toLowerCase()}}`,
  'vscode-server': (name) => `\${input:${name.toLowerCase()}}`,
  'visual-studio': (name) => `\${input:${name.toLowerCase()}}`,
  opencode: (name) => `{env:${name}}`,
  crush: (name) => `$${name}`,
  'gemini-cli': (name) => `$${name}`,
  'qwen-code': (name) => `$${name}`,
  continue: (name) => `\${{ secrets.${name} }}`,
};

/** A reference to a variable in the client's own syntax. */
export function referenceForm(client: string, name: string): string {
  const form = Object.hasOwn(FORMS, client) ? FORMS[client] : undefined;
  const plain = name.replace(/[^A-Za-z0-9_]/g, '_').slice(0, 80);
  return `\`${form ? form(plain) : `\${${plain}}`}\``;
}
