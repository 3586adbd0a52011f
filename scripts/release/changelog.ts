/** The part of a changelog about a version, without its heading. Throws where there is none, or nothing in it. */
export function notesOf(changelog: string, version: string): string {
  const sections = changelog.split(/^(?=## )/m);
  const section = sections.find((text) => text.startsWith(`## [${version}]`));
  const [, text = ''] = /^.*\n+([\s\S]*?)\s*$/.exec(section ?? '') ?? [];
  if (text === '') throw new Error(`CHANGELOG.md says nothing of ${version}; its line is "## [${version}] - DATE"`);
  return `${text}\n`;
}
