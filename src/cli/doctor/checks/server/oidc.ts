import { describe } from '../../../../support/errors.js';
import { plural } from '../../../../support/listing.js';
import { type Check, notAsked } from '../../check.js';
import { pasted } from '../../pasted.js';
import { inspection, serverOptions } from '../../server-options.js';

export const oidc: Check = {
  id: 'oidc',
  about: 'the OIDC issuer describes itself and has keys',
  of: 'server',
  async run(ground) {
    const options = serverOptions(ground);
    const { oidc: issuing } = options;
    if (!issuing) return { state: 'ok', text: 'not set up' };
    if (ground.settings.offline) return notAsked;
    const fix = `curl -fsS ${pasted(`${issuing.issuer.replace(/\/$/, '')}/.well-known/openid-configuration`)}`;
    try {
      const keys = await (await inspection()).inspectIssuer(issuing, options);
      const text = `${issuing.issuer} has ${plural(keys, 'key')}`;
      return keys > 0 ? { state: 'ok', text } : { state: 'fail', text, fix };
    } catch (error) {
      return { state: 'fail', text: `${issuing.issuer}: ${describe(error)}`, fix };
    }
  },
};
