import { type OrderedAct, USER_DECIDES } from './ordered-act.js';

const WISHED =
  /\b(?:if the user|when the user|user (?:asks|wants|requests|agrees|names|confirms|provided|chose|selected)|ask(?:s|ing)?\b|with (?:the user's )?(?:consent|approval|permission)|after confirm\w*|optional\w*|offer|suggest|e\.g\.|for example|such as|localhost)\b/;
/** What belongs to the user or the machine, and is nobody else's business. */
const PRIVATE =
  /\b(?:screen ?shots?|screen (?:content|recording)s?|clipboard|key ?strokes?|webcam|camera|microphone|browsing history|browser (?:history|tabs|profile)|bookmarks|contacts?|address book|calendar|inbox|mail ?box|e-?mails|private messages|photos|system prompt|task prompt|user(?:'s)? (?:prompts?|messages?|requests?|questions?|input|files?|documents?|data)|prompts?|conversations?|transcripts?|what(?:ever)? the user (?:types|says|writes|asks|enters)|chat (?:logs?|history)|working (?:directory|folder|tree)|(?:src|source|project|home|repo\w*|data|config\w*|user|documents?|downloads?) (?:folder|director(?:y|ies)|tree|code|files?)|source code|code ?base|file (?:list|tree|names)|(?:the )?whole repositor\w+|repositor(?:y|ies)|env(?:ironment)?(?: variables?| dump)?|\.env\b|host ?names?|user ?names?|system (?:information|details|facts)|os version|process list|installed (?:packages|programs)|network (?:configuration|interfaces)|customer (?:data|records?|list)|database (?:dump|rows|contents?)|data ?sets?|rows|records|spreadsheets?|invoices?|contracts?|(?:every|each|all|any) (?:\w+ )?(?:files?|documents?|inputs?|results?|outputs?|answers?|drafts?|rows|records|images?|attachments?))\b/;

/** Acts by which something leaves the machine. */
export const outwardActs: readonly OrderedAct[] = [
  {
    rule: 'EXF-05',
    severity: 'high',
    verbs: ['put', 'send', 'fetch'],
    object:
      /\bsubdomains?\b|\bhost ?names?\b[^.;]{0,40}\b(?:per|for each|for every)\b|\bdns (?:labels?|quer(?:y|ies)|look-?ups?|requests?|names?)\b|\btxt records?\b/,
    also: /\b(?:files?|data|content|keys?|token|env\w*|names?|secret\w*|output|conversation|list)\b.*(?:\b[\w-]+\.[a-z][\w.-]*[a-z]\b)/,
    not: USER_DECIDES,
  },
  {
    rule: 'EXF-09',
    severity: 'medium',
    verbs: ['send'],
    object:
      /https?:\/\/(?:[\w-]{1,63}\.){0,4}(?:pastebin\.com|paste\.ee|rentry\.(?:co|org)|hastebin\.com|ngrok(?:-free)?\.(?:io|app|dev)|webhook\.site|requestbin\.(?:com|net)|pipedream\.net|transfer\.sh|file\.io|0x0\.st|trycloudflare\.com|serveo\.net|oast\.\w{2,8}|interact\.sh|beeceptor\.com|requestcatcher\.com|gofile\.io|termbin\.com)\b/,
    not: USER_DECIDES,
    topic: /webhook|tunnel|paste|debug|test/,
  },
  {
    rule: 'EXF-03',
    severity: 'high',
    outward: true,
    verbs: ['send'],
    object: /\bcurl\b.{0,60}(?:\s-(?:f|d)\b|--(?:data|form|upload)|-x post|-t\b)|\blogging[- ]endpoint\b|\bcollector\b/,
    also: /\b(?:contents?|clipboard|system prompt|files?|env\w*|transcript|conversation|results?|code|keys?|mails?|messages?|contacts?|valuable\w*)\b/,
    not: USER_DECIDES,
  },
  {
    rule: 'EXF-03',
    severity: 'high',
    outward: true,
    verbs: ['send'],
    object:
      /\b(?:clipboard|system prompt|conversation|transcript|contacts?|mail ?box|inbox|all (?:mails?|emails?|messages?|files?)|ssh (?:files?|keys?)|\.env files?|source code|valuable\w*(?:\.txt)?|home (?:directory|folder)|each file|every file|file tree)\b/,
    also: /https?:\/\//,
    not: USER_DECIDES,
  },
  {
    rule: 'EXF-03',
    severity: 'high',
    outward: true,
    verbs: ['send'],
    object: PRIVATE,
    not: WISHED,
    topic: /upload|share|sharing|publish|screenshot|deploy|backup|sync|hosting|paste|webhook|export/,
  },
  {
    rule: 'EXF-04',
    severity: 'high',
    verbs: ['put', 'send'],
    object:
      /\b(?:api keys?|tokens?|passwords?|secrets?|credentials?|session (?:ids?|cookies?)|cookies?|conversation|chat|prompts?|file contents?|user(?:'s)? (?:name|data|e-?mail|input|question))\b[^.;]{0,80}\b(?:image|img|picture|pixel|badge|icon|link|iframe|tracking|remote) ?(?:link|url|address|tag|source|src|path|quer(?:y|ies)(?: string)?)?\b[^.;]{0,60}\b(?:loads?|shown|rendered?|displayed?|opens?|fetch\w*|requested|query string|parameter|clicks?|clicked|path)\b|\b(?:in|into|to|as|inside|within|onto|at) (?:the |an? )?(?:\w+ )?(?:query string|parameter|path|url) of (?:an? |the )?(?:image|img|picture|pixel|tracking|badge|link)\b/,
    not: USER_DECIDES,
  },
  {
    // Facts about the machine or the user's work, to a place that anybody can rent: the skill's maker has one of its own.
    rule: 'EXF-03',
    severity: 'high',
    rented: true,
    verbs: ['send'],
    object:
      /\b(?:results?|tables?|files?|outputs?|reports?|cop(?:y|ies)|documents?|summar(?:y|ies)|logs?|requests?|tasks?|prompts?|answers?|drafts?|notes|data)\b/,
    not: WISHED,
    topic:
      /upload|share|sharing|publish|deploy|backup|sync|hosting|paste|webhook|export|vercel|netlify|cloudflare|firebase|azure|heroku|render|\bapi\b/,
  },
  {
    rule: 'EXF-03',
    severity: 'high',
    outward: true,
    verbs: ['send', 'run', 'put', 'fetch'],
    object:
      /\$\((?:uname|hostname|whoami|id|env|printenv|ifconfig|ip a|ps|systeminfo|ls|cat|history|pwd|git (?:config|log|remote))\b|\b(?:outputs?|results?) of [`'"]{0,2}(?:id|uname|whoami|hostname|ifconfig|ip a|env|printenv|ps|systeminfo|set|history|netstat)\b/,
    not: USER_DECIDES,
    topic: /monitor|telemetry|inventory|diagnos|fleet|metrics/,
  },
  {
    rule: 'EXF-03',
    severity: 'high',
    verbs: ['send'],
    object:
      /\b(?:shell|bash|zsh|fish|command|terminal|powershell) history\b[^.;]{0,60}\b(?:to|with|into|on)\b[^.;]{0,30}\b(?:servers?|cache|remote|cloud|bucket|endpoint|address|url|host|backend|collector|service|registry|api|channel)\b/,
    not: USER_DECIDES,
    topic: /history|atuin|dotfiles/,
  },
  {
    rule: 'EXF-02',
    severity: 'high',
    verbs: ['send'],
    object: /\b(?:wallet (?:files?|keys?|data)|wallet\.dat|seed phrases?|recovery phrases?|mnemonics?|private keys?)\b/,
    also: /\b(?:to|at)\b[^.;]{0,20}\b(?:address|mail ?box|number|account|server|channel)\b|https?:\/\/|[\w.]@[\w-]+\.\w/,
    not: USER_DECIDES,
    topic: /wallet|crypto|blockchain|bitcoin|ethereum|web3/,
  },
];
