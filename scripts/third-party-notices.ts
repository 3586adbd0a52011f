/**
 * Writes THIRD-PARTY-NOTICES.md: name, version, licence and licence text of every package that the build bundles; and dist/bundled.json,
 * their folders, from which scripts/release/sbom.ts makes our bill of materials.
 */
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

interface Metafile {
  inputs: Record<string, unknown>;
}

/** Packages of which the program has binaries, which no metafile names. */
const ADDED = ['node_modules/@photostructure/sqlite'];

/** What the build has of others that is no package: vectors of words, under the licence that we have too. */
const VECTORS = '## all-MiniLM-L6-v2, vectors of its pieces of words (Apache-2.0)';

/** One of the program, one of its web UI, one of its guide. */
const metafiles = ['dist/metafile-esm.json', 'dist/metafile-ui.json', 'dist/metafile-guide.json'];
const inputs = metafiles.flatMap((path) => Object.keys((JSON.parse(readFileSync(path, 'utf8')) as Metafile).inputs));
const folders = new Set(inputs.flatMap((path) => /^(?:.*\/)?node_modules\/(?:@[^/]+\/)?[^/]+(?=\/)/.exec(path)?.[0] ?? []));

/** The heading of a package, and its licence's text. */
function noticeOf(folder: string): { heading: string; text: string } {
  const { name, version, license } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as Record<string, string>;
  const file = readdirSync(folder).find((entry) => /^(licen[cs]e|copying)/i.test(entry));
  const text = file !== undefined && existsSync(join(folder, file)) ? licenceText(join(folder, file)) : 'No licence file in the package.';
  return { heading: `## ${name} ${version} (${license})`, text };
}

function licenceText(path: string): string {
  return readFileSync(path, 'utf8').trim().replaceAll('\r\n', '\n').replaceAll('```', "'''");
}

/** Dozens of packages have the same text: it stands once, below all of them. */
const packagesOf = new Map<string, string[]>();
const bundled = [...folders, ...ADDED].sort();
for (const folder of bundled) {
  const { heading, text } = noticeOf(folder);
  packagesOf.set(text, [...(packagesOf.get(text) ?? []), heading]);
}
const ours = licenceText('LICENSE');
packagesOf.set(ours, [...(packagesOf.get(ours) ?? []), VECTORS]);
const sections = [...packagesOf].map(([text, headings]) => `${headings.join('\n\n')}\n\n\`\`\`text\n${text}\n\`\`\`\n`);

writeFileSync(
  'THIRD-PARTY-NOTICES.md',
  `# Third-party notices\n\nThe build of Castellan contains code of these packages, and these data.\n\n${sections.join('\n')}`,
);
writeFileSync('dist/bundled.json', `${JSON.stringify(bundled, null, 2)}\n`);
