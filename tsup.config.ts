import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { defineConfig } from 'tsup';

const manifest = JSON.parse(readFileSync('package.json', 'utf8')) as { version: string };

const SCAN = resolve('src/cli/commands/scan.ts');

/** Modules that are loaded on demand while a scan runs: readers, reports, detectors; not commands, nor what only `db` loads. */
function lazyModules(): Set<string> {
  const found = new Set<string>();
  for (const entry of readdirSync('src', { recursive: true, withFileTypes: true })) {
    if (!entry.name.endsWith('.ts')) continue;
    for (const [, path] of readFileSync(join(entry.parentPath, entry.name), 'utf8').matchAll(/\bimport\('(\.[^']+)\.js'\)/g)) {
      if (path !== undefined) found.add(resolve(dirname(join(entry.parentPath, entry.name)), `${path}.ts`));
    }
  }
  return new Set([...found].filter((path) => !/src\/(cli|system|advisories)\//.test(path)));
}

export default defineConfig({
  entry: { cli: 'src/cli/main.ts' },
  format: 'esm',
  target: 'node20',
  platform: 'node',
  outDir: 'dist',
  clean: true,
  splitting: true,
  minify: true,
  metafile: true,
  // Users install the tested code, not a tree of packages; only the native module stays outside.
  noExternal: [/^(?!(better-sqlite3|pg-native|xmlbuilder2|libxmljs2|ajv-formats-draft2019)(\/|$))/],
  // Optional peers of a bundled library that we never reach.
  esbuildPlugins: [
    {
      // Code splitting makes a chunk of each set of entries that share a module: with dozens of lazy modules a scan would load
      // dozens of small files. A lazy module that imports the scan shares all of it, and one chunk remains.
      name: 'one-chunk-for-the-scan',
      setup(build) {
        const lazy = lazyModules();
        build.onLoad({ filter: /src\/.*\.ts$/ }, ({ path }) =>
          lazy.has(path) ? { contents: `import ${JSON.stringify(SCAN)};\n${readFileSync(path, 'utf8')}`, loader: 'ts' } : undefined,
        );
      },
    },
    {
      name: 'optional-peers',
      setup(build) {
        build.onResolve({ filter: /^(xmlbuilder2|libxmljs2|ajv-formats-draft2019)(\/|$)/ }, ({ path }) => ({ path, external: true }));
      },
    },
  ],
  define: { __VERSION__: JSON.stringify(manifest.version) },
  banner: {
    js: [
      "import{createRequire as __createRequire}from'node:module';import{fileURLToPath as __toPath}from'node:url';",
      "import{dirname as __toDirname}from'node:path';const require=__createRequire(import.meta.url);",
      'const __filename=__toPath(import.meta.url),__dirname=__toDirname(__filename);',
    ].join(''),
  },
});
