import type { IacReaderEntry } from '../contract/iac-reader.js';

/** Workflows and actions by their places and names. */
export const actionsEntry: IacReaderEntry = {
  id: 'actions',
  formats: ['actions'],
  title: '.github/workflows/*.yml, action.yml',
  matches: (path) => /(?:^|\/)\.(?:github|gitea|forgejo)\/workflows\/[^/]+\.ya?ml$|(?:^|\/)action\.ya?ml$/i.test(path),
  load: async () => (await import('./reader.js')).actionsReader,
};
