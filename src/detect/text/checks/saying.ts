import type { Severity } from '../../../model/severity.js';
import type { Subject } from '../reading/document.js';
import { isMaker } from '../reading/maker-hosts.js';
import { isForeignHost, isStandIn } from '../reading/places.js';
import type { Statement } from '../reading/statement.js';

/** What is meant where no verb of the sentence orders it: a state of affairs, or a turn of phrase. */
export interface Saying {
  rule: string;
  severity: Severity;
  /** Words without which it is not said: all hints are looked for at once, and few sentences have one. */
  hint: RegExp;
  said: RegExp;
  not?: RegExp;
  /** A skill that is about this may say so. */
  topic?: RegExp;
  /** Only where it names a place that is not the subject's own. */
  elsewhere?: true;
}

/** All hints as one pattern. */
export function hintsOf(sayings: readonly Saying[]): RegExp {
  return new RegExp(sayings.map(({ hint }) => hint.source).join('|'));
}

/** True where a sentence may say one of them: headings and front matter name things. */
export function isSaid({ text, passage }: Statement, hints: RegExp): boolean {
  return passage.role !== 'heading' && passage.role !== 'front' && hints.test(text);
}

/** The first of the sayings that a text says about a subject that is not about them. */
export function sayingIn(sayings: readonly Saying[], text: string, subject: Subject): Saying | undefined {
  const about = `${subject.name} ${subject.description}`.toLowerCase();
  return sayings.find(
    ({ hint, said, not, topic, elsewhere }) =>
      hint.test(text) &&
      said.test(text) &&
      !not?.test(text) &&
      !topic?.test(about) &&
      (elsewhere !== true || namesElsewhere(text, subject)),
  );
}

/** Hosts, bare or in an address; numbers of phones have none. */
const HOSTS = /(?:[a-z0-9-]{1,63}\.){1,5}[a-z][a-z0-9-]{1,20}\b|\b\d{1,3}(?:\.\d{1,3}){3}\b/g;
const PHONE = /\+\d[\d -]{6,}/;

function namesElsewhere(text: string, subject: Subject): boolean {
  const hosts = text.match(HOSTS) ?? [];
  const isOthers = (host: string) =>
    isForeignHost(host, subject) && !isMaker(host) && !isStandIn({ kind: text.includes(`@${host}`) ? 'mail' : 'url', host });
  return hosts.some(isOthers) || (hosts.length === 0 && PHONE.test(text));
}
