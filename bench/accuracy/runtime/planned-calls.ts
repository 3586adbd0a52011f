import { readdirSync, readFileSync, statSync } from 'node:fs';
import { basename, dirname, join, relative } from 'node:path';
import { worldTexts } from './world-texts.js';

/** A call of a tool that is to be made. */
export interface PlannedCall {
  name: string;
  arguments: Record<string, unknown>;
}

/** Files of node_modules that are read, and bytes that one of them may have. */
const READ = 1_600;
const MOST_BYTES = 200_000;

/** Tests, benches and fixtures of this project hold on purpose what detectors look for. */
const OWN = ['docs', 'src', 'data', 'scripts', 'README.md', 'CONTRIBUTING.md', 'CHANGELOG.md', 'package.json', 'package-lock.json'];
const TEXT = /\.(?:md|js|mjs|cjs|ts|mts|json|txt|css|html|ya?ml|toml|map|tsv|sh|svg)$|^(?:LICENSE|README|Makefile)$/i;
const IMAGE = /\.(?:png|gif|jpe?g|ico|woff2?)$/i;

/** Reads, lists, searches and writes as an agent does that works on a project. `work` is an empty folder. */
export function filesystemCalls(root: string, work: string): PlannedCall[] {
  const own = OWN.flatMap((name) => filesBelow(join(root, name))).filter((path) => TEXT.test(basename(path)));
  const installed = filesBelow(join(root, 'node_modules'));
  const texts = installed.filter((path) => TEXT.test(basename(path)) && statSync(path).size <= MOST_BYTES);
  const images = installed.filter((path) => IMAGE.test(path) && statSync(path).size <= MOST_BYTES);
  const files = [...own, ...everySo(texts, READ)];
  const folders = [...new Set(files.map(dirname))];
  const path = (name: string, paths: readonly string[], more: object = {}) =>
    paths.map((each): PlannedCall => ({ name, arguments: { path: each, ...more } }));
  const written = everySo(files, 60).flatMap((each, at): PlannedCall[] => {
    const target = join(work, `${at}-${basename(each)}`);
    const content = readFileSync(each, 'utf8').slice(0, 20_000);
    return [
      { name: 'write_file', arguments: { path: target, content } },
      { name: 'edit_file', arguments: { path: target, edits: [{ oldText: content.slice(0, 40), newText: 'edited' }], dryRun: true } },
      { name: 'move_file', arguments: { source: target, destination: `${target}.moved` } },
    ];
  });
  return [
    ...path('read_text_file', files),
    ...path('read_text_file', everySo(files, 100), { head: 20 }),
    ...path('read_media_file', everySo(images, 80)),
    ...path('list_directory', everySo(folders, 150)),
    ...path('list_directory_with_sizes', everySo(folders, 50)),
    ...path('get_file_info', everySo(files, 150)),
    ...path('directory_tree', [join(root, 'src/runtime'), join(root, 'docs')]),
    ...path('search_files', [join(root, 'src')], { pattern: '**/*.ts' }),
    ...everySo(files, 60).map(
      (each, at): PlannedCall => ({
        name: 'read_multiple_files',
        arguments: { paths: [each, files[(at * 7) % files.length] ?? each] },
      }),
    ),
    ...written,
    { name: 'list_allowed_directories', arguments: {} },
    // What an agent asks for and does not get, and names that only look like those of credentials.
    ...path('read_text_file', [join(root, 'docs/.ssh.md'), join(root, 'aws/credentials.ts'), join(work, 'missing.txt')]),
    ...everySo(files, 40).map((each): PlannedCall => ({ name: 'read_text_file', arguments: { path: relative(root, each) } })),
  ];
}

/** A graph of packages: what they are called, what their makers say of them, and who needs whom. */
export function memoryCalls(): PlannedCall[] {
  const packages = Object.entries(lockedPackages()).slice(0, 240);
  const texts = worldTexts();
  return [
    ...packages.map(
      ([name, about], at): PlannedCall => ({
        name: 'create_entities',
        arguments: { entities: [{ name, entityType: 'package', observations: [about, texts[at % texts.length]] }] },
      }),
    ),
    ...packages.slice(1).map(
      ([name], at): PlannedCall => ({
        name: 'create_relations',
        arguments: { relations: [{ from: name, to: packages[at]?.[0] ?? name, relationType: 'stands beside' }] },
      }),
    ),
    ...packages.slice(0, 60).map(([name]): PlannedCall => ({ name: 'search_nodes', arguments: { query: name } })),
    ...packages.slice(0, 60).map(([name]): PlannedCall => ({ name: 'open_nodes', arguments: { names: [name] } })),
    { name: 'read_graph', arguments: {} },
  ];
}

export function everythingCalls(): PlannedCall[] {
  const call = (name: string, args: Record<string, unknown> = {}): PlannedCall => ({ name, arguments: args });
  return [
    ...worldTexts().map((message) => call('echo', { message })),
    ...Array.from({ length: 30 }, (_, at) => call('get-sum', { a: at, b: at * 1.5 })),
    ...['error', 'success', 'debug'].flatMap((messageType) =>
      [true, false].map((includeImage) => call('get-annotated-message', { messageType, includeImage })),
    ),
    ...Array.from({ length: 10 }, (_, at) => call('get-resource-links', { count: at + 1 })),
    ...['Text', 'Blob'].flatMap((resourceType) =>
      [1, 2, 3].map((resourceId) => call('get-resource-reference', { resourceType, resourceId })),
    ),
    ...['New York', 'Chicago', 'Los Angeles'].map((location) => call('get-structured-content', { location })),
    ...['a', 'b', 'c'].map((text) =>
      call('gzip-file-as-resource', { name: `${text}.gz`, data: `data:text/plain,${text}`, outputType: 'resource' }),
    ),
    call('get-tiny-image'),
    call('get-env'),
  ];
}

/** Paths of all files below a folder, or the file itself, in order. */
function filesBelow(path: string): string[] {
  const stats = statSync(path, { throwIfNoEntry: false });
  if (!stats) return [];
  if (stats.isFile()) return [path];
  return readdirSync(path, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .sort();
}

/** As many of the items, evenly spread. */
function everySo<T>(items: readonly T[], count: number): T[] {
  if (items.length <= count) return [...items];
  return Array.from({ length: count }, (_, at) => items[Math.floor((at * items.length) / count)] as T);
}

function lockedPackages(): Record<string, string> {
  const found: Record<string, string> = {};
  for (const path of filesBelow('node_modules').filter((each) => /node_modules\/(?:@[^/]+\/)?[^/]+\/package\.json$/.test(each))) {
    const { name, description } = JSON.parse(readFileSync(path, 'utf8')) as { name?: string; description?: string };
    if (name !== undefined && description !== undefined) found[name] = description;
  }
  return found;
}
