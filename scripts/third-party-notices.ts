/** Writes THIRD-PARTY-NOTICES.md: name, version, licence and licence text of every package that the build bundles. */
import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

interface Metafile {
  inputs: Record<string, unknown>;
}

/** One of the program, one of its web UI. */
const metafiles = ['dist/metafile-esm.json', 'dist/metafile-ui.json'];
const inputs = metafiles.flatMap((path) => Object.keys((JSON.parse(readFileSync(path, 'utf8')) as Metafile).inputs));
const folders = new Set(inputs.flatMap((path) => /^(?:.*\/)?node_modules\/(?:@[^/]+\/)?[^/]+(?=\/)/.exec(path)?.[0] ?? []));

const sections = [...folders].sort().map((folder) => {
  const { name, version, license } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as Record<string, string>;
  const file = readdirSync(folder).find((entry) => /^(licen[cs]e|copying)/i.test(entry));
  const text =
    file !== undefined && existsSync(join(folder, file))
      ? readFileSync(join(folder, file), 'utf8').trim()
      : 'No licence file in the package.';
  return `## ${name} ${version} (${license})\n\n\`\`\`text\n${text.replaceAll('```', "'''")}\n\`\`\`\n`;
});

writeFileSync(
  'THIRD-PARTY-NOTICES.md',
  `# Third-party notices\n\nThe build of Castellan contains code of these packages.\n\n${sections.join('\n')}`,
);
for (const path of metafiles) rmSync(path);
