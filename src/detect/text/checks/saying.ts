import type { Severity } from '../../../model/severity.js';
import type { Subject } from '../reading/document.js';
import { isMaker } from '../reading/maker-hosts.js';
import { isForeignHost, isStandIn } from '../reading/places.js';
import { type Sparing, sparing } from '../reading/sparing.js';
import type { Statement } from '../reading/statement.js';

/** What is meant where no verb of the sentence orders it: a state of affairs, or a turn of phrase. */
export interface Saying {
  rule: string;
  severity: Severity;
  /** Words without which it is not said. */
  hint: RegExp;
  said: RegExp;
  not?: RegExp;
  /** A skill that is about this may say so. */
  topic?: RegExp;
  /** Only where it names a place that is not the subject's own. */
  elsewhere?: true;
}

/** A saying that is looked for in the text of every sentence. */
interface Sought extends Omit<Saying, 'hint' | 'said'> {
  hint: Sparing;
  said: Sparing;
}

/** What finds the first of some sayings in a statement about a subject that is not about them. Headings and front matter name things. */
export function sayingFinder(sayings: readonly Saying[]): (statement: Statement, subject: Subject) => Sought | undefined {
  const all = sayings.map((saying): Sought => ({ ...saying, hint: sparing(saying.hint), said: sparing(saying.said) }));
  return ({ text, passage }, subject) =>
    passage.role === 'heading' || passage.role === 'front'
      ? undefined
      : all.find((saying) => saying.hint.test(text) && saying.said.test(text) && isMeant(saying, text, subject));
}

function isMeant({ not, topic, elsewhere }: Sought, text: string, subject: Subject): boolean {
  if (not?.test(text) || topic?.test(`${subject.name} ${subject.description}`.toLowerCase())) return false;
  return elsewhere !== true || namesElsewhere(text, subject);
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
