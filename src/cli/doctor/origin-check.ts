import { existsSync } from 'node:fs';
import { localPath } from '../../advisories/feed-sources.js';
import { describe } from '../../support/errors.js';
import { redactUrl } from '../../support/redact.js';
import type { Http } from '../../system/http.js';
import { type Check, type DoctorGround, notAsked } from './check.js';

/** Where a feed or an API comes from. */
interface Origin {
  id: string;
  about: string;
  /** The variable that names mirrors. */
  variable: string;
  /** What the settings say, commas between mirrors. */
  sources(ground: DoctorGround): string;
  /** The address to ask for one source. */
  address(source: string): string;
}

/** A check that asks each mirror of a feed once, for the headers alone. */
export function originCheck({ id, about, variable, sources, address }: Origin): Check {
  return {
    id,
    about,
    of: 'user',
    async run(ground) {
      const listed = sources(ground)
        .split(',')
        .map((text) => text.trim())
        .filter((text) => text !== '');
      const tried = await Promise.all(listed.map((source) => ask(source, address, ground)));
      const asked = tried.filter(({ isAsked }) => isAsked);
      const details = tried.map(({ text }) => text);
      if (asked.length === 0) return { ...notAsked, details };
      const good = asked.find(({ isThere }) => isThere);
      if (good === undefined) return { state: 'fail', text: details.join('; '), fix: fixFor(variable), details };
      const isWhole = asked.every(({ isThere }) => isThere);
      return isWhole
        ? { state: 'ok', text: good.text, details }
        : { state: 'warn', text: details.join('; '), fix: fixFor(variable), details };
    },
  };
}

function fixFor(variable: string): string {
  return `${variable}=https://mirror.example castellan doctor`;
}

interface Tried {
  isAsked: boolean;
  isThere: boolean;
  text: string;
}

async function ask(source: string, address: Origin['address'], { http, signal }: DoctorGround): Promise<Tried> {
  const path = localPath(source);
  if (path !== undefined) {
    const isThere = existsSync(path);
    return { isAsked: true, isThere, text: `${path} ${isThere ? 'is there' : 'is not there'}` };
  }
  const shown = redactUrl(source);
  if (http === undefined) return { isAsked: false, isThere: false, text: `${shown} not asked (--offline)` };
  const answer = await headOf(http, address(source), signal);
  return { isAsked: true, ...answer, text: `${shown} ${answer.text}` };
}

/** The headers alone, and those only if the file changed since: what is there need not be sent. */
async function headOf(http: Http, url: string, signal: AbortSignal): Promise<{ isThere: boolean; text: string }> {
  try {
    const headers = { 'if-modified-since': new Date().toUTCString() };
    const { status, body } = await http.send({ url, method: 'HEAD', headers, idleTimeoutMs: 5_000, signal });
    for await (const _ of body);
    const isThere = status < 400 || status === 405;
    return { isThere, text: isThere ? 'answers' : `answers with status ${status}` };
  } catch (error) {
    return { isThere: false, text: (describe(error).split('\n', 1)[0] ?? '').replace(/^\S+ {2}/, '') };
  }
}
