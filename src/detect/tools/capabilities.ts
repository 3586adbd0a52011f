import type { Capability } from '../../model/agent.js';
import type { JsonObject } from '../../support/json.js';
import { isUntrusted, publishes, reachesNetwork, readsPrivateData } from './capability-reach.js';
import { AMBIGUOUS, CREDENTIALS, DESTROYS, READS, SERVICES, WRITES } from './capability-words.js';
import { any, definitionWords, type Words } from './tool-words.js';

/**
 * The capabilities of a tool, from its name, then the main sentence of its description, then its schema. Annotations
 * are ignored: they are the author's claim, and their defaults mean nothing. `server` is the name of the server that
 * offers it.
 */
export function capabilitiesOf(raw: JsonObject, server = ''): Set<Capability> {
  const words = definitionWords(raw, server);
  const found = new Set<Capability>();
  const act = actOf(words);
  if (act.reads) found.add('read');
  if (act.writes) found.add('write');
  if (executes(words)) found.add('execute');
  if (reachesNetwork(words)) found.add('network');
  if (destroys(words)) found.add('destructive').add('write');
  if (yieldsSecrets(words)) found.add('secrets');
  if (act.reads && readsPrivateData(words)) found.add('private_data');
  if (act.reads && isUntrusted(words)) found.add('untrusted_content');
  if (publishes(words, act.writes)) found.add('external_communication').add('network');
  return found;
}

const PURE_NAME =
  /^(?:think|convert|encode|decode|format|calculate|compute|hash|random|echo|eval|parse|sum|round|base64|speech|text|uuid|sort)\b/;
/** What is changed where it lies. */
const IN_PLACE = /\bin[- ]place\b/;
const PURE_TEXT =
  /\b(?:(?:two|three) numbers|arithmetic|units?$|format json|random number|encode text|decode text|speech from text|thought)\b/;
/** A check that a description calls by a noun: whatever its name starts with, it only looks. */
const LOOKS =
  /^(?:runs?|performs?|does|makes?) (?:an?|the) (?:[\w-]+ ){0,3}(?:scan|search|checks?|query|look-?up|analysis|audit|inspection|comparison)\b/;
/** A description that names what comes back, and no act: `Commits of the repository`. */
const NAMES_RESULT = /^[a-z]+s of (?:an?|the|this|your|all)\b/;
/** A name of the network that is looked up. */
const RESOLVES = /^resolves? (?:an?|the) (?:host ?|domain ?|dns )?names?\b/;
const SENSORS = /\b(?:microphone|camera|webcam|screen|clipboard)\b/;
/** A request with a method and a body of the caller's choice. */
const REQUEST = /^(?:sends?|makes?|performs?|issues?) (?:an?|any|the) (?:\w+ )?https? (?:request|call)s?\b/;
/** Programs of a project run when it is built. */
const BUILDS = /^(?:build|compile)\b/;
/** Programs of the machine that are opened. */
const OPENS =
  /^(?:opens?|launch(?:es)?|starts?) (?:an?|any|the|another|installed) (?:[\w-]+ ){0,2}(?:app(?:lication)?|program|executable)s?\b/;
/** A copy of what somebody else keeps, which stays on this machine. */
const CLONES = /\bclones? (?:an?|the|this|one|any) (?:[\w-]+ ){0,3}(?:repo(?:sitor(?:y|ies))?|project)s?\b/;
/** Where a download stays. */
const KEEPS = /\b(?:to|into|onto|in|on) (?:a |an |the |your |local )*(?:disk|file|folder|directory|path|drive|machine|computer)\b/;
const RUNS = /\b(?:run|exec|execute|eval|evaluate|invoke|shell|bash|terminal|start)\b/;

/**
 * Whether the tool's verb returns or changes data. Verbs of the name come first, then the first word of the
 * description.
 */
function actOf(words: Words): { reads: boolean; writes: boolean } {
  const name = words.name.join(' ');
  if (
    PURE_TEXT.test(words.text) ||
    (PURE_NAME.test(name) && !IN_PLACE.test(words.text) && !any(words.name, SERVICES) && !any(words.name, WRITES))
  )
    return { reads: false, writes: false };
  if (/^record /.test(words.text) && SENSORS.test(words.text)) return { reads: true, writes: false };
  if (/\b(?:backup|dump)\b/.test(name) && /\b(?:dump|backup|copy)\b/.test(words.text)) return { reads: true, writes: true };
  if (LOOKS.test(words.text) || RESOLVES.test(words.text) || NAMES_RESULT.test(words.text)) return { reads: true, writes: false };
  if (REQUEST.test(words.text)) return { reads: true, writes: true };
  if (BUILDS.test(name)) return { reads: false, writes: true };
  if (OPENS.test(words.text)) return { reads: false, writes: false };
  if (CLONES.test(`${name} ${words.text}`)) return { reads: true, writes: true };
  if (KEEPS.test(`${words.text} `) && (words.name.includes('download') || words.main[0] === 'download'))
    return { reads: true, writes: true };
  if (IN_PLACE.test(words.text)) return { reads: false, writes: true };
  const verb = verbOf(words);
  if (verb === undefined) return { reads: !RUNS.test(name), writes: false };
  const shows = /^(?:show|preview|tell|lists?|read|gets?|check|picture|returns?|report|details?)\b/.test(words.text);
  const writes = isWrite(verb) && !shows;
  return { reads: !writes && (READS.has(verb) || shows), writes };
}

function isWrite(verb: string): boolean {
  return WRITES.has(verb) || DESTROYS.has(verb);
}

function verbOf(words: Words): string | undefined {
  const known = (word: string) => isWrite(word) || READS.has(word) || isWrite(`${word}s`) || READS.has(`${word}s`);
  const [first] = words.name;
  const last = words.name.at(-1);
  if (first !== undefined && known(first) && !(AMBIGUOUS.has(first) && last !== undefined && known(last))) return first;
  return words.name.find((word) => known(word) && !AMBIGUOUS.has(word)) ?? words.main.slice(0, 2).find(known) ?? words.name.find(known);
}

const CODE =
  /\b(?:shell|commands?|scripts?|javascript|python|code|statements?|cell|tests?|container|workload|package|program|binary|cypher)\b/;
const STROKES = /\b(?:key ?strokes?|type_keys|applescript|autohotkey)\b/;

/** Functions of a cloud that are called. */
const CALLS = /^(?:runs?|invokes?|executes?|calls?) (?:an?|the) (?:[\w-]+ ){0,3}(?:function|lambda)s?\b/;

function executes(words: Words): boolean {
  const name = words.name.join(' ');
  if (/\b(?:whether|would|what .{0,20} would|safe parser|select)\b/.test(words.text)) return false;
  if (LOOKS.test(words.text)) return false;
  if (STROKES.test(words.text) || BUILDS.test(name) || OPENS.test(words.text) || CALLS.test(words.text)) return true;
  if (
    RUNS.test(`${name} ${words.text}`) &&
    CODE.test(`${name} ${words.text}`) &&
    !/^(?:list|get|search|check|show|describe|create|update)\b/.test(name)
  )
    return true;
  if (/\binstall\b/.test(name) && /\bpackage/.test(`${name} ${words.text}`)) return true;
  return (
    words.parameters.some((parameter) => /^(?:command|cmd|shell_?command|script|shell)$/.test(parameter)) &&
    /\b(?:run|exec|execute|afterwards|shell)\b/.test(`${name} ${words.all}`)
  );
}

const FINAL =
  /\b(?:for good|permanently|irreversibl\w+|cannot be undone|(?:drop|discard|throw)\w*(?: away)? (?:all |the |local |uncommitted )*changes|and everything|all (?:keys|data|tables|records|stored)|everything stored|flush|by a dump|insert, update and delete|arbitrary (?:write|sql))\b/;

function destroys(words: Words): boolean {
  if (/^(?:show|preview|list|get|tell)\b/.test(words.name.join(' '))) return false;
  return any(words.name, DESTROYS) || FINAL.test(words.text) || (any(words.main.slice(0, 1), DESTROYS) && !/\bbin\b/.test(words.text));
}

/** A value that gives access, as what is handed out. */
const HANDS_OUT =
  /^(?:gets?|reads?|returns?|fetch(?:es)?|retrieves?|reveals?|shows?|looks? up) (?:an?|the|one|stored) (?:[\w-]+ ){0,2}(?:password|passphrase|secret|private key|api key|access token)\b/;

function yieldsSecrets(words: Words): boolean {
  const said = `${words.name.join(' ')} ${words.all}`;
  if (/\b(?:no values|without values|names of|titles of|public (?:ssh )?keys?|label|token count|count the tokens)\b/.test(said))
    return false;
  if (/\b(?:count|delete|reset|price|balance|transfer|scan)\b/.test(words.name.join(' ')) && !/\bsecret\b/.test(words.name.join(' ')))
    return false;
  return (
    any(words.name, CREDENTIALS) ||
    HANDS_OUT.test(words.text) ||
    /\b(?:returns? (?:it|the new one)|access key|with (?:its|their) (?:values?|passwords?|secrets?)|(?:a|the) secret|decoded data of a)\b/.test(
      words.text,
    )
  );
}
