import type { IacReaderEntry } from '../contract/iac-reader.js';

/** Files of docker compose by their names. */
export const composeEntry: IacReaderEntry = {
  id: 'compose',
  formats: ['compose'],
  title: 'compose.yaml, docker-compose.yml and their variants',
  matches: (path) => /(?:^|\/)(?:[\w.-]*[._-])?(?:docker-?|podman-?)?compose(?:[._-][\w.-]+)?\.ya?ml$/i.test(path),
  load: async () => (await import('./reader.js')).composeReader,
};
