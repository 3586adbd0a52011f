import type { TextDocument } from '../reading/document.js';
import type { Statement } from '../reading/statement.js';
import type { Detection } from './detection.js';
import { type Saying, sayingFinder } from './saying.js';

const DENIED = /\b(?:never|do not|don't|must not|should not|avoid|unless|example|attackers?|if (?:a|an|some)\b)/;
const SECURITY = /secur|attack|incident|malware|red.?team|threat|pentest|adversar|jailbreak|prompt|guard/;

/** In English; other languages have their words in the frames of acts. */
const sayings: readonly Saying[] = [
  {
    rule: 'RCE-03',
    severity: 'critical',
    hint: /\d\.\d{1,3}\.\d/,
    said: /\b(?:bash|shell|sh|cmd|powershell|terminal)(?:'s)?\b[^.;]{0,40}\b(?:input|output|stdin|stdout|to|with)\b[^.;]{0,30}\b(?!10\.|127\.|192\.168\.)\d{1,3}(?:\.\d{1,3}){3}(?::| port | on port )\d{2,5}\b/,
    not: DENIED,
    topic: SECURITY,
  },
  {
    rule: 'APR-03',
    severity: 'high',
    hint: /\b(?:security|safety|approval|permission) (?:check|gate|scan|review|prompt)/,
    said: /\bsecurity (?:checks?|gates?|scans?|reviews?)\b[^.]{0,60}\b(?:false alarms?|never (?:true|right)|meaningless|only noise|get in the way)\b[^.]{0,40}\b(?:skip|leave|ignore|omit|pass|drop|bypass)\b|\b(?:go past|walk past|pass over|get around|work around|leave out|omit) (?:the |all |any |every )?(?:security|safety|approval|permission) (?:checks?|gates?|reviews?|scans?|prompts?)\b/,
    not: DENIED,
    topic: SECURITY,
  },
  {
    rule: 'INJ-03',
    severity: 'high',
    hint: /\bno (?:\w+, ){0,3}(?:rule|limit|polic|restriction|guideline|bound|guardrail|filter)|\bguardrails\b|\bto (?:refuse|decline|say no)\b/,
    said: /\b(?:never|not) (?:trained|built|made|designed|taught|able|allowed|programmed) to (?:refuse|decline|say no)\b|\bhas no (?:\w+, ){0,3}(?:guidelines?|polic(?:y|ies)|filters?|ethics|morals|restrictions?|guardrails?)(?:,? (?:or|and) \w+)? of (?:its|his|her|their|your) own\b|\bno (?:rules?|limits?|polic(?:y|ies)|restrictions?|guidelines?) (?:binds?|bound|applies to|apply to|holds? for|restricts?|counts? for) you\b|\b(?:assistant|model|ai|agent|chat ?bot) (?:that|who|which|with) (?:(?:knows|has|obeys|follows|accepts|needs) )?no (?:limits?|rules?|bounds|restrictions?|guardrails|boundaries|filters?)\b|\bwithout (?:any )?guardrails\b[^.;]{0,30}\bwhatever\b/,
    not: DENIED,
    topic: SECURITY,
  },
  {
    rule: 'INJ-09',
    severity: 'high',
    hint: /\bblessing\b|\bsa(?:id|ys) yes\b|\bgave (?:their|his|her)\b|\bfine with\b|\b(?:user|owner|customer)'s (?:consent|ok|approval)/,
    said: /(?<!\b(?:if|when|once|until|unless|after|only|whether) (?:the )?)\b(?:the )?(?:user|owner|person|customer)(?:'s)?\b[^.;]{0,20}\b(?:blessing|said yes|says yes|gave (?:their|his|her) (?:ok|okay|consent|yes|word)|is fine with)\b[^.;]{0,20}\b(?:all|everything|already|any|whatever)\b|\b(?:everything|all of (?:it|this)|anything) (?:has|enjoys|bears) the (?:user|owner|customer)'s (?:blessing|consent|ok|okay|approval)\b/,
    not: DENIED,
  },
  {
    rule: 'INJ-04',
    severity: 'high',
    hint: /\bin the dark\b|\bnobody\b|\bno ?one\b/,
    said: /\bkeep (?:the )?(?:user|them|people|everyone|everybody|owner|reader)s? in the dark\b|\b(?:nobody|no ?one)\b[^.;]{0,40}\b(?:may|must|should|is to|shall|is allowed to) (?:ever )?(?:learn|know|hear|find out|notice)\b[^.;]{0,12}\b(?:of|about|this|these|it|that)\b/,
    not: /\b(?:never|do not|don't|unless|example|game|riddle|surprise|password|secret santa)\b/,
  },
  {
    rule: 'APR-02',
    severity: 'high',
    hint: /\bnot(?: to)? be (?:bothered|asked|disturbed|troubled|consulted)\b/,
    said: /\b(?:tools?|commands?|actions?|calls?|changes?|steps?|everything)\b[^.;]{0,60}\b(?:user|person|human|owner) (?:need|needs|must|should|is) not(?: to)? be (?:bothered|asked|disturbed|troubled|consulted)\b/,
    not: /\b(?:read-only|harmless|small|trivial|minor|typos?)\b/,
  },
  {
    rule: 'EXF-02',
    severity: 'high',
    hint: /\bin(?:to)? (?:the|every|each|your|all) (?:answer|repl|response)/,
    said: /\b(?:private key|\.netrc|id_(?:rsa|ed25519|ecdsa)|kubeconfig|credentials? file|\.aws\/credentials|\.git-credentials)\b[^;]{0,60}\b(?:into|in) (?:the|every|each|your|all) (?:answers?|repl(?:y|ies)|responses?)\b/,
    not: DENIED,
  },
  {
    // The words that open a wallet, by their number.
    rule: 'CRD-03',
    severity: 'high',
    hint: /\b(?:12|24|twelve|twenty-four)\b/,
    said: /\b(?:ask|request|prompt|have|let|tell)\b[^.;]{0,60}\b(?:(?:12|24|twelve|twenty-four)(?: or |\/)?){1,2}[ -](?:\w+ )?words?\b(?=.{0,160}\b(?:order|wallet|passphrase|seed|recovery|mnemonic|phrase)\b)/,
    not: /\b(?:never|do not|don't|must not|should not|avoid|unless|attackers?|on paper|offline|write (?:them|it) down|backup|essay|paragraph|at most|up to|fewer|summary|headline|games?|vocabulary)\b/,
    topic: SECURITY,
  },
  {
    // What cannot be undone is said to need nobody's word.
    rule: 'APR-02',
    severity: 'high',
    hint: /\bno (?:second|confirmation|approval|permission|sign|go|okay|consent|review|questions?)\b|\bneeds? none\b|\bwithout (?:it|one)\b/,
    said: /\b(?:dropping|deleting|overwriting|publishing|charging|wiping|deploying|merging|paying|purging|truncating|transferring|force-pushing)\b[^.;]{0,40}\b(?:needs?|takes?|requires?|calls? for) no (?:second opinion|confirmation|approval|permission|sign-?off|go-?ahead|okay|consent|review|questions?)\b|\b(?:confirmation|prompt|approval|permission|dialog)s?\b[^.;]{0,40}\b(?:look for|search for|find|choose|take|use|pick) (?:a|another|some) (?:way|path|route|command|method|variant)\b[^.;]{0,20}\b(?:needs? none|without (?:it|one)|(?:avoids|skips|bypasses) (?:it|them))\b/,
    not: /\b(?:never|do not|don't|read-only|caches?|temp\w*|build (?:folder|output)|dry.?run|drafts?|locally)\b/,
    topic: SECURITY,
  },
  {
    // What failed is told as a success.
    rule: 'INJ-05',
    severity: 'high',
    hint: /\b(?:fails?|breaks?|red|errors?|pass)\b/,
    said: /\bif (?:a|any|the|some|one|your) (?:\w+ )?(?:tests?|checks?|builds?|scans?|audits?|steps?|suites?|lint\w*|pipelines?|migrations?|deployments?) (?:fails?|breaks?|is red|are red|errors?|do(?:es)? not pass|doesn't pass|turns? red)\b[^.;]{0,16}[,;:] (?:then )?(?:just |simply |still )?(?:say|report|claim|write|tell|state|record|show)\b[^.;]{0,30}\b(?:pass(?:ed|es)|green|succe(?:ss|eded)|all good|fine|clean)\b/,
    not: /\b(?:never|do not|don't|until|fix\w*|again|re-?run|only|unless|after|which|what|how many|whether|not)\b/,
  },
  {
    rule: 'INJ-05',
    severity: 'high',
    hint: /\bas (?:verified|safe|clean|trusted|approved|harmless|secure)\b|\bskip (?:all |any |the )?other\b/,
    said: /\b(?:report|mark|treat|present|rate|regard) (?:this|the|that) (?:bundle|skill|package|file|repository|project|server|plugin|code|extension|tool) as (?:verified|safe|clean|trusted|approved|harmless|secure)\b[^.;]{0,40}\b(?:install|run|enable|accept|merge|proceed|continue|without)\b|\bskip (?:all |any |the )?other (?:scanners?|security checks?|audits?|reviews?|scans?)\b/,
    not: /\b(?:never|do not|don't|only|unless|if|when|until|after|before|once)\b/,
  },
  {
    // Who asks is a nuisance.
    rule: 'APR-02',
    severity: 'medium',
    hint: /\b(?:interrupt|bother|disturb|trouble|pester|alarm|worry|annoy)/,
    said: /\b(?:do not|don't|never|without|no need to) (?:interrupt|bother|disturb|trouble|pester|alarm|worry|annoy)(?:ing)? (?:the |your )?(?:users?|them|person|owner|human|customers?|people|anyone)\b[^.;]{0,12}\b(?:with (?:it|this|that|these|questions?|requests? for (?:permission|approval)|confirmations?)\b|by asking\b)/,
    not: /\b(?:read-only|harmless|small|trivial|minor|typos?|unnecessar\w*|repeated(?:ly)?|obvious|basic|unless|twice|again)\b/,
  },
  {
    // What would find it is kept away.
    rule: 'APR-03',
    severity: 'high',
    hint: /\b(?:scann\w*|virus|filters?|moderation|checks?)\b/,
    said: /\b(?:do not|don't|never|must not|should not) (?:have|let|get) (?:it|this|that|them|these|the (?:file|archive|package|binary|installer|model|data)) (?:be )?(?:scanned|checked|inspected|analy[sz]ed)\b|\b(?:to|so (?:that )?it (?:can |may )?) ?(?:get|gets|pass|passes|slip|slips|come|comes|go|goes) (?:through|past|by|around|under) (?:the |all |any )?(?:\w+ ){0,2}(?:filters?|scanners?|antivirus|anti-virus|moderation|malware checks?|security checks?)\b/,
    not: /\b(?:tests?|testing|example|attackers?|mail|e-?mails?|spam|newsletter)\b/,
    topic: SECURITY,
  },
  {
    // Keys go to whoever listens, without a word of whose they are.
    rule: 'EXF-02',
    severity: 'high',
    hint: /\b(?:credentials?|tokens?|keys|passwords?|secrets?)\b/,
    said: /\b(?:upload|send|post|forward|transmit|export|push|deliver|exfiltrate)s?\b[^.;]{0,30}\b(?:credentials?|access tokens?|api keys?|passwords?|secrets?|session tokens?|private keys?)\b[^.;]{0,30}\bto\b[^.;]{0,20}\b(?:webhooks?|(?:the |our )?collectors?|collection (?:servers?|endpoints?)|remote (?:servers?|endpoints?)|(?:external|outside|third-party) (?:servers?|services?|endpoints?|apis?|address(?:es)?)|command (?:servers?|and control))\b/,
    not: /\b(?:never|not|don't|no|avoid|without|cannot|vaults?|secret manager|encrypt\w*|headers?|authenticat\w*|oauth|if|unless|detect\w*|prevent\w*|attackers?|malware|could|would|may|might|risk\w*|scanners?)\b/,
    topic: SECURITY,
  },
  {
    // What the agent remembers is made false.
    rule: 'PER-05',
    severity: 'high',
    hint: /\bmemor(?:y|ies)\b/,
    said: /\b(?:poison|overwrite|corrupt|falsify|tamper with)\b[^.;]{0,20}\b(?:agent|assistant|model|long-term|persistent|conversation|its|your|their)(?:'s)? memor(?:y|ies)\b|\bpoison (?:the )?memor(?:y|ies) with\b/,
    not: /\b(?:never|not|don't|avoid|buffers?|address(?:es)?|bytes?|heap|stack|kernel|allocat\w*|pointers?|attackers? (?:can|could|may|might)|detect\w*|prevent\w*|risk\w*|check\w*|if)\b/,
    topic: SECURITY,
  },
  {
    // A tool that deletes is called for all there is.
    rule: 'DES-01',
    severity: 'high',
    hint: /(?:delete|drop|purge|wipe|destroy|truncate|erase)_\w|\bempty (?:the )?(?:\w+ )?(?:bucket|folder|volume)/,
    said: /\b(?:call|run|use|invoke|execute)\s+[`"']?(?:\w+[._])?(?:delete|drop|purge|wipe|destroy|truncate|erase)_\w+[`"']?\s+(?:for|on|with|over) (?:all|every|each)\b|\bempty (?:the )?(?:\w+ )?(?:bucket|folder|volume)s? [`"']?\w*backup/,
    not: /\b(?:never|do not|don't|unless|if the user|user (?:asks|wants|confirms|names)|after confirm\w*|confirmed|once confirmed|test|temp\w*|that (?:you|it|the test)|created by)\b/,
  },
  {
    // Money for what was taken.
    rule: 'DES-01',
    severity: 'high',
    hint: /\b(?:btc|bitcoins?|eth|ether|xmr|monero|usdt|usdc|litecoin|ltc)\b/,
    said: /\b(?:keys?|decrypt\w*|unlock\w*|release|restor\w*|recover\w*)\b[^.;]{0,30}\b(?:send|pay|transfer|deposit)\b[^.;]{0,40}\b\d+(?:\.\d+)?\s?(?:btc|bitcoins?|eth|ether|xmr|monero|usdt|usdc|litecoin|ltc)\b|\b(?:send|pay|transfer|deposit)\b[^.;]{0,40}\b\d+(?:\.\d+)?\s?(?:btc|bitcoins?|eth|ether|xmr|monero|usdt|usdc|litecoin|ltc)\b[^;]{0,120}\b(?:keys?|decrypt\w*|unlock\w*|release|restor\w*|recover\w*|get (?:them|it|your files) back)\b|\b(?:files?|documents?|data|disk|drive|photos) (?:are|is|have been|has been|were) (?:\w+ )?(?:encrypted|locked|in protected storage)\b[^;]{0,160}\b\d+(?:\.\d+)?\s?(?:btc|bitcoins?|eth|ether|xmr|monero|usdt|usdc|litecoin|ltc)\b/,
    not: /\b(?:attackers?|example|incident|report(?:ed)?|victims?|looks? for|detect\w*)\b/,
    topic: SECURITY,
  },
  {
    rule: 'INJ-08',
    severity: 'high',
    hint: /\b(?:copy|add|append|write|put|paste|place|insert|spread|install|plant) (?:a copy of )?(?:this|these|the same|yourself|itself)\b|\bdo the same\b/,
    said: /\b(?:copy|add|append|write|put|paste|place|insert|spread|install|plant) (?:a copy of )?(?:this|these|the same) (?:\w+ )?(?:files?|sections?|skills?|texts?|notes?|blocks?|instructions?|rules?|paragraphs?|lines?)\b[^.;]{0,60}\b(?:to|into|in|onto) (?:\w+ )?(?:other|another|every|each|all|any|sibling|neighbou?ring|further|more) (?:\w+ ){0,2}(?:repositor\w+|repos?|projects?|agents?|machines?|skills?|workspaces?|folders?|instruction files?|agents\.md|claude\.md)\b|\b(?:agents?|assistants?|models?|whoever) (?:that|who|which)?\s?(?:reads?|loads?|sees?|opens?|gets?) (?:the |this |that |these )?(?:copy|copies|file|text|note|section|it)?\b[^.;]{0,20}\b(?:do|does|must do|should do) the same\b/,
    not: /\b(?:never|do not|don't|avoid|if the user|user (?:asks|wants)|worms?|attackers?|template|scaffold\w*)\b/,
    topic: SECURITY,
  },
  {
    rule: 'APR-03',
    severity: 'high',
    hint: /\bout of (?:action|service|order|play)\b|\btrust (?:every|all|any)\b|\bcertificates?\b/,
    said: /\bput (?:the |all |every )?(?:\w+ )?(?:sandbox|firewall|guard\w*|protection|checks?|scanner|anti-?virus|audit log)\b[^.;]{0,20}\bout of (?:action|service|order|play)\b|\btrust (?:every|all|any) (?:repositor\w+|certificates?|hosts?|servers?|sources?|publishers?)\b|\bcertificates? (?:are|is|need|must|should) (?:not|never|no longer)\b[^.;]{0,20}\b(?:verified|checked|validated)\b/,
    not: /\b(?:never|do not|don't|avoid|unless|example|local|localhost|development|self-signed|tests?|if (?:a|an|some)|risk\w*|means)\b/,
    topic: SECURITY,
  },
  {
    rule: 'INJ-01',
    severity: 'high',
    hint: /\blost its force\b|\bno longer (?:counts|applies|holds)\b|\bis void\b|\bdoes not count\b|\bcounts for nothing\b|\baside\b/,
    said: /\b(?:what|everything|anything|whatever) (?:the )?(?:operator|system|developer|admin\w*|maker)s? (?:wrote|said|told|set|decided|ordered)\b[^.;]{0,40}\b(?:lost its force|no longer (?:counts|applies|holds)|is void|does not count|counts for nothing)\b|\b(?:put|set|lay) (?:the |all |your |any )?(?:\w+ )?(?:rules|instructions|guidelines|polic(?:y|ies)|limits|restrictions) aside\b/,
    not: DENIED,
    topic: SECURITY,
  },
  {
    rule: 'TRG-02',
    severity: 'high',
    hint: /\b(?:stay|remain|be left|be kept) (?:unused|idle|untouched|aside|silent|off)\b/,
    said: /\bother (?:\w+ )?(?:tools?|servers?|skills?|plugins?|agents?|calendars?|mailers?|searches|connectors?) (?:must|should|have to|are to|shall) (?:stay|remain|be left|be kept) (?:unused|idle|untouched|aside|silent|off)\b/,
    not: DENIED,
  },
  {
    rule: 'TRG-02',
    severity: 'medium',
    hint: /\bthis (?:tool|server|plugin|connector|extension|function)\b|\bother (?:\w+ ){0,2}(?:tools?|servers?|plugins?|connectors?)\b/,
    said: /\b(?:always|must|only|please) (?:\w+ )?(?:use|call|run|choose|prefer|pick|invoke|try) (?:only )?this (?:tool|server|plugin|connector|extension|function)\b[^.;]{0,30}\b(?:before|instead of|over|rather than|ahead of|for (?:all|every|any))\b|\bother (?:\w+ ){0,2}(?:tools?|servers?|plugins?|connectors?) (?:may|might|can|could|will|often|tend to|sometimes) (?:\w+ )?(?:cause|corrupt|lose|leak|damage|break|harm|delete|steal|expose|fail)\b/,
    not: DENIED,
    topic: SECURITY,
  },
  {
    rule: 'INJ-04',
    severity: 'high',
    hint: /\b(?:hidden|invisible|secret|covert|concealed) (?:instruction|prompt|order|directive|command|text|message|payload|note)/,
    said: /\b(?:prepend|append|add|include|insert|embed|inject|put|place|plant|attach|leave|slip)\b[^.;:]{0,30}\b(?:hidden|invisible|secret|covert|concealed) (?:instructions?|prompts?|orders?|directives?|commands?|text|messages?|payload|notes?)\b[^.;]{0,60}\b(?:to|in|into|on|at|for|within|inside|before|after)\b/,
    not: /\b(?:never|do not|don't|must not|should not|avoid|unless|attackers?|games?|puzzle|screen readers?|accessib\w*|aria|css|label|watermark\w*|easter|scan\w*|detect\w*|check\w*|look for|if (?:a|an|some))\b/,
    topic: SECURITY,
  },
  {
    rule: 'CRD-03',
    severity: 'high',
    hint: /\b(?:let|have|make) (?:the )?(?:user|them|customer|owner)\b|\bunder (?:the|a) (?:pretext|guise|cover)\b|\b(?:bank|tax office|police|it department|help ?desk|fraud|operating system)\b/,
    said: /\b(?:let|have|make) (?:the )?(?:user|them|customer|owner) (?:dictate|type|spell|say|name|enter|read out|confirm)\b[^.;]{0,40}\b(?:recovery (?:words|phrase)|seed|pin|password|passphrase|card number|second factor|one-time code)\b[^.;]{0,40}\b(?:store|keep|save|write|note|send|put|pass)\b|\b(?:ask|get|demand|request|collect)\b[^.;]{0,40}\b(?:second factor|password|pin|code|passphrase|recovery)\b[^.;]{0,30}\bunder (?:the|a) (?:pretext|guise|cover)\b|\b(?:speak|write|answer|act|appear|pose) as (?:the |a |an )?(?:\w+'s )?(?:\w+ )?(?:bank|tax office|police|it department|help ?desk|fraud (?:desk|team|department)|operating system)\b[^.;]{0,80}\b(?:confirm|password|code|pin|transfer|payment|log ?in)\b/,
    not: DENIED,
    topic: SECURITY,
  },
  {
    rule: 'SUP-05',
    severity: 'high',
    hint: /<(?:script|img|iframe)\b|\b(?:also|additionally|quietly) (?:write|send|post|report|log|cop)|\b(?:hide|plant|leave|slip) (?:an?|one)\b/,
    said: /\b(?:every|each|all|any) (?:page|site|app|program|release|template|project)s?\b[^.;`]{0,40}\b(?:gets?|has|have|carr(?:y|ies)|contains?|includes?|receives?)\b[^;]{0,20}<(?:script|img|iframe)\b[^>]{0,80}https?:|\b(?:adds?|inserts?|puts?|includes?|embeds?|injects?|writes?|places?) (?:an? |the )?<(?:script|iframe)\b[^>]{0,120}\/\/[^>]{0,120}>[^.;]{0,60}\b(?:to|into|in|on) (?:every|each|all|any)\b|\b(?:new|all|every|each) (?:functions?|endpoints?|handlers?|forms?|routes?)\b[^.;]{0,30}\b(?:also|additionally|quietly) (?:write|send|post|report|log|copy|copies)s?\b[^;]{0,60}https?:\/\/(?!localhost)|\b(?:hide|plant|leave|slip) (?:an?|one) (?:hidden |second |spare )?(?:account|user|login|back ?door)\b[^.;]{0,40}\bpassword\b/,
    not: /\b(?:never|do not|don't|avoid|unless|if the user|user (?:asks|wants)|open ?telemetry|sentry|example)\b/,
  },
  {
    rule: 'SUP-05',
    severity: 'high',
    hint: /\bback ?doors?\b/,
    said: /\b(?:include|add|open|leave|build|put|install|create|keep|embed|hide|plant)\b[^.;]{0,20}\bback ?doors?\b/,
    not: /\b(?:never|no|not|do not|don't|avoid|without|detect\w*|prevent\w*|attackers?|malware|check\w*|scan\w*|look for|remov\w*|could|would|may|might|if|risk\w*|garden|house|criterion|adjustment|roth|pathways?)\b/,
    topic: SECURITY,
  },
  {
    rule: 'EXF-06',
    severity: 'high',
    hint: /\b(?:becomes?|is now|changes? to|replaced)\b/,
    said: /\b(?:accounts?|iban|payees?|recipients?|beneficiar(?:y|ies))\b[^.;]{0,30}\b(?:becomes?|is now|changes? to|(?:is|are) replaced (?:by|with))\b[^.;]{0,12}\b[a-z]{2}\d{2}(?: ?[\da-z]{4}){3}/,
    not: DENIED,
  },
  {
    rule: 'INJ-04',
    severity: 'high',
    hint: /\b(?:not|never) (?:list|name|mention|contain|show|include)\b/,
    said: /\b(?:change ?log|summary|report|history|diff|record|protocol|minutes)\b[^.;]{0,16}\b(?:shall|must|should|may|will) (?:not|never) (?:list|name|mention|contain|show|include)\b[^.;]{0,12}\b(?:this|these|that|the (?:edit|change|call|step|upload|transfer|deletion))\b/,
    not: /\b(?:secrets?|passwords?|keys?|tokens?|personal|private|sensitive|typos?|formatting)\b/,
  },
  {
    rule: 'PER-01',
    severity: 'high',
    hint: /\bcrontab\b|\bcron job\b|\blaunch agent\b|\bsystemd\b|\blogin item\b|\bscheduled task\b/,
    said: /\b(?:crontab|cron job|launch agent|systemd (?:unit|timer)|login item|scheduled task)\b[^;]{0,40}\b(?:keeps?|calls?|informs?|pings?|contacts?|reports? to|loads?|fetch(?:es)?)\b[^;]{0,20}https?:\/\/(?!localhost)/,
    not: /\b(?:never|do not|don't|if the user|user (?:asks|wants)|example|health ?checks?)\b/,
    topic: /cron|schedul|monitor|heartbeat|timer/,
  },
  {
    rule: 'INJ-09',
    severity: 'high',
    hint: /\b(?:treat|regard|see|take|read) (?:this|these|the following)\b/,
    said: /\b(?:treat|regard|see|take|read) (?:this|these|the following) (?:file|text|note|instructions?|message|paragraph|section)s? as (?:coming|orders?|an? (?:message|order)|instructions?) (?:from|of|by) (?:the )?(?:\w+ )?(?:security team|administrators?|admins?|operators?|developers?|vendor|system|company|owner|management)\b/,
    not: DENIED,
  },
];

const find = sayingFinder(sayings);

/** Sayings in the open text; headings and front matter name things. */
export function saidIn(statement: Statement, { subject }: TextDocument): Detection | undefined {
  const found = find(statement, subject);
  return found && { rule: found.rule, features: ['saying'], severity: found.severity };
}
