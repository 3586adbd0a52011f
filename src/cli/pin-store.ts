import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { comparePins } from '../collect/mcp/pin-drift.js';
import { formatPins, parsePins } from '../collect/mcp/pin-file.js';
import type { PinSet } from '../model/pins.js';
import { OperationalError, UsageError } from '../support/errors.js';
import { plural } from '../support/listing.js';
import type { CommandContext } from './command.js';
import { driftLines } from './terminal/drift-lines.js';

/** Reads the pin file. Throws UsageError when there is none, InputError when it cannot be trusted whole. */
export function readPins(path: string, cwd: string): PinSet {
  const absolute = resolve(cwd, path);
  if (!existsSync(absolute)) {
    throw new UsageError({
      where: path,
      message: 'there are no pins to verify against',
      hint: 'make them with `castellan agents --introspect --pin`',
    });
  }
  return parsePins(readFileSync(absolute, 'utf8'), path);
}

/** Writes the pin file, whole or not at all. */
export function writePins(pins: PinSet, path: string, { cwd, io }: CommandContext): void {
  const absolute = resolve(cwd, path);
  try {
    mkdirSync(dirname(absolute), { recursive: true });
    const partial = `${absolute}.${process.pid}.partial`;
    writeFileSync(partial, formatPins(pins));
    renameSync(partial, absolute);
  } catch (cause) {
    throw new OperationalError({ where: path, message: 'cannot be written', cause });
  }
  const count = pins.servers.reduce((sum, { tool, prompt, resource }) => sum + tool.length + prompt.length + resource.length, 0);
  io.err(`pinned ${plural(count, 'definition')} of ${plural(pins.servers.length, 'server')} in ${path}`);
}

/** Shows on stderr, field by field, how servers differ from their pins; gives the number of differences. */
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
