import { X509Certificate } from 'node:crypto';
import { DAY_MS } from '../../../../support/durations.js';
import { plural } from '../../../../support/listing.js';
import type { Check } from '../../check.js';
import { serverOptions } from '../../server-options.js';

const SOON_MS = 30 * DAY_MS;

export const saml: Check = {
  id: 'saml',
  about: 'the certificates of the SAML identity provider are in date',
  of: 'server',
  run(ground) {
    const { saml: provider } = serverOptions(ground);
    if (!provider) return { state: 'ok', text: 'not set up' };
    const fix = 'take the new certificate from the identity provider into the file of SERVICE_SAML_CERT_FILE';
    const ends = provider.certificates.map((text) => Date.parse(new X509Certificate(text).validTo));
    // One certificate that holds is enough: at a change of keys there are two.
    const last = Math.max(...ends);
    if (ends.length === 0) return { state: 'fail', text: 'the file holds no certificate in PEM form', fix };
    const text = `${plural(ends.length, 'certificate')}, the last ends on ${new Date(last).toISOString().slice(0, 10)}`;
    if (last < ground.now) return { state: 'fail', text, fix };
    return last < ground.now + SOON_MS ? { state: 'warn', text, fix } : { state: 'ok', text };
  },
};
