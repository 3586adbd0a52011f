import { below, controlPlaneAddress } from '../../../client/address.js';
import { givenBy } from '../../../config/resolve.js';
import { isObject, own } from '../../../support/json.js';
import type { Http } from '../../../system/http.js';
import { connectionFor } from '../../control-plane-connection.js';
import { version } from '../../version.js';
import { type Check, type DoctorGround, notAsked } from '../check.js';

export const controlPlane: Check = {
  id: 'control-plane',
  about: 'the control plane to push to: it answers, knows the key, and has a version that fits',
  of: 'user',
  async run(ground) {
    const { settings, flags, context, signal } = ground;
    if (settings.controlPlane === undefined) return { state: 'ok', text: 'none is named' };
    const where = givenBy('controlPlane', { flags, environment: context.environment });
    controlPlaneAddress({ text: settings.controlPlane, where, allowHttp: settings.allowHttp });
    if (settings.offline) return notAsked;
    const { base, credential, http } = connectionFor(settings, { ...context, flags });
    const theirs = own((await ask(http, below(base, '/version'), signal)).value, 'version');
    const me = await ask(http, below(base, '/v1/auth/me'), signal, credential.secret.reveal());
    const named = `${base.origin} is castellan ${String(theirs ?? 'of an unknown version')}`;
    if (me.status === 401 || me.status === 403)
      return {
        state: 'fail',
        text: `${named}, and refuses the key (${me.status})`,
        fix: 'put a key that holds into the file of --key-file; an admin makes one under Access in the web UI',
      };
    if (me.status !== 200)
      return { state: 'fail', text: `${base.origin} answers with status ${me.status}`, fix: `curl -i ${base.origin}/readyz` };
    const text = `${named}; the key of ${own(me.value, 'tenant_id')} has the role ${own(me.value, 'role')}`;
    if (majorOf(theirs) === majorOf(version)) return { state: 'ok', text };
    return { state: 'warn', text: `${text}; this program is ${version}`, fix: `npm install --global castellan@${majorOf(theirs)}` };
  },
};

function majorOf(text: unknown): string {
  return String(text).split('.', 1)[0] ?? '';
}

async function ask(
  http: Http,
  url: string,
  signal: DoctorGround['signal'],
  key?: string,
): Promise<{ status: number; value: Record<string, unknown> }> {
  const headers = { accept: 'application/json', ...(key !== undefined && { authorization: `Bearer ${key}` }) };
  const { status, body } = await http.send({ url, headers, redirects: 'return', idleTimeoutMs: 5_000, signal });
  let text = '';
  for await (const chunk of body) if (text.length < 65_536) text += Buffer.from(chunk).toString('utf8');
  try {
    const value: unknown = JSON.parse(text);
    return { status, value: isObject(value) ? value : {} };
  } catch {
    return { status, value: {} };
  }
}
