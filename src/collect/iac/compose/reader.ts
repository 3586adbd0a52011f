import { failureOf } from '../../../support/contain.js';
import { ignoresIn } from '../../ignore-comments.js';
import type { IacFiles, IacReader, IacReading } from '../contract/iac-reader.js';
import { emptyReading } from '../contract/read-each.js';
import { type ComposeFile, readComposeFile } from './compose-file.js';
import { ComposeProject } from './project.js';

/** Reads projects of docker compose: a resource for each service. */
export const composeReader: IacReader = {
  async read(files) {
    const reading = emptyReading();
    const opened = new OpenedFiles(files, reading);
    for (const paths of projectsOf(files.own, (path) => opened.load(path))) {
      const project = new ComposeProject(files, (path) => opened.load(path));
      for (const resource of project.resources(paths)) reading.resources.push(resource);
      reading.issues.push(...project.issues);
    }
    return { ...reading, issues: distinct(reading.issues) };
  },
};

/** Each file is parsed once, whoever names it. */
class OpenedFiles {
  private readonly known = new Map<string, ComposeFile | undefined>();
  private readonly own: ReadonlySet<string>;

  constructor(
    private readonly files: IacFiles,
    private readonly reading: IacReading,
  ) {
    this.own = new Set(files.own);
    for (const path of files.own) this.load(path);
  }

  load(path: string): ComposeFile | undefined {
    const plain = normalised(path);
    if (!this.known.has(plain)) this.known.set(plain, this.read(plain));
    return this.known.get(plain);
  }

  private read(path: string): ComposeFile | undefined {
    const { reading } = this;
    try {
      const source = this.files.open(path);
      if (!source) return undefined;
      const file = readComposeFile(source, path);
      const blocks = [...file.services.values()].map(({ value, endLine }) => ({ line: value.at.line, endLine }));
      for (const ignore of ignoresIn(source.text(), source.path, blocks)) reading.ignores.push(ignore);
      for (const issue of file.issues) reading.issues.push({ ...issue, path });
      if (this.own.has(path)) reading.files.push({ path, outcome: file.issues.length > 0 ? 'truncated' : 'scanned' });
      return file;
    } catch (error) {
      reading.issues.push({ ...failureOf(error), path });
      if (this.own.has(path)) reading.files.push({ path, outcome: 'failed' });
      return undefined;
    }
  }
}

const BASE = /(?:^|\/)(?:docker-)?compose\.ya?ml$/;
const OVERRIDE = /(?:^|\/)(?:docker-)?compose\.override\.ya?ml$/;

/**
 * The files of each project, in the order in which they count. The engine takes the base file of a folder and its override; of other
 * variants those that only add to services are laid over the base, as `-f` would, and the others are projects of their own.
 */
function projectsOf(own: readonly string[], load: (path: string) => ComposeFile | undefined): string[][] {
  const folders = new Map<string, string[]>();
  for (const path of own) {
    const folder = path.slice(0, path.lastIndexOf('/') + 1);
    const known = folders.get(folder);
    if (known) known.push(path);
    else folders.set(folder, [path]);
  }
  return [...folders.values()].flatMap((paths) => {
    // compose.yaml comes before compose.yml and the older names, as the engine prefers them.
    const [base, ...others] = [...paths].filter((path) => BASE.test(path)).sort();
    const overrides = paths.filter((path) => OVERRIDE.test(path));
    const variants = paths.filter((path) => !BASE.test(path) && !OVERRIDE.test(path));
    const main = base === undefined ? overrides : [base, ...overrides];
    const besides = [...others, ...variants].map((path) => (base !== undefined && onlyAdds(load(path)) ? [base, path] : [path]));
    return [...(main.length > 0 ? [main] : []), ...besides];
  });
}

/** True when some service has nothing to run, so that the file is of no use alone. */
function onlyAdds(file: ComposeFile | undefined): boolean {
  return [...(file?.services.values() ?? [])].some(({ value }) => !['image', 'build', 'extends'].some((key) => value.entries.has(key)));
}

function normalised(path: string): string {
  const parts: string[] = [];
  for (const part of path.split('/')) {
    if (part === '..' && parts.length > 0 && parts.at(-1) !== '..') parts.pop();
    else if (part !== '' && part !== '.') parts.push(part);
  }
  return parts.join('/');
}

function distinct(issues: IacReading['issues']): IacReading['issues'] {
  const seen = new Set<string>();
  return issues.filter(({ path, line, reason }) => {
    const key = `${path}\n${line}\n${reason}`;
    return !seen.has(key) && seen.add(key);
  });
}
