import { existsSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { comparePins } from '../collect/mcp/pin-drift.js';
import { formatPins, parsePins } from '../collect/mcp/pin-file.js';
import type { PinSet } from '../model/pins.js';
import { OperationalError } from '../support/errors.js';
import { plural } from '../support/listing.js';
import { writeOutputFile } from '../system/output-file.js';
import type { CommandContext } from './command.js';
import { driftLines } from './terminal/drift-lines.js';

/** Reads the pin file. Throws OperationalError when there is none, InputError when any part of it is not valid. */
export function readPins(path: string, cwd: string): PinSet {
  const absolute = resolve(cwd, path);
  if (!existsSync(absolute)) {
    throw new OperationalError({
      where: path,
      message: 'there are no pins to verify against',
      hint: 'make them with `castellan agents --introspect --pin`',
    });
  }
  return parsePins(readFileSync(absolute, 'utf8'), path);
}

/** Writes the pin file, whole or not at all. */
export async function writePins(pins: PinSet, path: string, { cwd, io, signal }: CommandContext): Promise<void> {
  await writeOutputFile(resolve(cwd, path), [formatPins(pins)], { signal });
  const count = pins.servers.reduce((sum, { tool, prompt, resource }) => sum + tool.length + prompt.length + resource.length, 0);
  io.err(`pinned ${plural(count, 'definition')} of ${plural(pins.servers.length, 'server')} in ${path}`);
}

/** Shows on stderr, field by field, how servers differ from their pins. Returns the number of differences. */
export function showDrift(pinned: PinSet, current: PinSet, { io, lock }: Pick<CommandContext, 'io'> & { lock: string }): number {
  const drifts = comparePins(pinned, current);
  if (drifts.length === 0)
    io.err(
      current.servers.length === 0
        ? `nothing was verified: no server answered, and ${lock} names none`
        : `pins verified: ${plural(current.servers.length, 'server')}, as in ${lock}`,
    );
  for (const line of drifts.flatMap(driftLines)) io.err(line);
  return drifts.length;
}
