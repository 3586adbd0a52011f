import { recordedFile } from '../../../runtime/shield/carry-out.js';
import { shieldStatus } from '../../../runtime/shield/status.js';
import { firstOf, plural } from '../../../support/listing.js';
import { strangeStart } from '../../../system/start-command.js';
import { openShieldFiles } from '../../shield/files.js';
import { defaultHead } from '../../shield/head.js';
import type { Check } from '../check.js';

export const clients: Check = {
  id: 'clients',
  about: 'AI clients found, and whether shields still start this program',
  of: 'user',
  run({ context }) {
    const { record, files } = openShieldFiles({ flags: {}, operands: [] }, context);
    const servers = files.flatMap((file) => {
      const recorded = file.disk && recordedFile(record, file.disk.path);
      const told = shieldStatus(file, { recorded, headOf: defaultHead, strange: strangeStart });
      return told.map((server) => ({ ...server, client: file.client?.id ?? file.file.path, path: file.file.path }));
    });
    const broken = files.filter(({ document, reason }) => document === undefined && reason !== undefined);
    const names = [...new Set(servers.map(({ client }) => client))];
    const details = [
      ...servers.map(({ client, name, status, reason }) => `${client}: ${name} is ${status}${reason === undefined ? '' : ` (${reason})`}`),
      ...broken.map(({ file, reason }) => `${file.path}: ${reason}`),
    ];
    const changed = servers.filter(({ status }) => status === 'changed');
    if (changed.length > 0) {
      const text = `${plural(changed.length, 'shield')} no longer hold: ${firstOf(
        changed.map(({ name, reason }) => `${name} (${reason})`),
        2,
      )}`;
      return { state: 'warn', text, fix: 'castellan shield install', details };
    }
    if (broken.length > 0)
      return {
        state: 'warn',
        text: `cannot be read: ${firstOf(
          broken.map(({ file }) => file.path),
          2,
        )}`,
        fix: 'castellan agents',
        details,
      };
    if (servers.length === 0) return { state: 'ok', text: 'no AI client with MCP servers was found', details };
    const shielded = servers.filter(({ status }) => status === 'shielded').length;
    const text = `${plural(servers.length, 'server')} of ${firstOf(names, 3)}, ${shielded} shielded`;
    const isOpen = servers.some(({ status }) => status === 'not shielded');
    return { state: isOpen ? 'note' : 'ok', text, ...(isOpen && { fix: 'castellan shield install' }), details };
  },
};
