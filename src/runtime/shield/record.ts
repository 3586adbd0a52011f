import { z } from 'zod';
import type { Replacement } from './start-edits.js';

const replacement = z.object({ at: z.enum(['command', 'args', 'items']), before: z.string(), now: z.string() });

const recordedServer = z.object({
  name: z.string(),
  pointer: z.string(),
  /** The words of castellan before the server's own command. */
  head: z.array(z.string()),
  replacements: z.array(replacement),
});

const recordedFile = z.object({
  /** Absolute, links resolved. */
  path: z.string(),
  client: z.string(),
  /** Root of the project that the file belongs to, absolute; none for a file of the user. */
  project: z.string().optional(),
  /** SHA-256 of the bytes without castellan, which the backup of this name holds, and with it. */
  before: z.string(),
  after: z.string(),
  servers: z.array(recordedServer),
});

/** What `shield install` wrote, and where. */
export const shieldRecord = z.object({
  version: z.literal(1),
  files: z.array(recordedFile),
  /** Backups of files that could not be put back byte for byte. */
  kept: z.array(z.object({ path: z.string(), before: z.string() })),
});

export type RecordedServer = z.output<typeof recordedServer>;
export type RecordedFile = z.output<typeof recordedFile>;
export type ShieldRecord = z.output<typeof shieldRecord>;

/** What was recorded of servers of a name, by file: a file may hold thousands. */
const byName = new WeakMap<RecordedFile, Map<string, RecordedServer[]>>();

/** What was recorded of a server: first what was written at the same place, then the rest of its name. */
export function recordedOf(file: RecordedFile | undefined, { name, pointer }: { name: string; pointer: string }): RecordedServer[] {
  const named = (file && (byName.get(file) ?? index(file)).get(name)) ?? [];
  return [...named.filter((server) => server.pointer === pointer), ...named.filter((server) => server.pointer !== pointer)];
}

function index(file: RecordedFile): Map<string, RecordedServer[]> {
  const names = new Map<string, RecordedServer[]>();
  for (const server of file.servers) names.set(server.name, [...(names.get(server.name) ?? []), server]);
  byName.set(file, names);
  return names;
}

export function recordServer(
  server: { name: string; pointer: string },
  head: readonly string[],
  replacements: readonly Replacement[],
): RecordedServer {
  return { name: server.name, pointer: server.pointer, head: [...head], replacements: [...replacements] };
}
