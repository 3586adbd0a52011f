import type { Skill } from '../model/agent.js';
import { imagesOfPlaces } from '../model/image-places.js';
import type { Inventory } from '../model/inventory.js';

/** A file some client reads as instructions. */
export interface InstructionReader {
  client: string;
  path: string;
  /** The image that it lies in. */
  image?: string;
}

/**
 * Joins skills with the agents that read them and with the packages their scripts install, both by the files they share. What lies in an
 * image is joined with what lies in the same one.
 */
export function linkSkills({ skills, agents, components, images, evidence }: Inventory, readers: readonly InstructionReader[]): void {
  if (skills.length === 0) return;
  const clientOf = new Map(readers.map(({ path, client, image }) => [placed(path, image), client]));
  const imageOf = imagesOfPlaces(images);
  const installed = new Map<string, string[]>();
  for (const { ref, locations } of components)
    for (const location of locations) {
      const key = placed(location.path, imageOf(location)?.reference);
      installed.set(key, [...(installed.get(key) ?? []), ref]);
    }
  const bundles = new Map(evidence.bundles.map((bundle) => [bundle.ref, bundle]));
  const filesOf = ({ ref, path, in_image: place }: Skill) =>
    [path, ...(bundles.get(ref)?.files.map((file) => file.path) ?? [])].map((file) => placed(file, place?.image));
  for (const skill of skills) {
    const files = filesOf(skill);
    const clients = new Set(files.flatMap((file) => clientOf.get(file) ?? []));
    const readBy = agents.filter(({ client, in_image: place }) => clients.has(client) && place?.image === skill.in_image?.image);
    if (readBy.length > 0) skill.agents = [...new Set(readBy.map(({ ref }) => ref))].sort();
    const held = [...new Set(files.flatMap((file) => installed.get(file) ?? []))].sort();
    if (held.length > 0) skill.components = held;
  }
}

function placed(path: string, image = ''): string {
  return `${image}\n${path}`;
}
