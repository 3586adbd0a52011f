import type { Inventory } from '../model/inventory.js';

/** A file some client reads as instructions. */
export interface InstructionReader {
  client: string;
  path: string;
}

/** Joins skills with the agents that read them and with the packages their scripts install, both by the files they share. */
export function linkSkills({ skills, agents, components, evidence }: Inventory, readers: readonly InstructionReader[]): void {
  if (skills.length === 0) return;
  const clientOf = new Map(readers.map(({ path, client }) => [path, client]));
  const installed = new Map<string, string[]>();
  for (const { ref, locations } of components) for (const { path } of locations) installed.set(path, [...(installed.get(path) ?? []), ref]);
  const bundles = new Map(evidence.bundles.map((bundle) => [bundle.ref, bundle]));
  for (const skill of skills) {
    const paths = [skill.path, ...(bundles.get(skill.ref)?.files.map((file) => file.path) ?? [])];
    const clients = new Set(paths.flatMap((path) => clientOf.get(path) ?? []));
    const readBy = agents.filter((agent) => clients.has(agent.client)).map((agent) => agent.ref);
    if (readBy.length > 0) skill.agents = [...new Set(readBy)].sort();
    const held = [...new Set(paths.flatMap((path) => installed.get(path) ?? []))].sort();
    if (held.length > 0) skill.components = held;
  }
}
