import { firstOf } from '../../../../support/listing.js';
import type { Check } from '../../check.js';
import { inspection, serverOptions } from '../../server-options.js';

export const services: Check = {
  id: 'services',
  about: 'connectors, mail and chat: those that are begun have all settings',
  of: 'server',
  async run(ground) {
    const { ready, lacking } = (await inspection()).inspectServices(serverOptions(ground));
    const text = ready.length === 0 ? 'none is set up' : `set up: ${ready.join(', ')}`;
    const [first] = lacking;
    if (first === undefined) return { state: 'ok', text };
    const details = lacking.map(
      ({ title, missing }) => `${title}: ${missing.length === 0 ? 'a value is wrong' : `lacks ${missing.join(', ')}`}`,
    );
    const fix = first.missing.length === 0 ? 'docs/connect.md says what each value looks like' : `export ${first.missing[0]}=…`;
    return { state: 'warn', text: firstOf(details, 2), fix, details };
  },
};
