import { aiClients } from '../../collect/agents/registry.js';
import { ecosystems } from '../../ecosystems/registry.js';
import { presetNames, presets } from '../../runtime/judge/presets.js';
import type { Candidate } from './candidate.js';

export function ecosystemNames(): string[] {
  return ecosystems.map(({ name }) => name);
}

export function clientNames(): Candidate[] {
  return aiClients.map(({ id, title }) => ({ value: id, about: title }));
}

export function presetNamesAndSummaries(): Candidate[] {
  return presetNames.map((value) => ({ value, about: presets[value].summary }));
}
