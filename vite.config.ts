import { rmSync, writeFileSync } from 'node:fs';
import { relative } from 'node:path';
import { brotliCompressSync } from 'node:zlib';
import { defineConfig, type Plugin } from 'vite';
import { findingStatuses, triageStates } from './src/api/finding-filter.js';
import { routes } from './src/api/registry.js';
import { ecosystems } from './src/ecosystems/registry.js';
import { findingKinds } from './src/model/finding.js';
import { severities } from './src/model/severity.js';

/** Method and path of each route of the API, so that the UI has neither the schemas nor a list of its own. */
const operations = Object.fromEntries(Object.entries(routes).map(([operation, { method, path }]) => [operation, `${method} ${path}`]));

/** Words that fields of the API may have, for the choices of filters. */
const choices = {
  severity: severities,
  status: findingStatuses,
  kind: findingKinds,
  triage: triageStates,
  ecosystem: [...new Set(ecosystems.map(({ name }) => name))].sort(),
};

/** A module of the UI that is data of the program: `virtual:<name>`. */
function data(name: string, value: unknown): Plugin {
  const module = `virtual:${name}`;
  return {
    name,
    resolveId: (id) => (id === module ? `\0${module}` : undefined),
    load: (id) => (id === `\0${module}` ? `export default ${JSON.stringify(value)};` : undefined),
  };
}

/** Leaves of each file its smallest form, which the server makes the others of. The document is for whoever looks into the package. */
function compressed(): Plugin {
  return {
    name: 'compressed',
    writeBundle({ dir = '' }, bundle) {
      for (const output of Object.values(bundle)) {
        const bytes = Buffer.from(output.type === 'chunk' ? output.code : output.source);
        if (bytes.length < 200) continue;
        writeFileSync(`${dir}/${output.fileName}.br`, brotliCompressSync(bytes));
        if (output.fileName !== 'index.html') rmSync(`${dir}/${output.fileName}`);
      }
    },
  };
}

/** Lists what is bundled, in the form of esbuild's metafile; the notices of third parties are made from it. */
function metafile(): Plugin {
  return {
    name: 'metafile',
    writeBundle(_, bundle) {
      const inputs = Object.values(bundle).flatMap((output) => (output.type === 'chunk' ? output.moduleIds : []));
      // Rollup names what it makes of a CommonJS file after it, with a mark before and a query behind.
      const files = inputs.map((id) => id.replace(/^\0/, '').replace(/\?.*$/, ''));
      const paths = files.filter((id) => id.includes('/node_modules/')).map((id) => relative(import.meta.dirname, id));
      writeFileSync('dist/metafile-ui.json', JSON.stringify({ inputs: Object.fromEntries(paths.map((path) => [path, {}])) }));
    },
  };
}

export default defineConfig({
  root: 'src/ui',
  base: '/',
  esbuild: { jsx: 'automatic', jsxImportSource: 'preact' },
  plugins: [data('operations', operations), data('choices', choices), compressed(), metafile()],
  build: {
    outDir: '../../dist/ui',
    assetsDir: 'ui',
    emptyOutDir: true,
    target: 'es2022',
    // Nothing is written into the page: its content security policy allows no inline script, style or data address of either.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    reportCompressedSize: false,
  },
});
