import { keyRing } from '../../../../audit/chain.js';
import { plural } from '../../../../support/listing.js';
import { fileExists, readSecretFile } from '../../../../system/secret-files.js';
import type { Check } from '../../check.js';
import { pasted } from '../../pasted.js';
import { inspection, serverOptions } from '../../server-options.js';

export const auditKey: Check = {
  id: 'audit-key',
  about: 'the file with the audit keys: there, private, of keys',
  of: 'server',
  async run(ground) {
    const path = (await inspection()).auditKeyPath(serverOptions(ground));
    if (!fileExists(path)) return { state: 'note', text: `${path} is not there yet; serve makes it at its first start` };
    const ring = keyRing(readSecretFile(path));
    if (ring) return { state: 'ok', text: `${path}, ${plural(ring.keys.size, 'key')}` };
    return {
      state: 'fail',
      text: `${path} holds no keys of at least 32 bytes in base64`,
      fix: `cp /backups/audit.key ${pasted(path)} && chmod 600 ${pasted(path)}`,
    };
  },
};
