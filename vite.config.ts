import { writeFileSync } from 'node:fs';
import { relative } from 'node:path';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import { defineConfig, type Plugin } from 'vite';
import { routes } from './src/api/registry.js';

/** Method and path of each route of the API, so that the UI has neither the schemas nor a list of its own. */
function operations(): Plugin {
  const module = 'virtual:operations';
  const table = Object.fromEntries(Object.entries(routes).map(([operation, { method, path }]) => [operation, `${method} ${path}`]));
  return {
    name: 'operations',
    resolveId: (id) => (id === module ? `\0${module}` : undefined),
    load: (id) => (id === `\0${module}` ? `export default ${JSON.stringify(table)};` : undefined),
  };
}

/** Writes the compressed forms that the server sends, beside each file. */
function compressed(): Plugin {
  return {
    name: 'compressed',
    writeBundle({ dir = '' }, bundle) {
      for (const output of Object.values(bundle)) {
        const bytes = Buffer.from(output.type === 'chunk' ? output.code : output.source);
        if (bytes.length < 200) continue;
        writeFileSync(`${dir}/${output.fileName}.br`, brotliCompressSync(bytes));
        writeFileSync(`${dir}/${output.fileName}.gz`, gzipSync(bytes, { level: 9 }));
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
      const paths = inputs.filter((id) => id.includes('/node_modules/')).map((id) => relative(import.meta.dirname, id));
      writeFileSync('dist/metafile-ui.json', JSON.stringify({ inputs: Object.fromEntries(paths.map((path) => [path, {}])) }));
    },
  };
}

export default defineConfig({
  root: 'src/ui',
  base: '/',
  esbuild: { jsx: 'automatic', jsxImportSource: 'preact' },
  plugins: [operations(), compressed(), metafile()],
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
