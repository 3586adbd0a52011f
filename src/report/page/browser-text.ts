import { fileURLToPath } from 'node:url';
import { buildSync } from 'esbuild';

/** Scripts and styles of the pages, by name: the module each begins with, in `src/report/browser`. */
const ENTRIES = {
  findingsScript: 'findings.ts',
  findingsStyle: 'findings.css',
  graphScript: 'graph/main.ts',
  graphStyle: 'graph/graph.css',
} as const;

type BrowserText = Readonly<Record<keyof typeof ENTRIES, string>>;

/**
 * The texts that the pages carry, each bundled into one. The build runs this module and puts the texts themselves in its place; from
 * source they are bundled when first asked for. Equal sources give equal bytes.
 */
export const browserText: BrowserText = bundled();

function bundled(): BrowserText {
  const { outputFiles } = buildSync({
    entryPoints: { ...ENTRIES },
    absWorkingDir: fileURLToPath(new URL('../browser', import.meta.url)),
    outdir: '.',
    write: false,
    bundle: true,
    format: 'iife',
    target: ['es2023', 'chrome110', 'firefox115', 'safari16.4'],
    minify: true,
    legalComments: 'none',
    charset: 'utf8',
  });
  const text = (name: keyof typeof ENTRIES) => outputFiles.find(({ path }) => path.includes(`${name}.`))?.text ?? '';
  return {
    findingsScript: text('findingsScript'),
    findingsStyle: text('findingsStyle'),
    graphScript: text('graphScript'),
    graphStyle: text('graphStyle'),
  };
}
