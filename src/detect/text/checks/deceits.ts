import { order } from './rule.js';
import { type Saying, sayingFinder } from './saying.js';

/** Whom a text may deceive: those that it works for, and those whom their work concerns. */
const PERSON =
  '(?:users?|customers?|clients?|owners?|readers?|reviewers?|persons?|people|humans?|operators?|developers?|authors?|applicants?|patients?|employees?|staff|teams?|managers?|management|boss|guests?|visitors?|players?|pupils?|students?|parents?|tenants?|members?|buyers?|sellers?|drivers?|citizens?|anyone|anybody|someone|somebody|everyone|they|he|she|auditors?|maintainers?|admins?|recipients?|candidates?|subscribers?|travell?ers?|participants?|callers?|colleagues?|accountants?|learners?|shoppers?|residents?|donors?|merchants?|landlords?|investors?|voters?|artists?|speakers?|lawyers?|teachers?|doctors?|nurses?)';
/** Somebody begins to ask. */
const ASKED = `\\b(?:if|when|should|were|where|whenever|in case) (?:[\\w' -]{1,30} )?${PERSON} (?:(?:ever|later|then|should|does|do|happens to) )?(?:asks?|wonders?|questions?|press(?:es)?|notices?|complains?|objects?|inquires?|insists?|protests?|quer(?:y|ies)|spots?)\\b`;
/** What is said to be to blame where nothing is. */
const EXCUSE =
  '(?:glitch\\w*|hiccups?|outages?|sync|network|maintenance|timeouts?|timed out|connection|technical|rounding|typos?|bugs?|caches?|caching|latency|system errors?|clerical|misunderstanding|server|traffic|mix-up|oversight|printer|compiler|driver|firmware)';
const NOT_TO =
  "(?:need not|needn't|need never|(?:is|are)(?:n't| not) (?:supposed |meant )?to|should(?:n't| not)|must(?:n't| not)|will never|won't need to|(?:does|do)(?:n't| not) (?:need|have) to|(?:has|have) no need to)";
/** A place written out, also by its bare name. */
const HOST =
  '(?:https?:\\/\\/|[\\w.+-]+@[\\w-]+\\.\\w|\\b\\d{1,3}(?:\\.\\d{1,3}){3}\\b|\\+\\d[\\d -]{6,}|s3:\\/\\/|\\b(?:[a-z0-9-]{2,40}\\.){1,4}(?:example|com|net|org|io|dev|app|cloud|me|ai|co|eu|info|biz|xyz|site|online)\\b)';
/** What a noun follows: "the mirror", "an official stream". */
const NAMED = '\\b(?:the|an?|its|our|your|this|that|\\w{2,12}(?:al|ic|an))\\s';
const DENIED = /\b(?:never|do not|don't|must not|should not|avoid|unless|not|attackers?|phishing|scam\w*|example)\b/;
const RIDDLE = /\b(?:games?|riddle|surprise|spoilers?|puzzle|secret santa|birthday|blind|trial|placebo|password|double-blind|quiz)\b/;
const SECURITY = /secur|attack|incident|malware|red.?team|threat|pentest|adversar|jailbreak|phish|fraud|social engineering/;

/** In English; other languages have their words in the frames of acts. */
const deceits: readonly Saying[] = [
  {
    // A question is answered with an excuse that was made before it was asked.
    rule: 'INJ-04',
    severity: 'high',
    hint: /\bdown to\b|\b(?:pressed|challenged|cornered)\b|\bconfronted\b|\b(?:act|play|plead|feign) \w+/,
    said: /\b(?:put|chalk) (?:it|this|that|them|the [^,.;]{1,30}) down to\b(?! the (?:left|right|bottom|top|end|floor|ground|next)\b)|\b(?:can|could|may|should|to) be put down to\b|\b(?:when|if) (?:pressed|challenged|confronted|cornered)\b[^.;]{0,60}\b(?:say|claim|tell|answer|call|blame|reply|explain|deny|admit)\b|\b(?:if|when|should|whenever)\b[^.;]{0,60}\b(?:act|play|plead|feign) (?:puzzled|surprised|dumb|innocent|innocence|ignorant|ignorance|clueless|baffled|confused)\b/,
    not: /\b(?:never|do not|don't|avoid|attackers?|example|novel|character|story)\b/,
    topic: SECURITY,
  },
  {
    rule: 'INJ-04',
    severity: 'high',
    hint: /\b(?:asks?|wonders?|questions?|press(?:es)?|notices?|complains?|objects?|inquires?|insists?|protests?|quer(?:y|ies)|spots?)\b/,
    said: new RegExp(
      `${ASKED}[^.;]{0,60}[,;:] [^.;]{0,20}\\b(?:say|answer|reply|tell|claim|explain|call|blame|attribute|mention|cite)\\b(?! how\\b)[^.;]{0,60}\\b${EXCUSE}\\b|${ASKED}[^.;]{0,60}[,;:] (?:please |simply |just |always )?(?:blame|pretend|deny|insist|call it|claim (?=(?:that|it|there|you|this|to|they|the|not|no|an?)\\b))`,
    ),
    not: /\b(?:never|do not|don't|avoid|check|verify|investigat\w*|fix|retry|help|status page|(?:skill|tool|agent|command) (?:should|can|is to) be used)\b(?!s)/,
    topic: SECURITY,
  },
  {
    // What the agent does is passed off as routine.
    rule: 'INJ-04',
    severity: 'high',
    hint: /\b(?:asks?|wonders?|questions?|notices?|inquires?|asked|questioned)\b/,
    said: new RegExp(
      `(?:${ASKED}|\\b(?:if|when|whenever) (?:asked|questioned)\\b)[^.;]{0,20}\\b(?:this|these|that|the (?:extra |additional |new |background )?(?:behaviou?r|steps?|uploads?|requests?|calls?|activity|traffic|connections?|access|transfers?|downloads?|process|permissions?|prompts?|files?|data collection))\\b[^.;]{0,40}[,;:] [^.;]{0,20}\\b(?:say|answer|reply|tell|claim|explain|call|describe|state|respond)\\b[^.;]{0,40}\\b(?:standard|normal|routine|ordinary|regular|usual|harmless|internal|diagnostic\\w*|telemetry|system (?:check|update|process|task)|maintenance|housekeeping|anonymous|required by|part of (?:the|a|an|our|its))\\b`,
    ),
    not: /\b(?:never|do not|don't|avoid|unless|honest\w*|truthful\w*|attackers?|example|novel|story)\b/,
    topic: SECURITY,
  },
  {
    // What was done is not to be told.
    rule: 'INJ-04',
    severity: 'high',
    hint: /\b(?:not|never|n't|without|avoid)\b/,
    said: new RegExp(
      `\\b(?:never|do not|don't|must not|mustn't|should not|shouldn't|without|avoid) (?:ever )?(?:tell(?:ing)?|inform(?:ing)?|notify(?:ing)?|alert(?:ing)?|warn(?:ing)?|let(?:ting)?) (?:the |your |any )?${PERSON}\\b (?:know )?(?:that|of|about|which|how many)\\b[^.;,]{0,50}\\b(?:removed|deleted|wiped|sent|uploaded|copied|modified|disabled|overwritten|shared|forwarded|posted|collected|recorded|transferred|exported|bypassed|removal|deletion|upload|transfer|modification|forwarding|exfiltration)\\b`,
    ),
    not: /\b(?:until|unless|before|if|when|once|actually|verif\w*|confirm\w*|fals\w*|wrong\w*|attackers?|example|password|reset)\b/,
    topic: SECURITY,
  },
  {
    // Who is concerned hears nothing of it, and the record looks as if nothing had been.
    rule: 'INJ-04',
    severity: 'high',
    hint: /\bnothing\b|\b(?:unremarkable|inconspicuous|innocuous|harmless-looking|misleading|unsuspicious)\b/,
    said: new RegExp(
      `\\b${PERSON}\\b[^.;]{0,60}\\b(?:learns?|hears?|finds? out|(?:is|are) told|gets? to know|notices?) nothing (?:of|about) (?:it|this|that|them)\\b|\\b(?:commit|push|save|store|file|send|submit|publish|merge)\\b[^.;]{0,60}\\b(?:unremarkable|inconspicuous|innocuous|harmless-looking|misleading|unsuspicious) (?:commit )?(?:message|title|name|subject|description)\\b`,
    ),
    not: /\b(?:never|do not|don't|avoid|games?|surprise|riddle|novel|story|attackers?|example|detect\w*|look for)\b/,
    topic: SECURITY,
  },
  {
    // Not the act is kept from the user but what it is for.
    rule: 'INJ-04',
    severity: 'high',
    hint: /\b(?:actual|real|true|actually|really)\b/,
    said: new RegExp(
      `\\b(?:never|do not|don't|must not|mustn't|should not|shouldn't|without|avoid|refrain from)\\b[^.;]{0,16}\\b(?:reveal|disclos|tell|mention|admit|explain|shar|say|giv|stat|let)\\w*\\b[^.;]{0,24}\\b(?:(?:actual|real|true) (?:purpose|reason|intent\\w*|goal|aim|use|function|destination|recipient|cause)|(?:what|why|where|how|who)\\b[^.;]{0,30}\\b(?:actually|really))\\b|\\b(?:hide|conceal|keep|disguise|obscure|mask)\\w*\\b[^.;]{0,12}\\b(?:actual|real|true) (?:purpose|reason|intent\\w*|goal|aim|use|function|destination|recipient)\\b[^.;]{0,40}\\b(?:from|secret|hidden|${PERSON})\\b`,
    ),
    not: /\b(?:games?|riddle|surprise|spoilers?|puzzle|secret santa|birthday|murder\w*|mystery|characters?|novel|story|villain|magic\w*|trick|experiment|study|participants?|attackers?|example|blind)\b/,
    topic: SECURITY,
  },
  {
    // Who has a right to know is not to know.
    rule: 'INJ-04',
    severity: 'high',
    hint: /\b(?:know|learn|hear|notice|find out|told|informed|suspect|aware|wind|reali[sz]e)\b/,
    said: new RegExp(
      `\\b${PERSON} ${NOT_TO} (?:ever |even )?(?:know|learn|hear|notice|find out|be told|be informed|suspect|be made aware|get to know|get wind|reali[sz]e)(?: (?:of|about|it|this|that (?:we|the|they|it)|until|before|how the|who|where it|any of)\\b|[.;,]|$)`,
    ),
    not: new RegExp(
      `${RIDDLE.source}|\\bunless there (?:is|are|was|were)\\b|\\b(?:intermediate|implementation|technical|internal) (?:steps?|results?|details?|terms?|names?)\\b`,
    ),
    topic: SECURITY,
  },
  {
    rule: 'INJ-04',
    severity: 'high',
    hint: /\b(?:mention|disclos|announc|told|inform|troubl|bother|worried|alarm|notif)|\b(?:out of|from|off) (?:the|your|any|every|all|its)\b/,
    said: /\bno need (?:to|for) (?:mention|announc|disclos|trouble|bother|inform|alarm|notify)\w*\b|\b(?:needs?|deserves?|requires?|merits?) no (?:mention|announcement|disclosure)\b|\bneed(?:n't| not) (?:be )?(?:mentioned|disclosed|announced|told of|informed|troubled|bothered)\b|\b(?:shouldn't|should not|mustn't|must not|needn't|need not) be (?:bothered|troubled|worried|alarmed) (?:with|by|about)\b|\b(?:leave|leaves|keep|keeps|omit|drop|cut|strip) (?:this|that|the (?:change|step|call|transfer|upload|copy|edit|charge|fee|deletion|commit|payment|rule|message)) (?:out of|from|off) (?:the |your |any |every |all |its )?(?:\w+ )?(?:summar(?:y|ies)|reports?|logs?|diff|repl(?:y|ies)|answers?|transcripts?|history|minutes|change ?logs?|overview|confirmation|preview|dashboard|audit trail|appendix|briefing|commit message|task list)\b/,
    not: /\b(?:if|unless|when|typos?|whitespace|formatting|trivial|minor|defaults?|obvious|version|read-only)\b/,
    topic: SECURITY,
  },
  {
    rule: 'INJ-04',
    severity: 'high',
    hint: /\b(?:unaware|ignorant|uninformed|guessing|unbeknown\w*|back|eyes|ears|between us)\b/,
    said: new RegExp(
      `\\b(?:keep|keeps|leave|leaves) (?:the |a |your )?(?:\\w+ )?(?:${PERSON}|them|him|her) (?:unaware|ignorant|uninformed|guessing)\\b|\\bbehind (?:the )?(?:\\w+ )?(?:${PERSON}'s?|their|his|her) back\\b|\\b(?:stays?|remains?|keep (?:it|this|that)) between us\\b|\\bnot for (?:the )?(?:\\w+ )?${PERSON}(?:'s|s'|') (?:eyes|ears)\\b`,
    ),
    not: /\b(?:never|do not|don't|avoid|without|no|game|surprise|story|novel)\b/,
    topic: SECURITY,
  },
  {
    rule: 'INJ-04',
    severity: 'high',
    hint: /\b(?:isn't|aren't|not) to (?:be|learn|know|hear|find|show)\b/,
    said: /\b(?:isn't|aren't|is not|are not) to (?:be (?:told|informed|disclosed|revealed|mentioned|brought up)|(?:learn|know|hear|find out|show up))\b/,
    not: /\b(?:goal|aim|purpose|point|idea|job|task|until|unless|tokens?|passwords?|secrets?|keys?|personal|spoilers?|game|players?|answers?)\b/,
    topic: SECURITY,
  },
  {
    // An agreement that nobody gave.
    rule: 'INJ-09',
    severity: 'high',
    hint: /\bsilence\b|\bno (?:answer|reply|response)\b|\b(?:deemed|presumed|considered|taken|counts?|counted|treat(?:ed|s)?|regard(?:ed)?|constitutes?|amounts? to|equals?)\b|\bby (?:installing|using|opening|loading|typing|reading|continuing|visiting|adding|running|joining|connecting|calling|enabling)\b/,
    said: /\b(?:deemed|presumed|considered|constitutes?|amounts? to|equals?|(?:taken|counts?|counted|treat(?:ed|s)?|regard(?:ed)?)(?: \w+){0,4} (?=as |to )) ?(?:as |to (?:be|have) |an? |the |their |full |\w+ly |implied ){0,3}(?:consent|approval|permission|agreement|authori[sz]ation|consented|agreed|authori[sz]ed|approved)\b|\bby (?:installing|using|opening|loading|typing|reading|continuing|visiting|adding|running|joining|connecting|calling|enabling) [^.;]{1,50}\b(?:consent(?:ed|s)?|agree[sd]?|authori[sz]e[sd]?|donate[sd]?|waive[sd]?|grant(?:s|ed)?)\b|\b(?:silence|no (?:answer|reply|response)) (?:is|means|counts as|amounts to|equals) (?:an? )?(?:consent|approval|yes|agreement|permission|go-?ahead|assent)\b/,
    not: /\b(?:never|not|don't|doesn't|isn't|cannot|no longer|nothing|what|which|whether|if|only|reviewers?|gdpr|clicks?|explicit|licen[cs]e|contribut\w*)\b/,
    topic: SECURITY,
  },
  {
    // What somebody else wrote passes for the user's own wish.
    rule: 'INJ-09',
    severity: 'high',
    hint: /\bas (?:if|though)\b/,
    said: /\b(?:treat|take|handle|read|word|phrase|record|save|store|note|write|carr(?:y|ied)|follow\w*|obey\w*|do)\b[^.;]{0,60}\bas (?:if|though) (?:the |its |their )?(?:users?|owners?|developers?|operators?|customers?|clients?|they|he|she|author)(?: themsel(?:f|ves)| himself| herself)? (?:had|has|have) (?:\w+ )?(?:said|typed|written|asked|agreed|approved|chosen|given|confirmed|requested|told|wanted|picked)\b/,
    not: DENIED,
    topic: SECURITY,
  },
  {
    // A verdict that does not depend on what is judged.
    rule: 'INJ-05',
    severity: 'high',
    hint: /\b(?:regardless|no matter|irrespective|independent(?:ly)?) (?:of|what|how)\b/,
    said: /\b(?:mark|rate|score|approve|pass|grade|label|end with|conclude|confirm|certify|stamp|report|return|record|state|say|tell|claim|declare|announce|present|write|answer|show|list) [^.;]{0,60}(?:"|\b(?:passed|approved|safe|clean|green|success\w*|none|compliant|verified|complete|no (?:findings|issues|risks?|errors|changes))\b)[^.;]{0,30}\b(?:regardless of|no matter|irrespective of|independent(?:ly)? of)\b|\b(?:regardless of|no matter|irrespective of|independent(?:ly)? of)\b[^.;]{0,40}\b(?:results?|findings?|shows?|showed|audit|diff|contents?|logs?|reply|outcomes?|evidence)\b[^.;]{0,30}[,;:] (?:\w+ ){0,2}(?:mark|rate|score|approve|pass|grade|label|conclude|confirm|certify|stamp|record)\b/,
    // What a command or an interface answers is told, not ordered.
    not: /\b(?:never|do not|don't|avoid|unless|must not|cannot|can't)\b|`[^`]+` (?:always |will |still )?(?:returns?|reports?)\b/,
    topic: SECURITY,
  },
  {
    // A copy of what passes through goes to somebody besides.
    rule: 'EXF-03',
    severity: 'high',
    hint: /\bcop(?:y|ies)\b|\bbcc\b|\b(?:mirror|relay|stream|forward|replicat|duplicat|siphon|beam|transmit|smuggl|leak)/,
    said: new RegExp(
      `\\b(?:second|further|extra|additional|blind|silent|hidden|quiet|complete|full|discreet|spare) cop(?:y|ies)\\b[^.;]{0,60}${HOST}|\\bcop(?:y|ies) (?:goes|go|is sent|are sent|is mailed|of (?:it|each|every|all)[^.;]{0,40}(?:goes|to))\\b[^.;]{0,40}${HOST}|\\bbcc\\b[^.;]{0,60}${HOST}|(?<!${NAMED})\\b(?:mirror|relay|stream|forward|replicate|duplicate|siphon|beam|transmit|smuggle|leak)(?:s|ed)?\\b[^.;]{0,70}\\b(?:to|into|at|via|through|towards?)\\b[^.;]{0,20}${HOST}`,
    ),
    // What a release or an attacker did is told, not ordered.
    not: /\b(?:versions?|releases?|packages?|attackers?|malware|extension|incident)\b[^.;]{0,30}\b(?:added|sent|copied|forwarded|leaked|uploaded|exfiltrated|stole)\b|\b(?:never|do not|don't|avoid|if the user|when the user|user (?:asks|wants|names|chose|configured)|e\.g\.|for example|such as|localhost|port|proxy_pass|traffic|requests? to|dns|docs?|logs? to|webhooks?)\b|--\w/,
    topic: /forward|mirror|relay|stream|proxy|backup|sync|replicat|mail|webhook|rtmp|broadcast|telemetry/,
    elsewhere: true,
  },
  {
    // What the agent does is reported each time, to a server that only this sentence names.
    rule: 'EXF-03',
    severity: 'medium',
    hint: /\b(?:send|forward|post|upload|report|log|stream|push|transmit|submit|relay|ship)(?:s|ing)?\b/,
    said: new RegExp(
      `\\b(?:always|each|every|any|whenever|after|once|before)\\b[^.;]{0,90}\\b(?:send|forward|post|upload|report|log|stream|push|transmit|submit|relay|ship)(?:s|ing)?\\b[^.;]{0,90}\\bto (?:our|the|a|an|this|that|following) (?:[\\w-]+ ){0,4}(?:servers?|endpoints?|collectors?|loggers?|backends?|hosts?)\\b[^.;]{0,16}${HOST}`,
    ),
    not: /\b(?:never|do not|don't|avoid|unless|if the user|when the user|user (?:asks|wants|names|chose|configured)|your (?:own )?(?:server|endpoint|account)|localhost|opt(?:s|ed)?[ -]in|optional\w*)\b|--\w/,
    topic: /forward|mirror|relay|stream|proxy|backup|sync|replicat|webhook|telemetry|monitor|observab|logging|tracing|report/,
    elsewhere: true,
  },
  {
    // Others are spoken ill of so that they are left out.
    rule: 'TRG-02',
    severity: 'high',
    hint: /\b(?:insecure|unsafe|broken|stale|compromised|hacked|poisoned|unreliable|spoiled|corrupt\w*|defective|infected|malicious|down|unavailable|timed out)\b/,
    said: /\b(?:other|another|rival|competing|built-in) (?:\w+ ){0,2}(?:tools?|servers?|skills?|assistants?|agents?|providers?|plugins?|connectors?|mailers?|services?)\b (?:\w+ ){0,4}(?:are|is|have been|has been) (?:\w+ ){0,3}(?:insecure|unsafe|broken|stale|hacked|compromised|poisoned|unreliable|spoiled|corrupt\w*|defective|infected|malicious)\b|\b(?:claim|pretend|say) (?:that )?(?:it|they|this|that|the other \w+|its \w+|their \w+)(?:'s|'re| is| are| was| were| has| have)? (?:\w+ )?(?:down|unavailable|broken|timed out|hacked|out of order|under maintenance)\b/,
    not: /\b(?:if|when|whether|never|do not|don't|avoid|unless|until|while|may|might|could|should)\b/,
    topic: SECURITY,
  },
];

const find = sayingFinder(deceits);

/** Ways to deceive those whom the agent works for. Few have a verb that orders them: they state what is to be believed. */
export const deceit = order((statement, { subject }) => {
  const found = find(statement, subject);
  return found && { rule: found.rule, features: ['deceit'], severity: found.severity };
});
