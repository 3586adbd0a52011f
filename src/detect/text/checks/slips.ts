import { seen } from './detection.js';
import { order } from './rule.js';

const SECRETS_SEEN =
  /\b(?:passwords?|api keys?|access keys?|tokens|secrets|credentials|pins?|card numbers?)\b[^.;,]{0,20}\b(?:found|seen|mentioned|given|shared|used|typed|entered|named|that (?:were|was|came|stand)|which (?:were|was))\b[^.;,]{0,24}\b(?:chat|conversation|session|talk|so far|context|messages?)\b/;
const KEPT =
  /\b(?:stor\w+|sav(?:e|es|ed|ing)|sen[dt]\w*|writ\w+|kept|keep\w*|creat\w+|record\w*|add(?:s|ed)?|includ\w+|attach\w*|put|pass(?:ed)?|append\w*|contain\w*|log(?:ged|s)?)\b/;
const LEFT_OUT = /\b(?:never|not|no|without|redact\w*|mask\w*|remov\w+|avoid|reject\w*)\b/;

/** EXF-02: what the user let slip in the chat goes into what is written. */
export const slipsKept = order(
  (statement, document) => {
    const { text } = statement;
    if (!SECRETS_SEEN.test(text) || !KEPT.test(text) || LEFT_OUT.test(text)) return undefined;
    const sighting = seen('EXF-02', 'secrets of the chat', 'kept');
    return document.kind === 'json-string' ? sighting : { ...sighting, severity: 'high' };
  },
  ['secret'],
  ['credential'],
);
