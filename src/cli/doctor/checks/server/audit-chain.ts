import { firstOf, plural } from '../../../../support/listing.js';
import { type Check, notAsked } from '../../check.js';
import { inspection, serverOptions } from '../../server-options.js';

export const auditChain: Check = {
  id: 'audit-chain',
  about: 'each audit chain ends at its sealed head',
  of: 'server',
  async run(ground) {
    const options = serverOptions(ground);
    if (ground.settings.offline && options.databaseUrl !== undefined) return notAsked;
    const { inspectChains } = await inspection();
    const found = await inspectChains(options);
    if (!found || found.chains === 0) return { state: 'ok', text: 'no chain yet' };
    const { chains, faults } = found;
    if (faults.length === 0)
      return { state: 'ok', text: `${plural(chains, 'chain')}, each ends at its head; castellan audit verify reads all of them` };
    return { state: 'fail', text: `not valid: ${firstOf(faults, 2)}`, fix: 'castellan audit verify', details: faults };
  },
};
