import type { CloudResource } from '../../model/cloud.js';
import { parseJson } from '../../support/json.js';
import type { AppendedLines } from '../../system/appended-lines.js';
import type { FinishedParts } from './contract/provider.js';

interface Finished {
  id: string;
  resources: CloudResource[];
}

/** Finished parts in a file of ours, one line each. A line that a crash cut off counts as not finished. */
export function finishedPartsIn(lines: AppendedLines): FinishedParts {
  const byId = new Map<string, CloudResource[]>();
  for (const line of lines.read()) {
    const part = parsed(line);
    if (part) byId.set(part.id, part.resources);
  }
  return {
    find: (id) => byId.get(id),
    add(id, resources) {
      lines.add(JSON.stringify({ id, resources }));
    },
  };
}

function parsed(line: string): Finished | undefined {
  try {
    // Written by `add` above, into a folder that only this user reads and writes.
    return parseJson(line, 'finished parts') as Finished;
  } catch {
    return undefined;
  }
}
