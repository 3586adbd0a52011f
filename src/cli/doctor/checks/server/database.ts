import { showAge } from '../../../../support/age.js';
import { type Check, notAsked } from '../../check.js';
import { databaseFacts, serverOptions } from '../../server-options.js';

/** Milliseconds of difference between our clock and the database's that leases and sign-ins bear. */
const SKEW_MS = 5_000;

export const database: Check = {
  id: 'database',
  about: 'the database of the service answers, and its clock is ours',
  of: 'server',
  async run(ground) {
    const options = serverOptions(ground);
    if (ground.settings.offline && options.databaseUrl !== undefined) return notAsked;
    const found = await databaseFacts(ground);
    if (!found) return { state: 'note', text: 'there is no database yet; serve makes it at its first start', fix: 'castellan serve' };
    const { place, server, skewMs } = found;
    const text = `${place}${server === undefined ? '' : `, version ${server}`}`;
    if (skewMs <= SKEW_MS) return { state: 'ok', text };
    return { state: 'warn', text: `${text}: its clock and ours differ by ${showAge(skewMs)}`, fix: 'timedatectl set-ntp true' };
  },
};
