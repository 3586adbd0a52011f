import { localPath } from '../../../advisories/feed-sources.js';
import { showAge } from '../../../support/age.js';
import { type Check, notAsked } from '../check.js';

/** Milliseconds of difference that ages, sign-ins and signatures bear. */
const SKEW_MS = 60_000;

export const clock: Check = {
  id: 'clock',
  about: "this machine's clock against the first feed's",
  of: 'user',
  async run({ http, settings, signal }) {
    if (!http) return notAsked;
    const source = settings.osvUrl.split(',', 1)[0]?.trim() ?? '';
    if (localPath(source) !== undefined) return { state: 'ok', text: 'not compared: the feeds are local' };
    const answer = await http.send({ url: source, method: 'HEAD', idleTimeoutMs: 5_000, signal }).catch(() => undefined);
    const theirs = Date.parse(answer?.headers.date ?? '');
    if (!answer || Number.isNaN(theirs)) return { state: 'note', text: 'not compared: nobody told the time' };
    for await (const _ of answer.body);
    const skew = Math.abs(Date.now() - theirs);
    if (skew <= SKEW_MS) return { state: 'ok', text: 'agrees with the first feed' };
    return { state: 'warn', text: `differs by ${showAge(skew)} from ${new URL(source).host}`, fix: 'timedatectl set-ntp true' };
  },
};
