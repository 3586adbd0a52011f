import { isClientSetting, isManagedSetting } from '../collect/images/ai-files.js';
import type { ImageReading } from '../collect/images/collect.js';
import type { LayeredTree } from '../collect/images/layers/tree.js';
import { IMAGE_ROOT, treeFiles } from '../collect/images/layers/tree-files.js';
import { InventoryBuilder } from '../collect/merge.js';
import { isArtifact } from '../collect/models/contract/model-paths.js';
import { recordPurl } from '../collect/record-purl.js';
import type { InImage, McpServer } from '../model/agent.js';
import type { Location } from '../model/component.js';
import { type ImagePlace, refInImage } from '../model/image-places.js';
import type { Issue } from '../model/outcome.js';
import type { ScanRequest } from '../model/request.js';
import type { Context } from '../system/context.js';
import { AiCollector } from './ai-collect.js';
import { isInstruction } from './ai-files.js';
import { Exclusion } from './exclusion.js';

/**
 * What agents find in an image: clients' settings in its homes and projects, skills, models. The collectors are those of folders. A
 * package that a client names without a version is the one that is installed.
 */
export async function collectImageAi(
  { image, tree, installed, place }: Pick<ImageReading, 'image' | 'tree' | 'installed'> & { place: ImagePlace },
  request: ScanRequest,
  context: Context,
  builder: InventoryBuilder,
): Promise<AiCollector | undefined> {
  const own = new InventoryBuilder();
  const collector = await collected(tree, request, context, own);
  if (!collector) return undefined;
  const refs = new Map<string, string>();
  for (const { reader, packages } of installed)
    for (const record of packages) {
      const ecosystem = record.ecosystem ?? reader.ecosystem;
      refs.set(`${ecosystem}\n${record.name}`, record.purl ?? recordPurl(ecosystem, record));
    }
  const { components, collectors, issues } = own.finish();
  const meant = new Map(
    components.flatMap(({ ref, resolved, ecosystem, name }) => {
      const installedRef = resolved ? undefined : refs.get(`${ecosystem}\n${name}`);
      return installedRef === undefined ? [] : [[ref, installedRef] as const];
    }),
  );
  const located = (location: Location): Location => {
    const layer = tree.file(location.path)?.layer;
    return { ...location, ...(layer !== undefined && { layer }), ...place };
  };
  builder.adopt(components.filter(({ ref }) => !meant.has(ref)).map((one) => ({ ...one, locations: one.locations.map(located) })));
  for (const server of collector.found.servers) server.components = server.components.map((ref) => meant.get(ref) ?? ref);
  placeInImage(collector, { image, tree, place });
  collector.found.collectors.push(...collectors);
  collector.found.issues = [...collector.found.issues.map((issue) => withKept(issue, tree)), ...issues];
  return collector;
}

/** Says of everything which image and layer it is in. What could be another thing in another image gets a ref of its own. */
function placeInImage(
  { found, evidence, instructions }: AiCollector,
  { image: { reference, layers = [] }, tree, place }: Pick<ImageReading, 'image' | 'tree'> & { place: ImagePlace },
): void {
  const own = (ref: string) => refInImage(ref, reference);
  const inImage = (path: string): InImage => {
    const layer = tree.file(path)?.layer;
    return { image: reference, ...(layer !== undefined && { layer }), in_base: layers[layer ?? -1]?.in_base ?? null };
  };
  const renamed = new Map(found.servers.filter(isOfImage).map(({ ref }) => [ref, own(ref)]));
  const named = (ref: string) => renamed.get(ref) ?? ref;
  for (const thing of [...found.agents, ...found.skills, ...found.models]) {
    thing.ref = own(thing.ref);
    thing.in_image = inImage(thing.path);
  }
  for (const server of found.servers) {
    server.ref = named(server.ref);
    server.in_image = inImage(server.path);
  }
  for (const agent of found.agents) agent.servers = agent.servers.map(named);
  for (const credential of found.credentials) {
    if (credential.servers.some((ref) => renamed.has(ref))) credential.ref = own(credential.ref);
    credential.servers = credential.servers.map(named);
  }
  for (const thing of [...evidence.bundles, ...evidence.modelFiles]) thing.ref = own(thing.ref);
  for (const config of evidence.configs) Object.assign(config, place);
  for (const reader of instructions) reader.image = reference;
}

/** True for a server whose program is a file of the image: another image has another one at that path. */
function isOfImage({ local_path: local, package: fetched, image, url }: McpServer): boolean {
  return local !== undefined || (fetched === undefined && image === undefined && url === null);
}

/** A file of which only the beginning was kept seems to break off; whoever reads the issue is told why. */
function withKept(issue: Issue, tree: LayeredTree): Issue {
  const file = tree.file(issue.path);
  if (!file || issue.note) return issue;
  try {
    const kept = file.beginning().size;
    return kept === file.size
      ? issue
      : { ...issue, kind: 'too_large', reason: `${issue.reason}; ${kept} of its ${file.size} bytes were kept` };
  } catch {
    return issue;
  }
}

async function collected(
  tree: LayeredTree,
  request: ScanRequest,
  context: Context,
  builder: InventoryBuilder,
): Promise<AiCollector | undefined> {
  const paths = [...tree.wanted()].map(({ path }) => path);
  const settings = paths.filter(isClientSetting);
  const models = paths.filter((path) => isArtifact(path));
  const instructions = paths.some(isInstruction);
  const managed = paths.some(isManagedSetting);
  if (settings.length === 0 && models.length === 0 && !instructions && !managed) return undefined;
  const { user: _user, ...others } = context;
  const { home: _home, ...asked } = request;
  const collector = new AiCollector(
    { ...asked, userConfig: false },
    { ...others, files: treeFiles(tree) },
    builder,
    new Exclusion(() => false),
  );
  const root = { absolute: IMAGE_ROOT, prefix: '' };
  if (instructions) await collector.skills(root, false);
  if (models.length > 0)
    await collector.models(
      root,
      models.map((path) => ({ path, absolute: `${IMAGE_ROOT}/${path}`, by: 'walk' as const })),
    );
  const homes = homesOf(tree);
  const homeOf = (path: string) => homes.find((home) => path.startsWith(`${home}/`));
  for (const home of homes.filter((one) => paths.some((path) => path.startsWith(`${one}/.`))))
    await collector.agents([], [], { absolute: `${IMAGE_ROOT}/${home}`, shown: `${home}/` });
  if (managed) await collector.agents([], [], undefined, IMAGE_ROOT);
  const projects = new Set(settings.filter((path) => homeOf(path) === undefined).map(projectOf));
  if (projects.size > 0)
    await collector.agents(
      [...projects]
        .sort()
        .map((folder) => ({ absolute: `${IMAGE_ROOT}/${folder}`.replace(/\/$/, ''), prefix: folder === '' ? '' : `${folder}/` })),
      [],
    );
  return collector;
}

/** `etc/passwd` names homes; `root` and the folders of `home` are some in any case. */
function homesOf(tree: LayeredTree): string[] {
  const below = tree.list('home').flatMap((name) => (name.endsWith('/') ? [`home/${name.slice(0, -1)}`] : []));
  let named: string[] = [];
  try {
    const passwd = Buffer.from(tree.file('etc/passwd')?.bytes() ?? []).toString('utf8');
    named = passwd.split('\n').map((line) => (line.split(':')[5] ?? '').replace(/^\/+|\/+$/g, ''));
  } catch {
    // A passwd file that was too large to keep is an issue already.
  }
  const real = named.filter((home) => home !== '' && !/^(?:bin|sbin|dev|proc|usr|var|nonexistent|run|etc|lib)(?:\/|$)/.test(home));
  return [...new Set(['root', ...below, ...real])]
    .filter((home) => tree.entry(home, true)?.kind === 'folder')
    .slice(0, 100)
    .sort();
}

/** The folder that a client takes for the project: that of the file, or the one around its hidden folder. */
function projectOf(path: string): string {
  const parts = path.split('/').slice(0, -1);
  while (parts.at(-1)?.startsWith('.')) parts.pop();
  return parts.join('/');
}
