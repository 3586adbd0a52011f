import { imageReference } from '../collect/images/registry/reference.js';
import { imageIds } from '../graph/cloud.js';
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
  const ids = imageIds([...cloud, ...infrastructure], left);
  return left.map((image) => ({
    ref: ids.get(image.reference) ?? '',
    ...image,
    used_by: [...new Set(users.get(image))].sort(),
  }));
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
