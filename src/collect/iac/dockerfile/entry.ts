import type { IacReaderEntry } from '../contract/iac-reader.js';

const NAME = /(?:^|\/)(?:dockerfile|containerfile)(?:[.-][^/]*)?$|[^/]\.(?:dockerfile|containerfile)$/i;
/** Files that only have the name of the Dockerfile that they belong to, or that are about one. */
const OTHERS =
  /\.(?:dockerignore|containerignore|md|rst|html?|txt|ya?ml|json|toml|lock|pyc?|[cm]?[jt]sx?|go|rs|rb|java|cs|sh|bats|bak|orig|rej|swp|snap|log)$/i;

/** Dockerfiles by their names. */
export const dockerfileEntry: IacReaderEntry = {
  id: 'dockerfile',
  formats: ['dockerfile'],
  title: 'Dockerfile, Dockerfile.*, Containerfile, *.dockerfile',
  matches: (path) => NAME.test(path) && !OTHERS.test(path),
  load: async () => (await import('./reader.js')).dockerfileReader,
};
