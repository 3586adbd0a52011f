import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';
import { minifySync } from 'oxc-minify';
import { defineConfig } from 'tsup';
import { madeBeforehand } from './scripts/made-beforehand.js';
import { browserText } from './src/report/page/browser-text.js';
import { dataFile } from './src/support/data-file.js';

const manifest = JSON.parse(readFileSync('package.json', 'utf8')) as { version: string };

/** What every command needs at once, what most commands need, and the scan: each is to be one chunk. */
const PROGRAM = ['src/cli/program.ts', 'src/support/terminal.ts', 'src/support/notice.ts'];
const GROUND = [
  'src/cli/open-context.ts',
  'src/cli/terminal/progress.ts',
  'src/cli/end-of-scan.ts',
  'src/cli/named-file.ts',
  'src/cli/push-address.ts',
  'src/cli/terminal/terminal.ts',
  'src/config/needs.ts',
  'src/config/resolve.ts',
  'src/advisories/bucket.ts',
  'src/ecosystems/registry.ts',
  'src/model/outcome.ts',
  'src/model/verdict.ts',
  'src/support/age.ts',
  'src/support/decode.ts',
  'src/support/json.ts',
  'src/support/line-index.ts',
  'src/support/listing.ts',
];
/** Loaded by the start of a relay or a completion, which have none of the above; and the program's own start. */
const APART = new Set([
  'main.ts',
  'proxy.ts',
  'shield.ts',
  'run-proxy.ts',
  'relay-inspection.ts',
  'relay-remote.ts',
  'gateway-command.ts',
  'start-request.ts',
  'gateway-policies.ts',
  'discover.ts',
]);
const SCAN = ['src/cli/commands/scan.ts'];

/** Modules that some `import()` loads on demand, each with the chunks that are there by then. */
function lazyModules(): Map<string, readonly string[]> {
  const found = new Map<string, readonly string[]>();
  for (const entry of readdirSync('src', { recursive: true, withFileTypes: true })) {
    if (!entry.name.endsWith('.ts')) continue;
    for (const [, path] of readFileSync(join(entry.parentPath, entry.name), 'utf8').matchAll(/\bimport\('(\.[^']+)\.js'\)/g)) {
      if (path === undefined) continue;
      const file = resolve(dirname(join(entry.parentPath, entry.name)), `${path}.ts`);
      // The way to the first frame of a relay, or to the completion of a word, takes nothing along that it does not need.
      if (/\/src\/(runtime|cli\/completion)\//.test(file) || APART.has(basename(file))) {
        found.set(file, []);
        continue;
      }
      // What commands and the database load may run without a scan; readers, reports and detectors run within one.
      found.set(
        file,
        /src\/(cli|client|system|advisories|support)\//.test(file) ? [...PROGRAM, ...GROUND] : [...PROGRAM, ...GROUND, ...SCAN],
      );
    }
  }
  return found;
}

/** A module with the entries of its data files in it; the program has no data folder. */
function withData(code: string): string {
  return code
    .replace(/^import \{ dataFile \} from '[^']+';\n/m, '')
    .replace(/\bdataFile\('([^']+)'\)/g, (_, name: string) => `${JSON.stringify(dataFile(name).join('\n'))}.split('\\n')`);
}

/**
 * AWS's shapes with the words of their keys in place of constants that hold them: whether `{ [_n]: … }` does something when it is
 * evaluated esbuild cannot know, so it keeps every shape of a service, of which we ask a few.
 */
function plainKeys(code: string): string {
  const words = new Map([...code.matchAll(/^const (\w+) = ("[\w.:/-]*");$/gm)].map(([, name, word]) => [name, word]));
  return code.replace(/\[(\w+)\]: /g, (whole, name: string) => (words.has(name) ? `${words.get(name)}: ` : whole));
}

const SMALL = { minifyWhitespace: true, minifySyntax: true } as const;

/**
 * A script with short names for what only it sees. Functions and classes keep theirs, which the stacks of errors show: what an operator
 * sends us must be legible. esbuild could keep them only by a call for each, at every start.
 */
function shortNames(path: string, code: string): string {
  const names = { toplevel: true, keepNames: { function: true, class: true } };
  const { code: shortened, errors } = minifySync(path, code, {
    module: false,
    compress: false,
    mangle: names,
    codegen: { legalComments: 'inline' },
  });
  const [error] = errors;
  if (error) throw new Error(`${path}: ${error.message}`);
  return inOneByte(shortened);
}

/**
 * A script that one letter beyond Latin-1 keeps V8 from holding with a byte a character takes twice the memory. Such letters stand in
 * literals only, also in the raw ones that become regular expressions, where an escape means the same.
 */
function inOneByte(code: string): string {
  return code.replace(/[^\0-\xff]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`);
}

const AS_SCRIPT = { format: 'cjs', target: 'node20', platform: 'node', ...SMALL, supported: { 'dynamic-import': false } } as const;

export default defineConfig({
  entry: { cli: 'src/cli/main.ts', relay: 'src/cli/relay-main.ts', complete: 'src/cli/complete-main.ts' },
  format: 'esm',
  target: 'node20',
  platform: 'node',
  outDir: 'dist',
  outExtension: () => ({ js: '.cjs' }),
  clean: true,
  splitting: true,
  // Else tsup resolves `node:` modules before the plugins below can.
  removeNodeProtocol: false,
  esbuildOptions: (options) => Object.assign(options, SMALL),
  metafile: true,
  // Users install the tested code, not a tree of packages; only the native modules stay outside.
  noExternal: [/^(?!(better-sqlite3|@photostructure\/sqlite|pg-native|xmlbuilder2|libxmljs2|ajv-formats-draft2019)(\/|$))/],
  // Optional peers of a bundled library that we never reach.
  esbuildPlugins: [
    {
      // This comes before few-chunks, since the first plugin that loads a file is the last that is asked.
      name: 'made-beforehand',
      setup(build) {
        for (const [path, contents] of Object.entries(madeBeforehand()))
          build.onLoad({ filter: new RegExp(`/src/${path.replaceAll('.', '\\.')}$`) }, () => ({ contents: contents(), loader: 'ts' }));
      },
    },
    {
      // Code splitting makes a chunk of each set of entries that share a module: with dozens of lazy modules a scan would load
      // dozens of small files. Lazy modules that import what is there by then share all of it, and few chunks remain.
      name: 'few-chunks',
      setup(build) {
        const lazy = lazyModules();
        build.onLoad({ filter: /src\/.*\.ts$/ }, ({ path }) => {
          const present = (lazy.get(path) ?? []).map((file) => `import ${JSON.stringify(resolve(file))};\n`);
          const code = readFileSync(path, 'utf8');
          if (present.length === 0 && !code.includes('dataFile(')) return undefined;
          return { contents: `${present.join('')}${withData(code)}`, loader: 'ts' };
        });
      },
    },
    {
      // The pages carry their scripts and styles as texts; the program does not bundle.
      name: 'browser-text',
      setup(build) {
        build.onLoad({ filter: /src\/report\/page\/browser-text\.ts$/ }, () => ({
          contents: `export const browserText = ${JSON.stringify(browserText)};`,
        }));
      },
    },
    {
      // AWS's packages offer scripts before modules, and of scripts nothing can be left out: they make three megabytes more.
      name: 'modules-of-aws',
      setup(build) {
        build.onResolve({ filter: /^@(aws-sdk|smithy)\// }, async ({ path, pluginData, kind, ...from }) => {
          if (pluginData === 'resolved') return undefined;
          const found = await build.resolve(path, { ...from, kind, pluginData: 'resolved' });
          const module = found.path.replace('/dist-cjs/', '/dist-es/');
          return existsSync(module) ? { path: module, sideEffects: found.sideEffects } : found;
        });
        build.onLoad({ filter: /@aws-sdk\/.*\/schemas_\d+\.js$/ }, ({ path }) => ({ contents: plainKeys(readFileSync(path, 'utf8')) }));
      },
    },
    {
      // commander starts subcommands that are programs of their own; we have none, and loading node:child_process takes 8 ms.
      name: 'commander-in-process',
      setup(build) {
        build.onResolve({ filter: /^node:(child_process|process)$/ }, ({ path, importer }) =>
          /node_modules\/commander\//.test(importer) ? { path, namespace: 'in-process' } : undefined,
        );
        build.onLoad({ filter: /.*/, namespace: 'in-process' }, ({ path }) => ({
          contents: path === 'node:process' ? 'module.exports = process;' : 'module.exports = {};',
        }));
      },
    },
    {
      // Scripts, not modules: V8 takes the compiled form of a script from a file, see bin/start.cjs. Only modules can be split.
      name: 'modules-to-scripts',
      setup(build) {
        build.onEnd(async ({ outputFiles = [] }) => {
          for (const file of outputFiles) {
            if (!file.path.endsWith('.cjs')) continue;
            const { code } = await build.esbuild.transform(file.text, AS_SCRIPT);
            file.contents = Buffer.from(shortNames(basename(file.path), code));
          }
        });
      },
    },
    {
      name: 'optional-peers',
      setup(build) {
        build.onResolve({ filter: /^(xmlbuilder2|libxmljs2|ajv-formats-draft2019)(\/|$)/ }, ({ path }) => ({ path, external: true }));
      },
    },
  ],
  define: { __VERSION__: JSON.stringify(manifest.version), 'import.meta.url': '__filename' },
});
