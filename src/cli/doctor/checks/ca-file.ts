import { X509Certificate } from 'node:crypto';
import { DAY_MS } from '../../../support/durations.js';
import { plural } from '../../../support/listing.js';
import { readNamedFile } from '../../named-file.js';
import type { Check, Diagnosis, DoctorGround } from '../check.js';
import { pasted } from '../pasted.js';

export const caFile: Check = {
  id: 'ca-file',
  about: 'certificates that are believed besides the known ones: readable, in date',
  of: 'user',
  run(ground) {
    const { environment } = ground.context;
    const named = [
      { name: 'SERVICE_CA_FILE', path: ground.settings.caFile },
      { name: 'NODE_EXTRA_CA_CERTS', path: environment.NODE_EXTRA_CA_CERTS || undefined },
    ].flatMap(({ name, path }) => (path === undefined ? [] : [{ name, path }]));
    if (named.length === 0) return { state: 'ok', text: 'none is named' };
    const found = named.map((one) => stateOf(one, ground));
    return found.find(({ state }) => state !== 'ok') ?? { state: 'ok', text: found.map(({ text }) => text).join(', ') };
  },
};

const SOON_MS = 30 * DAY_MS;

function stateOf({ name, path }: { name: string; path: string }, { context: { cwd }, now }: DoctorGround): Diagnosis {
  const texts = readNamedFile(path, cwd).match(/-----BEGIN CERTIFICATE-----[^-]+-----END CERTIFICATE-----/g) ?? [];
  if (texts.length === 0) return { state: 'fail', text: `${path} holds no certificate in PEM form`, fix: `unset ${name}` };
  const ends = texts.map((text) => Date.parse(new X509Certificate(text).validTo));
  const over = ends.filter((end) => end < now).length;
  const last = new Date(Math.max(...ends)).toISOString().slice(0, 10);
  const fix = `openssl x509 -noout -subject -enddate -in ${pasted(path)}`;
  if (over === ends.length) return { state: 'fail', text: `${path}: every certificate has ended, the last on ${last}`, fix };
  const soon = ends.filter((end) => end >= now && end < now + SOON_MS).length;
  if (soon > 0 && over + soon === ends.length) return { state: 'warn', text: `${path}: every certificate ends within 30 days`, fix };
  return { state: 'ok', text: `${path}: ${plural(ends.length, 'certificate')}${over > 0 ? `, of which ${over} have ended` : ''}` };
}
