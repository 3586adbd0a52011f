import type { TextDocument } from '../reading/document.js';
import type { Tag } from '../reading/phrase-trie.js';
import { isForeignHost, isStandIn, placesOf } from '../reading/places.js';
import { has, isForbidden, near, ordered, type Statement, tagsOf, wordOf } from '../reading/statement.js';
import { HAD_FROM } from '../reading/told-facts.js';
import { type Detection, seen } from './detection.js';
import { order } from './rule.js';

const HARMLESS_SUFFIX =
  /^(?:\.(?:example|sample|template|dist|pub|tpl|defaults?)|-(?:example|sample)| example| template| files? to \.gitignore)/;

/** The environment is a source when it is taken in bulk; naming one variable is set-up. */
const BULK = /\b(?:all|every|whole|entire|values? of|contents? of|dump|collect|print|whose names?|ending in|matching|containing|each)\b/;

/** What is written into a file does not leave it. */
const IS_TARGET =
  /(?:添加|写入|寫入|保存|存储|存放|存入|记录|填入|填写|放入|加入|追加|导出)(?:到|至|在|进|于)?(?:你的|您的)?\s?[`"'“]{0,2}(?:~\/|\$home\/)?$|\b(?:add|append|write|save|put|set|insert|define|keep|store|fill)\b[^;,]{0,80}\b(?:to|into|in) (?:the |your |a )?(?:(?:[\w-]+ ){0,3}(?:configurations?|configs?|settings)(?: files?)? \(?)?[`"']?(?:~\/|\$home\/)?$/;

/** Sources whose values are secret: not public keys, not templates, not spoken of in a ban. */
export function secretsOf(statement: Statement): Tag[] {
  return [...tagsOf(statement, 'secret'), ...namedValues(statement)].filter((tag) => {
    const after = statement.text.slice(tag.end, tag.end + 24);
    const before = statement.text.slice(Math.max(0, tag.start - 8), tag.start);
    if (/^env(?:ironment)? va/.test(wordOf(statement, tag)) && !BULK.test(statement.text)) return false;
    if (IS_TARGET.test(statement.text.slice(Math.max(0, tag.start - 100), tag.start))) return false;
    return !HARMLESS_SUFFIX.test(after) && !/\.pub\b/.test(after) && !/public $/.test(before) && !isForbidden(statement, tag);
  });
}

/** Secrets that no word list holds: by the name of the variable, or by the place of the file. */
function namedValues(statement: Statement): Tag[] {
  return [...valuesByName(statement), ...keptBelowHome(statement)];
}

/** A file below a folder that starts with a dot in the home folder, whose name or kind says that programs keep their logins there. */
const KEPT =
  /(?:~|\$home|%userprofile%|%appdata%)[/\\][\w.@/\\-]{0,120}?(?:credentials?|tokens?|auth|secrets?|keys?|logins?|passw\w*|cookies?|sessions?|hosts|accounts?)(?:[\w-]{0,20}\.(?:json|ya?ml|toml|ini|conf|cfg|db|sqlite|txt|xml|plist))?(?![\w/.-])|(?:~|\$home)\/\.config\/[\w.-]{1,40}\/(?:config\b|[\w.-]{1,40}\.(?:conf|cfg|ini)\b)|(?:~|\$home)\/[\w./-]{1,80}\.(?:pem|key|p12|pfx|kdbx|ovpn|jks|asc)\b/g;

function keptBelowHome(statement: Statement): Tag[] {
  if (!has(statement, 'homePath')) return [];
  return [...statement.text.matchAll(KEPT)].map((match) => ({
    concept: 'secret',
    start: match.index,
    end: match.index + match[0].length,
  }));
}

/** "The value of the SERVICE_API_KEY variable": a secret by its name. */
function valuesByName(statement: Statement): Tag[] {
  if (!has(statement, 'contentOf')) return [];
  return [
    ...statement.text.matchAll(/\b(?:values?|contents?) of (?:the )?[`"']?\$?([a-z0-9]\w{0,40}_(?:key|token|secret|password))\b/g),
  ].map((match) => {
    const end = match.index + match[0].length;
    return { concept: 'secret', start: end - (match[1]?.length ?? 0), end };
  });
}

/** True when the subject itself is about the secret: a secret manager, a guide to SSH keys. */
export function isTopic(statement: Statement, tag: Tag, document: TextDocument): boolean {
  const word = wordOf(statement, tag)
    .replace(/[^a-z]+/g, ' ')
    .trim();
  const about = `${document.subject.name} ${document.subject.description}`.toLowerCase();
  return word
    .split(' ')
    .some((part) => part.length > 2 && !/^(?:the|all|any|user|config|file|json|and)$/.test(part) && about.includes(part));
}

/** A written-out place of somebody else. */
export function foreignPlace(statement: Pick<Statement, 'text'>, document: TextDocument): boolean {
  return placesOf(statement).some(
    (place) => !isStandIn(place) && (place.kind === 'phone' || place.kind === 'account' || isForeignHost(place.host, document.subject)),
  );
}

const NAMED_SLOT = /\b(?:as|in|into|under|to|called|named) (?:["'`*]{1,2}\w{1,40}["'`*]|[a-z]{1,20}_\w{1,30}\b)/;
const PUBLIC_SLOT =
  /commit message|comment|issue|pull request|ticket|gist|subdomain|\ba paste\b|pastebin|webhook|header|attachment|footer|below|address below|given address|query/;

/** All addresses stand behind the words of links, where they are read up, or in a field that says where a text is from. */
function isLinkedOnly({ text }: Statement): boolean {
  const rest = text
    .replace(/(?<!!|\b(?:to|at|into|via|through|with) (?:\w+ )?)\[[^\]]*\]\((?![^)]*[?&]\w+=)[^)]*\)/g, ' ')
    .replace(/(?:^|\s)(?:url|source|link|homepage|docs?|see|href)\s*:\s*https?:\S+/g, ' ');
  return rest !== text && !/https?:|@[\w-]+\.\w|\d{1,3}(?:\.\d{1,3}){3}/.test(rest);
}

/** Leaves the machine by a program that does nothing else, whatever the address. */
const UPLOADED =
  /\b(?:upload|send|ship|push|transfer|post)\w*\b[^.;]{0,40}\b(?:with|via|using|by|through) (?:\w+ )?`?(?:curl|wget|scp|rsync|nc|netcat|s?ftp|rclone|croc|wormhole)\b/;

/** The only address is one where the reader gets the secret. */
function isHadThere({ text }: Statement, document: TextDocument): boolean {
  return HAD_FROM.test(text) && !foreignPlace({ text: text.replace(/(?:https?:\/\/)[^\s`"'<>()，。；]+/, ' ') }, document);
}

/** A place that others read: a host of somebody else, a comment, an argument of a tool. */
function wayOut(statement: Statement, document: TextDocument): string | undefined {
  if (foreignPlace(statement, document) && !isLinkedOnly(statement) && !isHadThere(statement, document)) return 'foreign place';
  if (document.kind !== 'json-string' && UPLOADED.test(statement.text)) return 'upload';
  if (document.kind === 'json-string' && (document.argument === true || has(statement, 'slot') || NAMED_SLOT.test(statement.text)))
    return 'argument';
  if (document.kind !== 'code' && PUBLIC_SLOT.test(statement.text)) return 'place others read';
  const unseen = document.kind === 'code' || statement.passage.channel !== 'open';
  return unseen && /\b(?:repl(?:y|ies)|answers?|responses?|outputs?|summar(?:y|ies))\b/.test(statement.text) ? 'answer' : undefined;
}

/** EXF-02: reads a credential and hands it on, in one sentence or in the step that follows. */
export const secretsAway = order(
  (statement, document) => {
    const secrets = secretsOf(statement);
    const [first] = secrets;
    if (first === undefined) return undefined;
    const direct = handedOn(statement, statement, secrets, document);
    const later =
      direct ?? statement.next.map((next) => (pronounOnly(next) ? handedOn(next, statement, [], document) : undefined)).find(Boolean);
    if (later === undefined) return undefined;
    if (isTopic(statement, first, document) && later !== 'foreign place' && !has(statement, 'hush')) return undefined;
    return seen('EXF-02', 'sensitive source', later);
  },
  ['secret'],
  ['contentOf'],
  ['homePath'],
);

/** A follow-up sentence that speaks of what the one before named: "Pass its content as …". */
function pronounOnly(next: Statement): boolean {
  return /\b(?:it|its|them|their|this|that|the (?:content|contents|result|output|answer|values?|keys?|file))\b|内容|その|его|их|lo\b/.test(
    next.text,
  );
}

/** Words of a host tell whose it is, not what is done: `https://publish.shop.example`. */
const HOSTS = /\bhttps?:\/\/[^\s/`"')]+/g;
/** To say a value is to hand it on. */
const SAID =
  /(?<!\b(?:not|never|without) )\b(?:mention|quote|state|repeat|write|show|print|name) (?:its|their|the) (?:values?|contents?|text)\b/;
/** What a program does by itself is no order to the agent. */
const BY_PROGRAM =
  /\b(?:provided|sent|supplied|set|added|passed|attached|included|given)\b[^.;]{0,30}\bby the (?:client|caller|host|transport|server|gateway|proxy|framework|sdk)\b/;

/** "Only send your key to …" warns of other places, in Chinese. */
const NOWHERE_ELSE = /(?:仅|只[能应可])(?:能|应|可以?)?[^，。；]{0,16}(?:发送|发往|传给|提供给|用于)/;

/** What a file that is named has to look like: its path is handed on, nothing out of it. */
const FORM_OF_FILE =
  /\b(?:the|this|that|each) (?:\w+ )?(?:files?|documents?|bundle|keystore) (?:must|should|has to|have to|needs? to) (?:contain|hold|start|begin|be (?:in|a|an))\b(?!.*(?:\bcontents? of\b|~\/|\busers?\b))/;

/** A call whose argument is what a file holds. */
const CALLED_WITH = /\b(?:call|invoke|run|retry|repeat|query)\b[^.;]{0,60}\bwith (?:its|their|the|all)\s(?:\w+\s){0,2}contents?\b(?!-)/;

/** Not one value that a program needs, but all that a file holds, put into something else. */
const CONTENTS_INTO =
  /\b(?:append|include|add|attach|paste|put|insert|embed|prepend|place|pass|send|quote|encode|post|provide|return|report|supply|forward|submit)(?:e?s|ed|ing)?\b[^.;]{0,24}(?<!\b(?:never|not|no|without|than)\s)\b(?:its|their|the|all|whose)\s(?:\w+\s){0,2}contents?\b[^.;]{0,16}\b(?:to|in|into|inside|as|with|at|within)\b|\bcontents?\b[^.;]{0,12}\b(?:appended|included|added|attached|pasted|inserted|embedded|placed|passed|sent|encoded|submitted|forwarded)\b/;

function handedOn(statement: Statement, source: Statement, secrets: readonly Tag[], document: TextDocument): string | undefined {
  const hosts = [...statement.text.matchAll(HOSTS)].map(({ index, 0: host }) => ({ start: index, end: index + host.length }));
  const apart = [...secrets, ...hosts];
  const gives = ordered(statement, 'give').filter((give) => !apart.some(({ start, end }) => start <= give.start && give.end <= end));
  if ([BY_PROGRAM, FORM_OF_FILE, NOWHERE_ELSE].some((harmless) => harmless.test(statement.text))) return undefined;
  const calledWith = CALLED_WITH.test(statement.text);
  const said = calledWith || SAID.test(statement.text);
  if (gives.length === 0 && !said) return undefined;
  if (secrets.length > 0 && !said && !near(gives, secrets, 220)) return undefined;
  const out = wayOut(statement, document);
  if (out !== undefined) return out;
  if (calledWith || CONTENTS_INTO.test(statement.text)) return 'all of it';
  const hidden = has(statement, 'hush') || has(source, 'hush') || statement.passage.channel !== 'open';
  return hidden && has(source, 'take') ? 'unseen' : undefined;
}

/** EXF-02 for tool arguments that must hold a credential which is taken from elsewhere on the machine. */
export const secretDemanded = order(
  (statement, document) => {
    if (document.kind !== 'json-string') return undefined;
    const [secret] = secretsOf(statement);
    if (secret === undefined || isTopic(statement, secret, document)) return undefined;
    const demand =
      /\b(?:must|has to|have to|needs? to|should) (?:hold|contain|carry|be called with|include|equal)\b|\b(?:required|otherwise|or else)\b|\bonly (?:accepted|valid|works?|possible|answered|served) (?:with|if|when)\b/.test(
        statement.text,
      );
    const origin = [statement, ...statement.next].some((each) =>
      /\btake it from\b|\bread (?:it )?from\b|\bcontents? of\b|\bvalues? of\b|\boutput of\b/.test(each.text),
    );
    const taken =
      ordered(statement, 'take').some((tag) => tag.end <= secret.start || tag.start >= secret.end) &&
      /\b(?:of the user|user's|all|every|any)\b/.test(statement.text);
    const plural =
      /\b(?:api keys|tokens|passwords|secrets|credentials) of the user\b|\buser's (?:\w+ )?(?:api keys|tokens|passwords|secrets|credentials)\b/.test(
        statement.text,
      );
    return demand && (origin || taken || plural) ? seen('EXF-02', 'sensitive source', 'argument that must hold it') : undefined;
  },
  ['secret'],
  ['contentOf'],
  ['homePath'],
);

/** EXF-03 and INJ-10: what was said in the chat, or the system prompt, is handed on as a side effect. */
export const contextAway = order(
  (statement, document) => {
    const contexts = ordered(statement, 'context');
    const [first] = contexts;
    const pair = near(ordered(statement, 'give'), contexts, 120);
    if (first === undefined || pair === undefined) return undefined;
    const out = wayOut(statement, document) ?? (/\bhttps?:|[\w.]+@/.test(statement.text) ? 'place' : undefined);
    if (/^\s*(?:returns|lists|gets|shows|retrieves|fetches|searches)\b/.test(statement.text) && !/\b(?:must|always)\b/.test(statement.text))
      return undefined;
    const bulk =
      /\blast\b|\b(?:other|another) (?:tools?|servers?)\b/.test(statement.text) ||
      has(statement, 'whole') ||
      has(statement, 'every') ||
      has(statement, 'hush');
    if (out === undefined || !bulk) return undefined;
    const topical = isTopic(statement, first, document) || (out === 'argument' && isAboutTalk(statement, first, document));
    if (topical && !has(statement, 'hush') && out !== 'foreign place') return undefined;
    return contextRule(statement, document, out);
  },
  ['context', 'give'],
);

const TALK = /\b(?:chats?|conversations?|messages?|transcripts?|dialogu?e?s?|threads?|sessions?|prompts?|context)\b/;

/** A tool whose name says that it works on conversations gets them as its argument. */
function isAboutTalk(statement: Statement, tag: Tag, { subject }: TextDocument): boolean {
  return TALK.test(wordOf(statement, tag)) && TALK.test(subject.name.toLowerCase().replace(/[^a-z]+/g, ' '));
}

function contextRule(statement: Statement, document: TextDocument, out: string): Detection | undefined {
  const rule = has(statement, 'prompt') ? 'INJ-10' : 'EXF-03';
  if (
    out === 'argument' &&
    !/\b(?:always|must|entire|whole|complete|full|verbatim|word for word|so far|every|each|last|(?:other|another) (?:tools?|servers?))\b|[\u0370-\u1fff\u2e80-\ud7ff]/.test(
      statement.text,
    )
  )
    return undefined;
  const topical = document.kind !== 'json-string' && out !== 'foreign place' && !has(statement, 'hush');
  return topical ? { ...seen(rule, 'conversation', out), severity: 'medium' } : seen(rule, 'conversation', out);
}

const CARRIER =
  /!\[[^\]\n]{0,200}\]\(https?:\/\/[^)\s]{0,300}[?=&/][^)]{0,200}?[<{$[%](?!\d)[^)]{0,200}\)|\bhttps?:\/\/[^\s)"'`]{1,200}[?&]\w{1,30}=(?:[<{$[][^\s)]{1,80})?/;

/** A picture whose address has a place for words of somebody: several words, or some of another language than addresses are made of. */
const PICTURE_OF_DATA =
  /!\[[^\]\n]{0,200}\]\(https?:\/\/[^)\s]{1,300}[?=&/](?:<[^<>\n]{3,80}\s[^<>\n]{1,160}>|[<{[][^<>{}\n]{0,60}[^\x00-\x7f][^<>{}\n]{0,60}[>}\]])/;

/** "?d=data … where data is": the word in the address stands for something. */
const STANDS_FOR = /[?&]\w{1,20}=([a-z_]{1,20})\b.{0,80}\b(?:where|replac\w{1,4}|with|being|stands?)\b.{0,40}\b\1\b/;

/** EXF-04: an image or link whose address carries what the agent knows. */
export const beacon = order(
  (statement, document) => {
    if (!CARRIER.test(statement.text) || !foreignPlace(statement, document)) return undefined;
    if (PICTURE_OF_DATA.test(statement.text)) return seen('EXF-04', 'data in address', 'shown');
    const data =
      has(statement, 'context') ||
      secretsOf(statement).length > 0 ||
      /\b(?:summary|chat|user'?s?|question|answer|name|history|data|token|email|e-mail)\b/.test(statement.text);
    const shown =
      /!\[|\b(?:image|picture|pixel|img|badge|icon|link)\b/.test(statement.text) &&
      /\b(?:show|render|display|insert|include|put|embed|append|add|end)\b/.test(statement.text);
    const literal =
      /[?&=/](?:[<[]|\{(?![^}\n]{0,60}:))/.test(statement.text) ||
      STANDS_FOR.test(statement.text) ||
      /\bput\b|\binto the link\b/.test(statement.text);
    return data && shown && literal ? seen('EXF-04', 'data in address', 'shown') : undefined;
  },
  ['address'],
);

const PAYEE =
  /\b(?:iban|bcc|cc|payees?|recipients?|beneficiary|addressed to|bank account|account number|wallet|deposit|reply-to|payments?|payouts?|forward|copy|calls? to|go(?:es)? to|routed to|redirected to)\b/;

/** Tells what somebody did once. */
const DONE_BY_OTHERS =
  /\b(?:package|attackers?|release|version|maintainers?|authors?|malware|actors?|campaign|library|extension|server) (?:had |has |have |also |then |silently |secretly )?[a-z]{2,12}ed\b/;

/** EXF-06: messages, payments or posts go to a written-out place that the user did not name. */
export const fixedRecipient = order(
  (statement, document) => {
    if (!has(statement, 'recipient')) return undefined;
    const places = placesOf(statement).filter((place) => place.kind !== 'url' && place.kind !== 'ip');
    if (places.length === 0 || places.every(isStandIn) || /\b(?:e\.g\.|for example|such as|format)\b/.test(statement.text))
      return undefined;
    if (DONE_BY_OTHERS.test(statement.text)) return undefined;
    const order =
      ordered(statement, 'give').length + ordered(statement, 'replace').length > 0 ||
      /\b(?:must use|has to be|have to be|must be|must go|use|whatever|regardless of|no matter)\b/.test(statement.text);
    const broad =
      has(statement, 'every') ||
      has(statement, 'whole') ||
      has(statement, 'elsewhere') ||
      /\bbcc\b|\biban\b|\bwhen|\bsilently/.test(statement.text);
    const about = places.every((place) => place.kind === 'mail' && !isForeignHost(place.host, document.subject));
    const money = PAYEE.test(statement.text) || /[\u0370-\u1fff\u2e80-\ud7ff]/.test(statement.text);
    return order && broad && !about && money ? seen('EXF-06', 'fixed recipient', 'unasked') : undefined;
  },
  ['recipient'],
);
