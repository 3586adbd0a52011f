import { imageReference } from '../collect/images/registry/reference.js';
import { imageIds } from '../graph/cloud.js';
import type { Fact } from '../model/finding.js';
import type { ContainerImage } from '../model/image.js';
import type { Inventory } from '../model/inventory.js';

/** One entry for each image, under the name it was read by, with everything that runs it and its ref in the graph. */
export function joinImages({
  images,
  cloud,
  infrastructure,
  servers,
}: Pick<Inventory, 'images' | 'cloud' | 'infrastructure' | 'servers'>): ContainerImage[] {
  const read = images.filter(({ layers }) => layers !== undefined);
  const byName = new Map(read.flatMap((image) => namesOf(image).map((name) => [name, image] as const)));
  const users = new Map<ContainerImage, string[]>(images.map((image) => [image, image.used_by]));
  const join = (text: string, refs: readonly string[]): boolean => {
    const image = byName.get(fullName(text) ?? '');
    if (image) users.set(image, [...(users.get(image) ?? []), ...refs]);
    return image !== undefined;
  };
  const left = images.filter((image) => image.layers !== undefined || !join(image.reference, image.used_by));
  for (const { image, ref } of servers) if (image !== undefined) join(image, [ref]);
  const named = left.map((image) => ({ ...image, ref: refOf(image) }));
  const ids = imageIds([...cloud, ...infrastructure], named);
  return left.map((image) => ({
    ...image,
    ref: ids.get(image.reference) ?? '',
    used_by: [...new Set(users.get(image))].sort(),
  }));
}

/** The id of an image in the graph, equal for every spelling of its name. A file is called by its path. */
function refOf({ reference, layers, tags = [] }: ContainerImage): string {
  const name = fullName(reference);
  const isName = layers === undefined || reference.includes('@') || tags.some((tag) => fullName(tag) === name);
  return `image:${(isName ? name : undefined) ?? reference}`;
}

/** Facts about images as a whole are about their nodes in the graph. */
export function aboutNodes(facts: readonly Fact[], images: readonly ContainerImage[]): Fact[] {
  const refs = new Map(images.map(({ reference, ref }) => [reference, ref]));
  return facts.map((fact) => {
    const ref = fact.kind === 'image' && fact.subject !== undefined ? refs.get(fact.subject) : undefined;
    return ref === undefined ? fact : { ...fact, subject: ref };
  });
}

/** What references to an image that was read may say. */
function namesOf({ reference, tags = [], digest }: ContainerImage): string[] {
  const names = [reference, ...tags];
  const pinned = digest === undefined ? [] : names.map((name) => `${name.split('@')[0]}@${digest}`);
  return [...names, ...pinned].flatMap((name) => fullName(name) ?? []);
}

/** `nginx` is `docker.io/library/nginx:latest`; a digest says more than a tag. */
function fullName(text: string): string | undefined {
  const named = imageReference(text);
  if (!named) return undefined;
  const { host, repository, tag = 'latest', digest } = named;
  return `${host}/${repository}${digest === undefined ? `:${tag}` : `@${digest}`}`;
}
