import type { NamedThing } from '../../config/setting.js';
import { cloudProviders } from '../../model/cloud.js';
import { commands } from '../commands/registry.js';
import type { Around, Candidate } from './candidate.js';

const named = (values: readonly string[]): Candidate[] => values.map((value) => ({ value, about: '' }));

/**
 * What there is of each kind. Only files are read: nothing is connected to and nothing started. What the table of commands and settings
 * has loaded already is imported above; the build gives what is loaded later all that a scan needs.
 */
const sources: Readonly<Record<NamedThing, (around: Around) => Promise<readonly Candidate[]>>> = {
  cloud: async () => named(cloudProviders),
  shell: async () => named((await import('./shells.js')).shells),
  command: async () => commands.map(({ name, summary }) => ({ value: name, about: summary })),
  ecosystem: async () => named((await import('./catalogues.js')).ecosystemNames()),
  client: async () => (await import('./catalogues.js')).clientNames(),
  preset: async () => (await import('./catalogues.js')).presetNamesAndSummaries(),
  family: async () => (await import('./rule-names.js')).familyNames(),
  rule: async () => (await import('./rule-names.js')).ruleNames(),
  server: async (around) => (await import('./server-names.js')).serverNames(around),
  finding: async (around) => (await import('./report-names.js')).findingIds(around),
  node: async (around) => (await import('./report-names.js')).nodeNames(around),
};

export async function valuesOf(thing: NamedThing, around: Around): Promise<readonly Candidate[]> {
  // A name that looks like an option would be taken for one.
  return (await sources[thing](around)).filter(({ value }) => !value.startsWith('-'));
}
