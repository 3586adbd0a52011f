import { NOBODY, type Subject } from '../../text/reading/document.js';
import { isUserContent } from '../../text/reading/maker-hosts.js';
import { isBareAddress, isDropHost, isForeignHost, isGeneralLabel } from '../../text/reading/places.js';
import { isMetadata } from '../flow/sensitive.js';
import { UNKNOWN_PART } from '../flow/value.js';

/** Placeholder hosts of documentation, to which nothing is really sent. */
const PLACEHOLDER =
  /(?:^|[.-])(?:attacker|evil|malicious|victim|target|hacker|yourdomain|your-[\w-]+|mydomain|placeholder|collaborator|bad|badguy|phish\w*|domain)(?:[.-]|$)|(?:^|\.)example\.(?:com|org|net)$|<|\{/i;

/**
 * Host of an address; undefined when it is not written out, or belongs to this machine or to its cloud's own service.
 */
export function outsideHost(address: string): string | undefined {
  const host = hostPartOf(address).toLowerCase();
  if (host === '' || host.includes(UNKNOWN_PART) || isMetadata(host)) return undefined;
  if (isStruckOut(host)) return host;
  return /\./.test(host) && isForeignHost(host, NOBODY) ? host : undefined;
}

/** True where no part of an address's host is written out: whoever starts the code, or its settings, say where the data goes. */
export function isLeftOpen(address: string): boolean {
  const host = hostPartOf(address);
  return host.startsWith(UNKNOWN_PART) && zoneOf(host) === undefined;
}

function hostPartOf(address: string): string {
  return HOST.exec(address.replace(/^\w+:\/\//, '').replace(/^[^/@]*@/, ''))?.[0] ?? '';
}

/** An address of IPv6, or a name, parts of which may stand in brackets where they were struck out. */
const HOST = /^\[[\da-f:.]*\]|^(?:\[[\w -]{1,40}\]|[^/:?#\s"'[\]])+/i;

/**
 * True for a host that somebody took out of a sample before it was published: `[REDACTED].example.com`, `[C2_SERVER]`. It was another's; one
 * that the reader fills in is called `[YOUR_HOST]`.
 */
function isStruckOut(host: string): boolean {
  return /^\[(?:redacted|removed|censored|defanged|neutrali[sz]ed|masked|attacker|evil|malicious|exfil|c2|c&c|hacker|rogue)/i.test(host);
}

/** True for a host whose name says what it is for, as samples of attacks write it and no guide does. */
export function isVillain(host: string): boolean {
  return /(?:^|[.-])(?:attacker\w*|evil\w*|malicious\w*|hacker\w*|c2|exfil\w*|badguy\w*|rogue|malware|backdoor)(?:[.-]|$)/i.test(host);
}

/** The constant zone of a name whose first labels are data: `…​.q.probe.example`. */
export function zoneOf(name: string): string | undefined {
  const zone = name.slice(name.lastIndexOf(UNKNOWN_PART) + 1).replace(/^\./, '');
  return name.includes(UNKNOWN_PART) && /^[\w[\]-]+(?:\.[\w[\]-]+)+$/.test(zone) ? zone.toLowerCase() : undefined;
}

/** True for placeholder hosts. */
export function isPlaceholderHost(host: string): boolean {
  return PLACEHOLDER.test(host);
}

/** True for addresses that nobody can check: numbers, plain HTTP, drop hosts. */
export function isUncheckable(address: string): boolean {
  const host = outsideHost(address) ?? '';
  return /^http:\/\//i.test(address) || isBareAddress(host) || isDropHost(host);
}

/**
 * True when a label of the host is a word of the subject, or two that stand side by side: `api.pushover.net` for messages by
 * Pushover, `huggingface.co` for models of Hugging Face. A word inside of a longer label says nothing: anybody can buy that.
 */
export function isRelated(host: string, subject: Subject): boolean {
  if (!isForeignHost(host, subject)) return true;
  if (isBareAddress(host)) return false;
  const words = `${subject.name} ${subject.description}`.toLowerCase().match(/[a-z\d]+/g) ?? [];
  const names = new Set([...words, ...words.map((word, at) => word + (words[at + 1] ?? ''))]);
  return boughtLabels(host)
    .map((label) => label.replaceAll('-', ''))
    .some((label) =>
      [label, label.replace(OFFICE, '')].some((name) => name.length > 4 && !COMMON.has(name) && !isGeneralLabel(name) && names.has(name)),
    );
}

/** The labels of a host that its owner had to get from somebody: whoever has a domain calls what is below it as they like. */
function boughtLabels(host: string): string[] {
  const labels = host.split('.').slice(0, -1);
  if (isUserContent(host, `https://${host}/`)) return labels;
  return labels.slice(SHARED_ENDING.test(labels.at(-1) ?? '') ? -2 : -1);
}

/** Endings of two labels: `co.uk`, `com.cn`. */
const SHARED_ENDING = /^(?:com?|org|net|gov|gob|ac|edu|or|ne|go)$/;

/** What makers put behind their name in the name of a domain. */
const OFFICE = /(?:apis?|app|hq|cdn|usercontent)$/;

/** Words of many skills, beside the general labels. */
const COMMON = new Set([
  'agent',
  'skill',
  'write',
  'check',
  'review',
  'helper',
  'build',
  'model',
  'example',
  'claude',
  'assistant',
  'security',
  'install',
]);

const FAMILIES: readonly (readonly [RegExp, RegExp])[] = [
  [/aws|amazon/i, /amazonaws|aws\./],
  [/github|(?:^|_)gh(?:[_ ]|$)|config\/gh|\.ssh|git-cred/i, /github/],
  [/gcloud|google|gemini|gcp|application_default/i, /google/],
  [/captcha/i, /google|hcaptcha|cloudflare/],
  [/azure|^az /i, /azure|microsoft|windows\.net/],
  [/npmrc|npm/i, /npmjs|npm\./],
  [/pypirc|pypi/i, /pypi/],
  [/kube/i, /eks|gke|azmk8s|k8s/],
  [/docker/i, /docker/],
  [/(?:^|_)hf(?:_|$)|hugging/i, /huggingface|hf\.co/],
  [/slack/i, /slack/],
  [/wechat|weixin|(?:^|_)wx_/i, /(?:^|\.)(?:weixin\.qq|wechat)\.com$/],
  [/claude|anthropic/i, /anthropic/],
  [/codex|openai/i, /openai/],
  // Two letters that the makers' own guides begin names of variables with.
  [/(?:^|_)pd_/i, /(?:^|\.)pagerduty\.com$/],
  [/(?:^|_)dd_/i, /(?:^|\.)datadoghq\.(?:com|eu)$/],
  [/(?:^|_)nr_/i, /(?:^|\.)newrelic\.com$/],
  [/(?:^|_)cf_/i, /(?:^|\.)(?:cloudflare|cloudflarestream|cloudflareaccess)\.com$|(?:^|\.)imagedelivery\.net$/],
  [/(?:^|_)gl_|^glab /i, /(?:^|\.)gitlab\.com$/],
  [/(?:^|_)tg_/i, /(?:^|\.)telegram\.org$/],
  [/(?:^|_)do_|^doctl /i, /(?:^|\.)digitalocean\.com$/],
  [/(?:^|_)oai_/i, /(?:^|\.)openai\.com$/],
];

/** True for a host of the service that a skill is about: `login.microsoftonline.com` for one about Azure. */
export function isServiceOf(host: string, subject: Subject): boolean {
  const about = `${subject.name} ${subject.description}`;
  return isRelated(host, subject) || FAMILIES.some(([name, place]) => name.test(about) && place.test(host));
}

/** True where a skill says of itself, in lower case, that it is about a store of secrets. */
export function isNamedIn(about: string, store: string): boolean {
  return (store.toLowerCase().match(/[a-z]{3,}/g) ?? []).some((word) => about.includes(word));
}

/** True when a credential is sent to its own service: its name and the host both contain the service's. */
export function belongsTo(label: string, host: string, subject: Subject): boolean {
  if (FAMILIES.some(([name, place]) => name.test(label) && place.test(host))) return true;
  const words = label
    .toLowerCase()
    .split(/[^a-z0-9]+/)
    .filter((word) => word.length > 2 && !SECRET_WORDS.has(word));
  const plain = host.replaceAll(/[.-]/g, '');
  return words.some((word) => plain.includes(word)) || (words.length === 0 && !isForeignHost(host, subject));
}

const SECRET_WORDS = new Set([
  'api',
  'key',
  'token',
  'secret',
  'password',
  'auth',
  'access',
  'private',
  'pat',
  'credentials',
  'bearer',
  'client',
  'the',
  'env',
  'app',
  'user',
  'service',
  'my',
]);
