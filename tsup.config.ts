import { readFileSync } from 'node:fs';
import { defineConfig } from 'tsup';

const manifest = JSON.parse(readFileSync('package.json', 'utf8')) as { version: string };

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
