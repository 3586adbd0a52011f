import type { IacMap, IacResource, IacValue } from '../../../model/iac.js';
import { InputError } from '../../../support/errors.js';
import { type BlockLines, ignoresIn } from '../../ignore-comments.js';
import type { IacReader } from '../contract/iac-reader.js';
import { emptyReading, readEach } from '../contract/read-each.js';
import { readYaml } from '../yaml/read-yaml.js';
import type { YamlDocument } from '../yaml/yaml-text.js';

/** Characters of a comment that are looked at. */
const MAX_COMMENT = 200;

/** Reads workflows and actions of GitHub: a resource for the workflow, for each job, and for an action. */
export const actionsReader: IacReader = {
  async read(files) {
    const reading = emptyReading();
    readEach(files, reading, (source, path) => {
      const text = source.text();
      const { documents, issues } = readYaml(text, source.path, { strictBooleans: true });
      for (const issue of issues) reading.issues.push({ ...issue, path });
      const [document] = documents;
      if (!document) {
        if (issues.length > 0) return 'failed';
        throw new InputError({ where: path, message: 'neither a workflow nor an action: there is nothing in it' });
      }
      const found = resourcesOf(document, source.path, versionsIn(text));
      for (const resource of found) reading.resources.push(resource);
      const blocks = found.filter(({ type }) => type !== 'workflow').flatMap((resource) => [linesOf(resource), ...stepBlocks(resource)]);
      for (const ignore of ignoresIn(text, source.path, blocks)) reading.ignores.push(ignore);
      return issues.length > 0 ? 'truncated' : 'scanned';
    });
    return reading;
  },
};

function resourcesOf({ value, line, endLine }: YamlDocument, path: string, versions: IacResource['versions']): IacResource[] {
  if (value.kind !== 'map') throw new InputError({ where: path, line, message: 'a workflow is a mapping with `on` and `jobs`' });
  const jobs = value.entries.get('jobs');
  const at = { path, line };
  if (value.entries.has('runs'))
    return [resource({ type: 'action', name: 'action', address: 'runs', at, endLine, body: value, versions }, path)];
  if (jobs?.kind !== 'map') throw new InputError({ where: path, line, message: 'neither `jobs` of a workflow nor `runs` of an action' });
  const last = endOf(value, jobs.at.line, endLine);
  const own = [...jobs.entries].flatMap(([name, body]) =>
    body.kind === 'map'
      ? [
          resource(
            { type: 'job', name, address: `jobs.${name}`, at: body.at, endLine: endOf(jobs, body.at.line, last), body, versions },
            path,
          ),
        ]
      : [],
  );
  return [resource({ type: 'workflow', name: 'workflow', address: 'workflow', at, endLine, body: value, versions }, path), ...own];
}

type Parts = Pick<IacResource, 'type' | 'name' | 'address' | 'at' | 'endLine' | 'versions'> & { body: IacMap };

function resource(parts: Parts, path: string): IacResource {
  return { ref: `iac:${path}#${parts.address}`, format: 'actions', root: path, calls: [], refersTo: [], ...parts };
}

/** `uses: owner/name@<commit> # v4.2.2`: who binds an action to a commit says beside it which version that is. */
const PINNED = /^\s*(?:-\s+)?["']?uses["']?\s*:\s*["']?([^\s"'@#]+@[0-9a-f]{40})["']?\s+#(.*)$/gim;
const VERSION = /(?:^|[\s@=:/])v?(\d+(?:\.\d+){0,2})(?![\w.])/;

/** The versions that comments give commits of actions, by what is used. */
function versionsIn(text: string): Record<string, string> {
  const versions: Record<string, string> = {};
  for (const [, used = '', comment = ''] of text.matchAll(PINNED)) {
    const version = VERSION.exec(comment.slice(0, MAX_COMMENT))?.[1];
    if (version !== undefined) versions[used] ??= version;
  }
  return versions;
}

function linesOf({ at, endLine }: IacResource): BlockLines {
  return { line: at.line, endLine };
}

/** Each step of a job or an action. */
function stepBlocks({ body, type, endLine }: IacResource): BlockLines[] {
  const runs = body.entries.get('runs');
  const steps = type === 'action' && runs?.kind === 'map' ? runs.entries.get('steps') : body.entries.get('steps');
  if (steps?.kind !== 'list') return [];
  return steps.items.map((step, index) => ({ line: step.at.line, endLine: (steps.items[index + 1]?.at.line ?? endLine + 1) - 1 }));
}

/** The line before the next entry, or the last line of the whole. */
function endOf(map: { entries: ReadonlyMap<string, IacValue> }, line: number, last: number): number {
  const next = [...map.entries.values()].map(({ at }) => at.line).filter((other) => other > line);
  return next.length === 0 ? last : Math.min(...next) - 1;
}
