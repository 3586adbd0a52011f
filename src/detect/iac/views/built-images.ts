import type { IacResource, IacValue } from '../../../model/iac.js';
import type { IacEstate } from '../contract/estate.js';
import { itemsOf, member, textOf } from '../contract/values.js';
import { type WorkflowJob, type WorkflowStep, workflowJobs } from './actions.js';
import { imageName } from './ai/ai-workload.js';
import { dockerStages } from './dockerfile.js';
import { callsOf, type ShellCall } from './shell-calls.js';

/** A build of an image: the Dockerfile, by its path in the tree, and the stage it ends with. */
interface Build {
  dockerfile: string;
  target?: string;
}

/** A build with the name that its image gets, as it is written. */
interface NamedBuild {
  name: string;
  build: Build;
}

/** What stands for the part of a name that the tree does not tell. */
const OPEN = '?';

/** A registry is named, and none whose images of one word are everybody's. */
const OWN_REGISTRY = /^(?!(?:[\w.-]+\.)?docker\.(?:io|com)\/)(?:[\w-]+\.[\w.-]+|[\w.-]+:\d+)\//i;

/** Images that the tree builds: by services of compose, artifacts of Skaffold, actions that build and `docker build` of workflows. */
export class BuiltImages {
  private readonly byName = new Map<string, Build[]>();
  /** By names of one word behind a registry that is not known. */
  private readonly byWord = new Map<string, Build[]>();

  constructor(private readonly estate: IacEstate) {
    for (const { format, at, body } of estate.ofType('service')) {
      const build = format === 'compose' ? buildOfService(at.path, body) : undefined;
      if (build) this.add({ name: writtenText(member(body, 'image')), build });
    }
    for (const { at, body, versions } of estate.ofType('Config'))
      if (versions.kubernetes?.startsWith('skaffold/')) for (const build of buildsOfSkaffold(at.path, body)) this.add(build);
    for (const { subject: job } of estate.view(workflowJobs))
      for (const step of job.steps) for (const build of buildsOf(step, job)) this.add(build);
  }

  /** The images that a service of compose is built on. */
  basesOfService({ at, body }: IacResource): string[] {
    const build = buildOfService(at.path, body);
    return build ? this.basesOf(build) : [];
  }

  /** The images that those of these names are built on, where the tree says what builds them. */
  basesOfNamed(images: readonly string[]): string[] {
    return images.flatMap((image) => this.buildsOf(image)).flatMap((build) => this.basesOf(build));
  }

  /** True where a Dockerfile of the tree builds an image of this name. */
  builds(image: string): boolean {
    return this.buildsOf(image).some(({ dockerfile }) =>
      this.estate.view(dockerStages).some(({ resource }) => resource.at.path === dockerfile),
    );
  }

  private buildsOf(image: string): readonly Build[] {
    const name = imageName(image);
    return [...(this.byName.get(name) ?? []), ...(OWN_REGISTRY.test(image) ? (this.byWord.get(name) ?? []) : [])];
  }

  private add({ name, build }: NamedBuild): void {
    // `?/shop/api`: whatever the registry is. What is left without a folder is the name of too many images of public registries.
    const written = imageName(name);
    const known = written.replace(/^[^/]*\?[^/]*\//, '');
    if (known === '' || known.includes(OPEN)) return;
    const names = known === written || known.includes('/') ? this.byName : this.byWord;
    names.set(known, [...(names.get(known) ?? []), build]);
  }

  private basesOf({ dockerfile, target }: Build): string[] {
    return this.estate
      .view(dockerStages)
      .filter(({ resource }) => resource.at.path === dockerfile)
      .filter(({ resource, subject }) => (target === undefined ? subject.isFinal : isNamed(resource, target)))
      .flatMap(({ subject }) => textOf(subject.chain.at(-1)?.image) ?? [])
      .filter((image) => image !== 'scratch');
  }
}

/** The images that the tree of an estate builds, worked out once. */
export function builtImages(estate: IacEstate): BuiltImages {
  return estate.once('built-images', () => new BuiltImages(estate));
}

function isNamed({ name, body }: IacResource, target: string): boolean {
  return [name, textOf(member(body, 'name'))].some((one) => one?.toLowerCase() === target);
}

/** `build` of a service, whose paths are relative to the file of the project. */
function buildOfService(path: string, body: IacValue): Build | undefined {
  const build = member(body, 'build');
  const context = textOf(build) ?? textOf(member(build, 'context')) ?? (build?.kind === 'map' ? '.' : undefined);
  if (context === undefined || isElsewhere(context)) return undefined;
  const dockerfile = joinedPath(path.replace(/[^/]*$/, ''), context, textOf(member(build, 'dockerfile')) ?? 'Dockerfile');
  return withTarget(dockerfile, textOf(member(build, 'target')));
}

/** `build.artifacts` of Skaffold; what buildpacks, Jib, Bazel or ko build has no Dockerfile. */
function buildsOfSkaffold(path: string, body: IacValue): NamedBuild[] {
  const folder = path.replace(/[^/]*$/, '');
  return itemsOf(member(body, 'build', 'artifacts')).items.flatMap((artifact) => {
    const name = textOf(member(artifact, 'image'));
    const context = textOf(member(artifact, 'context')) ?? '.';
    if (name === undefined || isElsewhere(context) || OTHER_BUILDERS.some((builder) => member(artifact, builder))) return [];
    const docker = member(artifact, 'docker') ?? member(artifact, 'kaniko');
    const dockerfile = joinedPath(folder, context, textOf(member(docker, 'dockerfile')) ?? 'Dockerfile');
    return [{ name, build: withTarget(dockerfile, textOf(member(docker, 'target'))) }];
  });
}

const OTHER_BUILDERS = ['buildpacks', 'jib', 'bazel', 'ko', 'custom'] as const;

/** What a step builds. Its paths are relative to the folder that holds `.github`. */
function buildsOf(step: WorkflowStep, job: WorkflowJob): NamedBuild[] {
  const folder = /^(.*?)\.github\//.exec(step.at.path)?.[1] ?? '';
  const filled = (text: string) => withVariables(text, [step.get('env'), job.get('env'), job.workflow.get('env')]);
  if (/^docker\/build-push-action$/.test(step.uses?.name ?? '')) return builtByAction(step, folder, filled);
  const run = step.run ?? '';
  if (!/\bbuild\b/.test(run)) return [];
  const at = joinedPath(folder, textOf(step.get('working-directory')) ?? '');
  return callsOf(
    filled(run)
      .split('\n')
      .map((text) => ({ text, at: step.at })),
  ).flatMap((call) => builtByCall(call, at));
}

function builtByAction(step: WorkflowStep, folder: string, filled: (text: string) => string): NamedBuild[] {
  const context = filled(step.input('context') ?? '.');
  if (isElsewhere(context)) return [];
  const file = step.input('file');
  const build = withTarget(
    file === undefined ? joinedPath(folder, context, 'Dockerfile') : joinedPath(folder, filled(file)),
    step.input('target'),
  );
  const names = filled(step.input('tags') ?? '').split(/[\s,]+/);
  return names.filter((name) => name !== '').map((name) => ({ name, build }));
}

const BUILDERS: ReadonlySet<string> = new Set(['docker', 'podman', 'buildah', 'nerdctl']);
/** Flags of a build that take no word after them. */
const LONE_FLAG = /^(?:--(?:no-cache|pull|push|load|quiet|rm|force-rm|squash|[\w-]+=.*)|-q)$/;

/** `docker build -t name [-f file] [--target stage] context`, also as `docker buildx build`. */
function builtByCall({ program, args }: ShellCall, folder: string): NamedBuild[] {
  const words = args.map(({ text }) => text);
  const start = words.findIndex((word) => word === 'build' || word === 'bud');
  if (!BUILDERS.has(program) || start === -1 || start > 2) return [];
  const given = new Map<string, string[]>();
  let context: string | undefined;
  for (let index = start + 1; index < words.length; index += 1) {
    const word = words[index] ?? '';
    const [, flag = word, joined] = /^(--?[\w-]+)=(.*)$/.exec(word) ?? [];
    if (!word.startsWith('-') || word === '-') context = word;
    else if (joined !== undefined) given.set(flag, [...(given.get(flag) ?? []), joined]);
    else if (!LONE_FLAG.test(word)) {
      index += 1;
      given.set(flag, [...(given.get(flag) ?? []), words[index] ?? '']);
    }
  }
  const ofFlags = (...flags: readonly string[]) => flags.flatMap((flag) => given.get(flag) ?? []);
  if (context === undefined || context === '-' || isElsewhere(context)) return [];
  const file = ofFlags('-f', '--file')[0];
  const build = withTarget(
    file === undefined ? joinedPath(folder, context, 'Dockerfile') : joinedPath(folder, file),
    ofFlags('--target')[0],
  );
  return ofFlags('-t', '--tag').map((name) => ({ name, build }));
}

function withTarget(dockerfile: string, target: string | undefined): Build {
  return { dockerfile, ...(target !== undefined && target !== '' && { target: target.toLowerCase() }) };
}

/** A text with the variables that workflows set; what else is open in it is one OPEN each. */
function withVariables(text: string, environments: readonly (IacValue | undefined)[]): string {
  const given = (name: string) => environments.map((environment) => textOf(member(environment, name))).find((value) => value !== undefined);
  const fill = (whole: string) =>
    whole.replace(/\$\{\{\s*env\.(\w+)\s*\}\}|\$\{(\w+)\}|\$([A-Za-z_]\w*)/g, (all, ...names: (string | undefined)[]) => {
      const name = names.slice(0, 3).find((one) => one !== undefined);
      return (name === undefined ? undefined : given(name)) ?? (all.startsWith('${{') ? all : OPEN);
    });
  // A variable may be made of others.
  return fill(fill(text)).replace(/\$\{\{[^}]*\}\}/g, OPEN);
}

function writtenText(value: IacValue | undefined): string {
  return textOf(value) ?? (value?.kind === 'unknown' ? (value.pieces ?? [null]).map((piece) => piece ?? OPEN).join('') : '');
}

function isElsewhere(context: string): boolean {
  return context.includes(OPEN) || /^[a-z+]+:\/\/|^git@/.test(context);
}

/** A path of a tree without its `.` and `..` parts. */
function joinedPath(...parts: readonly string[]): string {
  const path: string[] = [];
  for (const part of parts.join('/').split('/')) {
    if (part === '..') path.pop();
    else if (part !== '' && part !== '.') path.push(part);
  }
  return path.join('/');
}
