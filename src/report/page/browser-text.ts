import { fileURLToPath } from 'node:url';
import { buildSync } from 'esbuild';

/** The pages' scripts and styles by name, each with its entry module in `src/report/browser`. */
const ENTRIES = {
  findingsScript: 'findings.ts',
  findingsStyle: 'findings.css',
  graphScript: 'graph/main.ts',
  graphStyle: 'graph/graph.css',
} as const;

type BrowserText = Readonly<Record<keyof typeof ENTRIES, string>>;

/**
 * The bundled scripts and styles. The build runs this module and replaces the value by the texts; when the program runs
 * from source, they are bundled on first use. Equal sources give equal bytes.
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
