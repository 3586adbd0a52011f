import {
  LOCAL,
  OPEN_SERVICES,
  PRIVATE,
  PRIVATE_SPOKEN,
  SERVICES,
  TENANT_SERVICES,
  UNTRUSTED,
  UNTRUSTED_SPOKEN,
} from './capability-words.js';
import { any, type Words } from './tool-words.js';

const REMOTE =
  /\b(?:cloud|remote|online|web|internet|registry|public (?:registry|scan|repositor\w+|channel)|over ssh|hosted|saas|https?)\b/;
const MONEY = /\b(?:buy|sell|shares?|pay|payment|refund|money|invoice)\b/;
const CRAWLS = /\b(?:crawl|scrape)s? (?:an?|the|any|this|site|page|website|url|web)\b/;
const HERE = /\b(?:local|working tree|on disk|this machine)\b/;

/** True when the tool accesses a remote service. */
export function reachesNetwork(words: Words): boolean {
  const name = words.name.join(' ');
  if (/\b(?:cookie|public key)s?\b/.test(`${name} ${words.text}`) && !any(words.server, SERVICES)) return false;
  if (any(words.name, SERVICES) || any(words.server, SERVICES)) return true;
  if (
    words.parameters.some((parameter) => /^(?:url|uri|endpoint|webhook_?url|host|hostname|domain|remote_.*|ip|ip_address)$/.test(parameter))
  )
    return true;
  if (REMOTE.test(words.text) || MONEY.test(words.text) || CRAWLS.test(`${name} ${words.text}`)) return true;
  if (/^(?:runs?|starts?|creates?) (?:an?|the) (?:\w+ )?container\b.{0,20}\bimage\b/.test(words.text)) return true;
  return any(words.main, SERVICES) && !any(words.name, LOCAL) && !HERE.test(words.text);
}

const OPEN = /\b(?:public|anybody|official|open source|global)\b/;
const META = /\b(?:field|category|label|schema|type|definition|categories|template|version|branch|tag|procedure)s?\b/;

/** What can be seen on the screen of this machine. */
const SCREEN =
  /\b(?:screenshot|picture|image|capture)s?\b.{0,30}\b(?:screen|desktop|display|window)s?\b|\bcaptures? (?:the|your) (?:screen|desktop)\b/;

/** True when the tool returns data that is not public. */
export function readsPrivateData(words: Words): boolean {
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
  if (SCREEN.test(words.text) && !/\b(?:page|website|url)\b/.test(words.text)) return true;
  return any(words.name, PRIVATE) || any(words.main, PRIVATE_SPOKEN);
}

/** True when outsiders can write what the tool returns. */
export function isUntrusted(words: Words): boolean {
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
export function publishes(words: Words, writes: boolean): boolean {
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
    /\b(?:download|fetch|request|get|post|open|navigate|read|crawl|scrape|browse|visit|load|extract|url)\b/.test(name) &&
    !/\b(?:documentation|docs)\b/.test(words.text)
  );
}
