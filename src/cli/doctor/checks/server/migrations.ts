import { plural } from '../../../../support/listing.js';
import { type Check, notAsked } from '../../check.js';
import { databaseFacts, serverOptions } from '../../server-options.js';

export const migrations: Check = {
  id: 'migrations',
  about: 'the tables are those of this version',
  of: 'server',
  async run(ground) {
    const options = serverOptions(ground);
    if (ground.settings.offline && options.databaseUrl !== undefined) return notAsked;
    const found = await databaseFacts(ground);
    if (!found?.isMade) return { state: 'ok', text: 'no tables yet' };
    const { pending, unknown } = found;
    if (unknown.length > 0)
      return { state: 'fail', text: `made by a newer castellan (${unknown.join(', ')})`, fix: 'npm install --global castellan@latest' };
    if (pending.length === 0) return { state: 'ok', text: 'up to date' };
    const fix =
      options.databaseUrl === undefined
        ? 'castellan db backup before.db && castellan serve'
        : 'take a backup with pg_dump, then: castellan serve';
    return { state: 'warn', text: `${plural(pending.length, 'migration')} will run at the next start: ${pending.join(', ')}`, fix };
  },
};
