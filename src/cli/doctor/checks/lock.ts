import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { firstOf, plural } from '../../../support/listing.js';
import { readPins } from '../../pin-store.js';
import { openShieldFiles } from '../../shield/files.js';
import type { Check } from '../check.js';

export const lock: Check = {
  id: 'lock',
  about: 'castellan.lock of this folder: readable, and of servers that are still configured',
  of: 'user',
  run({ context, settings }) {
    const path = settings.lock ?? 'castellan.lock';
    if (!existsSync(resolve(context.cwd, path))) return { state: 'ok', text: `no ${path} here` };
    const { servers } = readPins(path, context.cwd);
    const configured = new Set(
      openShieldFiles({ flags: {}, operands: [] }, context).files.flatMap(
        ({ document }) => document?.servers.map(({ name }) => name) ?? [],
      ),
    );
    const gone = servers.map(({ name }) => name).filter((name) => !configured.has(name));
    const text = `${path} pins ${plural(servers.length, 'server')}`;
    const fix = 'castellan agents --introspect --verify';
    if (gone.length === 0) return { state: 'ok', text: `${text}; \`${fix}\` compares definitions` };
    return { state: 'note', text: `${text}, of which no client here has ${firstOf(gone, 3)}`, fix };
  },
};
