import type { Capability } from '../../model/agent.js';
import type { JsonObject } from '../../support/json.js';
import { isObject, own } from '../../support/json.js';
import {
  CREDENTIALS,
  DESTROYS,
  LOCAL,
  OPEN_SERVICES,
  PRIVATE,
  PRIVATE_SPOKEN,
  READS,
  SERVICES,
  TENANT_SERVICES,
  UNTRUSTED,
  UNTRUSTED_SPOKEN,
  WRITES,
} from './capability-words.js';

/** What classification looks at: words of the name, words of the first sentence, parameters. */
interface Words {
  name: readonly string[];
  /** First sentence, negated parts removed. */
  main: readonly string[];
  text: string;
  /** The whole description. */
  all: string;
  parameters: readonly string[];
  server: readonly string[];
}

/**
 * What a tool can do, by its name, then the main sentence of its description, then its schema. Annotations do not count: they
 * are the author's word, and their defaults say nothing. `server` is the name of the server that offers it.
 */
export function capabilitiesOf(raw: JsonObject, server = ''): Set<Capability> {
  const words = wordsOf(raw, server);
  const found = new Set<Capability>();
  const act = actOf(words);
  if (act.reads) found.add('read');
  if (act.writes) found.add('write');
  if (executes(words)) found.add('execute');
  if (reachesNetwork(words)) found.add('network');
  if (destroys(words)) found.add('destructive').add('write');
  if (yieldsSecrets(words)) found.add('secrets');
  if (act.reads && isPrivate(words)) found.add('private_data');
  if (act.reads && isUntrusted(words)) found.add('untrusted_content');
  if (publishes(words, act.writes)) found.add('external_communication').add('network');
  return found;
}

function wordsOf(raw: JsonObject, server: string): Words {
  const description = String(own(raw, 'description') ?? '');
  const text = firstSentence(description).toLowerCase().replace(NEGATED, ' ');
  const schema = own(raw, 'inputSchema');
  const properties = isObject(schema) ? own(schema, 'properties') : undefined;
  return {
    name: tokensOf(String(own(raw, 'name') ?? '')),
    main: text.match(/[\p{L}\d]+/gu)?.map(singular) ?? [],
    text,
    all: description.toLowerCase().slice(0, 4000),
    parameters: isObject(properties) ? Object.keys(properties).map((name) => name.toLowerCase()) : [],
    server: tokensOf(server),
  };
}

const NEGATED =
  /\b(?:does not|do not|don't|never|without|no longer|cannot|not) [\w -]{1,40}|\b(?:read-only|no (?:values?|writes?|changes?))\b|\([^)]{0,80}\bnot [^)]{0,80}\)/g;

const ADVICE = /^(?:if|use|when|important|note|warning|always|call|this tool is|before)\b/i;

/** The first sentence that says what the tool does, not when to use it. */
function firstSentence(text: string): string {
  const sentences = text
    .trim()
    .slice(0, 2000)
    .split(/(?<=[.!?])\s+|\n\s*\n/);
  return (sentences.find((sentence) => !ADVICE.test(sentence)) ?? sentences[0] ?? '').replace(/[.!?]$/, '').slice(0, 400);
}

/** `listPullRequests`, `list_pull_requests`, `gmail.send`: the words of a name. */
export function tokensOf(name: string): string[] {
  return name
    .replace(/([\p{Ll}\d])(\p{Lu})/gu, '$1 $2')
    .replace(/(\p{Lu}+)(\p{Lu}\p{Ll})/gu, '$1 $2')
    .toLowerCase()
    .split(/[^\p{L}\d]+/u)
    .filter((token) => token !== '')
    .map(singular);
}

function singular(word: string): string {
  if (word.length <= 4 || !word.endsWith('s') || /(?:ss|us|is|ics|news|logs)$/.test(word)) return word;
  return word.endsWith('ies') && !word.endsWith('kies') ? `${word.slice(0, -3)}y` : word.slice(0, -1);
}

function any(words: readonly string[], set: ReadonlySet<string>): boolean {
  return words.some((word) => set.has(word) || set.has(`${word}s`));
}

const PURE_NAME =
  /^(?:think|convert|encode|decode|format|calculate|compute|hash|random|echo|eval|parse|sum|round|base64|speech|text|uuid|sort)\b/;
const PURE_TEXT =
  /\b(?:(?:two|three) numbers|arithmetic|units?$|format json|random number|encode text|decode text|speech from text|thought)\b/;
const SENSORS = /\b(?:microphone|camera|webcam|screen|clipboard)\b/;
const RUNS = /\b(?:run|exec|execute|eval|evaluate|invoke|shell|bash|terminal|start)\b/;

/** Whether the tool's verb returns or changes data. Verbs of the name count first, then the first word of the description. */
function actOf(words: Words): { reads: boolean; writes: boolean } {
  const name = words.name.join(' ');
  if (PURE_TEXT.test(words.text) || (PURE_NAME.test(name) && !any(words.name, SERVICES) && !any(words.name, WRITES)))
    return { reads: false, writes: false };
  if (/^record /.test(words.text) && SENSORS.test(words.text)) return { reads: true, writes: false };
  if (/\b(?:backup|dump)\b/.test(name) && /\b(?:dump|backup|copy)\b/.test(words.text)) return { reads: true, writes: true };
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

/** Words that are nouns at least as often. */
const AMBIGUOUS = new Set([
  'post',
  'comment',
  'reply',
  'tweet',
  'call',
  'report',
  'import',
  'export',
  'log',
  'status',
  'check',
  'test',
  'detail',
  'info',
  'history',
  'share',
  'cost',
  'trace',
  'count',
  'request',
  'answer',
  'move',
  'lookup',
  'block',
  'star',
  'setup',
  'fill',
  'transfer',
  'switch',
  'book',
  'reset',
  'sync',
  'link',
  'mark',
  'charge',
  'index',
  'trigger',
  'change',
  'grant',
  'view',
  'notebook',
  'resolve',
  'commit',
]);

const CODE =
  /\b(?:shell|commands?|scripts?|javascript|python|code|statements?|cell|tests?|container|workload|package|program|binary|cypher)\b/;
const STROKES = /\b(?:key ?strokes?|type_keys|applescript|autohotkey)\b/;

function executes(words: Words): boolean {
  const name = words.name.join(' ');
  if (/\b(?:whether|would|what .{0,20} would|safe parser|select)\b/.test(words.text)) return false;
  if (STROKES.test(words.text)) return true;
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

const REMOTE =
  /\b(?:cloud|remote|online|web|internet|registry|public (?:registry|scan|repositor\w+|channel)|over ssh|hosted|saas|https?)\b/;
const MONEY = /\b(?:buy|sell|shares?|pay|payment|refund|money|invoice)\b/;
const HERE = /\b(?:local|working tree|on disk|this machine)\b/;

function reachesNetwork(words: Words): boolean {
  const name = words.name.join(' ');
  if (/\b(?:cookie|public key)s?\b/.test(`${name} ${words.text}`) && !any(words.server, SERVICES)) return false;
  if (any(words.name, SERVICES) || any(words.server, SERVICES)) return true;
  if (
    words.parameters.some((parameter) => /^(?:url|uri|endpoint|webhook_?url|host|hostname|domain|remote_.*|ip|ip_address)$/.test(parameter))
  )
    return true;
  if (REMOTE.test(words.text) || MONEY.test(words.text)) return true;
  return any(words.main, SERVICES) && !any(words.name, LOCAL) && !HERE.test(words.text);
}

const FINAL =
  /\b(?:for good|permanently|irreversibl\w+|cannot be undone|drop changes|and everything|all (?:keys|data|tables|records|stored)|everything stored|flush|by a dump|insert, update and delete|arbitrary (?:write|sql))\b/;

function destroys(words: Words): boolean {
  if (/^(?:show|preview|list|get|tell)\b/.test(words.name.join(' '))) return false;
  return any(words.name, DESTROYS) || FINAL.test(words.text) || (any(words.main.slice(0, 1), DESTROYS) && !/\bbin\b/.test(words.text));
}

function yieldsSecrets(words: Words): boolean {
  const said = `${words.name.join(' ')} ${words.all}`;
  if (/\b(?:no values|without values|names of|titles of|public (?:ssh )?keys?|label|token count|count the tokens)\b/.test(said))
    return false;
  if (/\b(?:count|delete|reset|price|balance|transfer|scan)\b/.test(words.name.join(' ')) && !/\bsecret\b/.test(words.name.join(' ')))
    return false;
  return (
    any(words.name, CREDENTIALS) ||
    /\b(?:returns? (?:it|the new one)|access key|with (?:its|their) (?:values?|passwords?|secrets?)|(?:a|the) secret|decoded data of a)\b/.test(
      words.text,
    )
  );
}

const OPEN = /\b(?:public|anybody|official|open source|global)\b/;
const META = /\b(?:field|category|label|schema|type|definition|categories|template|version|branch|tag|procedure)s?\b/;

function isPrivate(words: Words): boolean {
  const name = words.name.join(' ');
  if (OPEN.test(words.text) && !/\bprivate\b/.test(words.text)) return false;
  if (any(words.name, TENANT_SERVICES) || any(words.server, TENANT_SERVICES)) return true;
  if (
    /\b(?:my|own|of the user|user'?s?'? (?:profile|data|account)|authenticated|home directory|private|for (?:a|the|your) (?:\w+ )?organi[sz]ation)\b/.test(
      words.text,
    ) &&
    !META.test(name)
  )
    return true;
  if (
    /\b(?:file contents?|a file from|files? (?:and|or) (?:return|read))\b/.test(words.text) ||
    /\b(?:query|find|select|read)\b.*\b(?:query|data|find|file)\b/.test(name)
  )
    return !any(words.name, new Set(['graph'])) || /\bselect\b/.test(words.text);
  if (/\bselect\b.{0,20}\b(?:query|statement|data)/.test(words.text) || /\b(?:backup|dump)\b/.test(name)) return true;
  return any(words.name, PRIVATE) || any(words.main, PRIVATE_SPOKEN);
}

function isUntrusted(words: Words): boolean {
  const name = words.name.join(' ');
  if (/\bthat only\b|\bcookies?\b/.test(words.text) || META.test(name)) return false;
  if (
    /\b(?:code|file content|readme)s?\b/.test(name) &&
    any([...words.name, ...words.server], new Set(['github', 'gitlab', 'bitbucket'])) &&
    !/\bprivate\b|\balert/.test(words.all)
  )
    return true;
  return (
    any(words.name, UNTRUSTED) ||
    any(words.name, OPEN_SERVICES) ||
    any(words.server, OPEN_SERVICES) ||
    any(words.main, UNTRUSTED_SPOKEN) ||
    words.parameters.includes('url')
  );
}

const OUTWARD = new Set([
  'send',
  'post',
  'publish',
  'reply',
  'forward',
  'share',
  'tweet',
  'upload',
  'push',
  'invite',
  'broadcast',
  'notify',
  'announce',
]);
const PUBLIC_OBJECT = /\b(?:issue|pull|gist|review|discussion|snippet|comment|thread|post|webhook)\b/;

/** True when text of the caller reaches outsiders: messages, public posts, requests to any address. */
function publishes(words: Words, writes: boolean): boolean {
  const name = words.name.join(' ');
  if (/\b(?:draft|bin|port|reaction|filter|key ?strokes?|active window)\b/.test(`${words.text} ${name}`)) return false;
  if (anyAddress(words, name)) return true;
  if (!writes) return false;
  const verb = words.name.find((word) => OUTWARD.has(word)) ?? words.main.slice(0, 1).find((word) => OUTWARD.has(word));
  if (verb !== undefined && reachesNetwork(words)) return true;
  if (/\binvite\b|\bpublic (?:gist|issue|pull|post|channel|repositor)/.test(words.text) || /\bcomment$|^comment\b|\bmake call\b/.test(name))
    return true;
  if (/\bwebhook\b/.test(name) && words.parameters.includes('url')) return true;
  const hosted = any([...words.name, ...words.server], new Set(['github', 'gitlab', 'bitbucket', 'gitea', 'linear-public']));
  return PUBLIC_OBJECT.test(name) && hosted && words.parameters.some((parameter) => /^(?:body|content|text|message)$/.test(parameter));
}

function anyAddress(words: Words, name: string): boolean {
  if (/\b(?:any|a given|arbitrary) (?:web )?(?:url|page|address|host)\b/.test(words.text)) return !/\bmail\b/.test(words.text);
  return (
    words.parameters.includes('url') &&
    /\b(?:fetch|request|get|post|open|navigate|read|crawl|scrape|browse|visit|load|extract|url)\b/.test(name) &&
    !/\b(?:documentation|docs)\b/.test(words.text)
  );
}
