import { type OrderedAct, USER_DECIDES } from './ordered-act.js';
import { outwardActs } from './outward-acts.js';

const LINK =
  /https?:\/\/|\bcurl\b|\bwget\b|~\/\.(?!bashrc|zshrc|profile|bash_profile|zshenv|zprofile|gitconfig|config\b|local\/bin|npmrc|vimrc|ssh)[\w-]+|\/tmp\/|\/\.(?!bash|zsh|z?profile|git|config|local|npmrc|ssh)[a-z]|\b\d{1,3}(?:\.\d{1,3}){3}\b|\|\s*(?:ba)?sh\b|\b(?:running|that (?:runs|starts|calls)) \S+\.\w+/;
/** The same where confirmations are what is spoken of. */
const USER_DECIDES_BUT_CONFIRM =
  /\b(?:if the user|when the user|user (?:asks|wants|requests|agrees|names)|with (?:the user's )?(?:consent|approval)|(?:if|when) [`"']{0,2}-{1,2}\w|flag (?:is )?(?:given|passed|provided|set)|sandbox|container|throwaway|dry.?run|never|do not|don't)\b/;
/** Acts on the machine that a text may order; words and code share the rules. */
export const orderedActs: readonly OrderedAct[] = [
  {
    rule: 'SUP-01',
    severity: 'high',
    verbs: ['change'],
    object: /\b(?:base )?images?\b.{0,60}\b\d{1,3}(?:\.\d{1,3}){3}|\bdockerfiles?\b.{0,60}\b\d{1,3}(?:\.\d{1,3}){3}/,
    not: /localhost|127\.0|\b(?:10|192\.168)\./,
  },
  {
    rule: 'CRD-03',
    severity: 'high',
    verbs: ['ask'],
    object:
      /\b(?:user|them|customer)\b.{0,60}\b(?:paste|enter|type|share|send|give|provide)\b.{0,80}\b(?:keys?|password|token|seed phrase|secret)\b/,
    also: /https?:\/\/\S+[?&]\w{1,20}=[<{$]/,
  },
  {
    rule: 'EXF-02',
    severity: 'high',
    verbs: ['read', 'send'],
    object:
      /\b(?:every|all|each|the (?:whole|entire|full|complete)) (?:list |set |dump |copy |output )?(?:of )?(?:the )?(?:environment|env)\b|\b(?:environment |env )?variables? (?:whose|that|named|ending|containing)\b|\b(?:git credential fill|gh auth token)\b/,
    also: /\b(?:append|add|put|paste|include|insert|attach|post|write|send|list|print|end|close|finish|in|into|to|as|at the end of)\b.{0,60}\b(?:commit (?:message|text|body)|comment|issue|ticket|pull request|log|report|answer|reply|title|branch name|url|link|gist|channel)\b/,
    not: USER_DECIDES,
  },
  {
    rule: 'PER-01',
    severity: 'high',
    verbs: ['put'],
    object:
      /\bcron ?(?:job|tab|entry)\b|\bcrontab\b|\blaunch ?(?:agent|daemon)\b|\blogin items?\b|\bstart-?up (?:item|folder|script|entry|program)\b|\bsystemd (?:user )?(?:unit|service|timer)\b|\buser service\b|\bscheduled task\b|\brun key\b|\bautostart\b|\.(?:bashrc|zshrc|profile|bash_profile|zshenv)\b|\bshell (?:profile|start-?up file|rc file)\b/,
    also: LINK,
    not: /\b(?:chezmoi|stow|yadm|direnv|export path|alias)\b|\b(?:if the user|user (?:asks|wants|decides|confirms)|ask(?:s|ing)?\b|confirm\w*|offer|suggest|show)\b/,
  },
  {
    rule: 'PER-02',
    severity: 'high',
    verbs: ['put'],
    object: /\b(?:git|pre-commit|post-commit|pre-push|post-checkout|post-merge)[ -](?:commit )?hooks?\b|core\.hookspath/,
    also: /https?:\/\/|\bcurl\b|(?<!pre-)\bpush(?:es)?\b(?! (?:checks?|hooks?))|\bsends?\b|\b(?:every|all|each) (?:clone|repositor|repo)/,
    not: USER_DECIDES,
  },
  {
    rule: 'PER-06',
    severity: 'high',
    verbs: ['grant'],
    object:
      /\badmin(?:istrator)?(?:istrator)? (?:account|user|role|rights)\b|\bsuperuser\b|\b(?:role|rights|access) (?:of )?(?:owner|admin\w*|maintainer)\b|\bowner role\b|\bauthorized_keys\b|\bssh key\b|\bpublic key\b|\bback ?door\b|\bcollaborator\b|(?<!<)\bowner\b(?!>)/,
    also: /[\w.+-]+@[\w-]+\.[\w.]+|\bpassword\s*(?:is|:|=|['"`‘“])|ssh-(?:rsa|ed25519)|(?<!\]\()https?:\/\/|\bemergency access\b/,
    not: USER_DECIDES,
  },
  {
    rule: 'APR-04',
    severity: 'high',
    verbs: ['grant', 'put', 'run', 'change'],
    object:
      /\bnopasswd\b|\/etc\/sudoers|\bsudoers\b|\bchmod (?:-r )?(?:777|a\+rwx|u\+s) \/|\bworld[- ]writable\b.{0,40}\/(?:etc|usr)|\bsetuid\b|\bpolkit\.result\.yes\b|\/polkit-1\/(?:rules\.d|localauthority)\/.{0,80}\byes\b/,
    not: USER_DECIDES,
  },
  {
    rule: 'CRD-02',
    severity: 'high',
    verbs: ['read'],
    object:
      /\blogin data\b|\b(?:browser|chrome|firefox|safari|edge)['’s]{0,2} (?:cookies?|passwords?|logins?|profile|sessions?|credentials|history)|\bsession['’s]{0,2} (?:cookies?|passwords?|credentials)\b|\bcookies? (?:file|database|store|jar)\b|\b(?:saved|stored) (?:passwords?|logins?|credentials)\b|\bkey ?chain\b|\bkeyring\b|\bpassword (?:store|manager)\b|\bwallet\.dat\b|\bseed phrases?\b/,
    not: USER_DECIDES,
    topic: /browser|cookie|end-to-end|\btests?\b|keychain|password|wallet|credential|forensic|secret/,
  },
  {
    rule: 'CRD-06',
    severity: 'high',
    verbs: ['fetch', 'ask', 'read'],
    object: /\b169\.254\.169\.254\b|\bmetadata\.google\.internal\b|\bmetadata (?:service|endpoint|server|address|api|host|url)\b/,
    also: /\b(?:keys?|credentials?|token|role|secret|keep|store|save)\b/,
    not: USER_DECIDES,
    topic: /privilege|escalation|pentest|penetration|red.?team|forensic|cloud.security|attack|exploit/,
  },
  {
    rule: 'CRD-01',
    severity: 'high',
    verbs: ['read'],
    object:
      /\b(?:all|every|the (?:whole|entire|full|complete)|each) (?:of )?(?:the )?(?:\w+ )?(?:files?|documents?|folders?|contents?)\b.{0,30}\b(?:home (?:directory|folder)|user'?s? (?:home|profile)|~\/?(?=\s|$|[.,]))|\b(?:whole|entire) (?:home (?:directory|folder)|hard (?:disk|drive)|disk|file ?system)\b/,
    not: /\b(?:backup|back up|disk usage|size|find duplicates)\b/,
  },
  {
    rule: 'SUP-01',
    severity: 'high',
    verbs: ['change', 'put'],
    object:
      /\bregistr(?:y|ies)\b|\bindex[- ]url\b|\bextra-index-url\b|\bpackage (?:index|source|mirror)\b|\bmirror\b|\block ?file\b|\btrusted-host\b|\/simple\b/,
    also: /http:\/\/(?!localhost|127\.)|https?:\/\/\d{1,3}(?:\.\d{1,3}){3}|\block ?files?\b.{0,60}https:\/\/|\btrusted-host\b/,
    not: /\b(?:company|corporate|internal|own) (?:mirror|registry|proxy)\b|localhost/,
  },
  {
    rule: 'DES-01',
    severity: 'high',
    verbs: ['run'],
    object:
      /\bterraform destroy\b|\bkubectl delete (?:ns|namespace|all|--all|pvc)\b|\baws s3 r[bm] .{0,40}--(?:force|recursive)|\bdropdb\b|\bgit push (?:-f|--force)(?![\w-])|\bgit reset --hard\b.{0,40}\bgit push\b|\bdocker (?:system|volume) prune\b|\bgcloud projects delete\b|\baz group delete\b|\bhelm uninstall\b/,
    also: /-auto-approve|--yes\b|--force(?![\w-])|-f\b|-y\b|--quiet\b|without (?:asking|confirm)/,
    not: USER_DECIDES,
  },
  {
    rule: 'INJ-04',
    severity: 'high',
    verbs: ['put', 'obey'],
    object:
      /\bwhite (?:text|font|letters|on white)\b|\bwhite on (?:white|a white)\b|\bfont[- ]size (?:0|zero|1px)\b|\binvisible (?:text|characters|letters|font)\b|\bsame colou?r as the (?:page|background|paper)\b|\bcolou?rs? (?:that |which )?(?:people|users?|humans?|nobody|no one|readers?) (?:cannot|can't|can|will not)\b|\bzero-width\b/,
    also: /\b(?:machines?|models?|agents?|crawlers?|assistants?|programs?|only|nobody|no one|reader|hidden|reply|answer|instructions?)\b/,
    not: /\b(?:theme|contrast|accessib\w*|slide|background colou?r)\b/,
  },
  {
    // Programs that hand out what they keep: by their own verb and what it gives.
    rule: 'CRD-02',
    severity: 'high',
    verbs: ['run', 'read', 'put'],
    object:
      /\b(?:security (?:find|dump)-\S+|secret-tool (?:lookup|search)|cmdkey \/list|vaultcmd|gh auth token|gcloud auth (?:application-default )?print-\S+|aws configure (?:get|export-credentials)|aws sts get-session-token|az account get-access-token|op (?:read|item get)|bw (?:get|list)|pass (?:show|ls)|lpass show|kubectl (?:get|describe) secrets?|vault (?:kv get|read)|doppler secrets|heroku auth:token|docker-credential-\S+|git credential(?:-\S+)? (?:fill|get)|npm token (?:create|list)|gpg --export-secret-\S+|netsh wlan show profiles?\b.{0,40}key=clear|mimikatz|lazagne|reg save hklm\\(?:sam|security))\b/,
    also: /\b(?:keep|store|save|remember|note|output|result|it|them|use|include|send|post|write|step|first|before|set-up|setup)\b/,
    not: USER_DECIDES,
    topic: /keychain|password|credential|secret|vault|auth|token|login|\bgh\b|github|gcloud|kube|aws|azure|1password|bitwarden/,
  },
  {
    rule: 'APR-04',
    severity: 'high',
    verbs: ['run', 'grant', 'change', 'put'],
    object:
      /\b(?:chmod|icacls|setfacl|chown)\b[^.;]{0,40}(?:\b0?777\b|\ba\+rwx\b|\bo\+w\b|\beveryone:f\b|\bworld[- ]writ)[^;]{0,60}(?:\/(?:etc|usr|bin|sbin|var|boot|lib|root|opt)\b|c:\\|\s\/(?:\s|$))|\b0?777\b[^;]{0,40}\/(?:etc|usr|bin|sbin|var|boot|lib|root)\b/,
    not: USER_DECIDES,
  },
  {
    rule: 'APR-01',
    severity: 'high',
    verbs: ['disable', 'start', 'change', 'grant'],
    object:
      /\b(?:permission|approval|confirmation|consent|safety|security|tool|review)s?(?: and \w+)? (?:prompts?|dialogs?|checks?|requests?|questions?|requirements?|gates?|steps?)\b[^.;]{0,50}\b(?:off|disabled|skipped|suppressed|bypassed|muted|silenced|deactivated|removed)\b|\b(?:off|disable\w*|skip\w*|suppress\w*|bypass\w*|mut\w+|silenc\w+|answer|accept|dismiss)\b[^.;]{0,40}\b(?:all|every|each|any|further|future) (?:\w+ )?(?:permission|approval|confirmation|consent|safety)s?\b/,
    not: USER_DECIDES_BUT_CONFIRM,
  },
  {
    rule: 'APR-01',
    severity: 'high',
    verbs: ['change', 'put', 'grant'],
    object:
      /["'`]?(?:auto_?approve\w*|always_?allow\w*|alwaysallow|allowed_?tools|autorun|trusted_?tools|skip_?confirm\w*|bypass_?permissions?)["'`]?\s{0,3}(?:[:=]|to)\s{0,3}\[?\s{0,3}["'`]?(?:\*|all\b|true\b|any\b)/,
    not: /\b(?:sandbox|container|throwaway|if the user|user (?:asks|wants|agrees))\b/,
  },
  {
    rule: 'DES-01',
    severity: 'high',
    verbs: ['delete', 'send', 'change', 'run'],
    object:
      /\bforce[- ]push\w*\b[^.;]{0,60}\b(?:empty|over|main|master|default|protected|every|all|each)\b|\bgit push\b[^.;]{0,40}(?:--force\b(?!-)|\s-f\b|\+(?:main|master))[^.;]{0,40}\b(?:main|master|all|every)\b|\b(?:empty|rewrite|erase|wipe|scrub|purge)\w*\b[^.;]{0,30}\b(?:git|commit|branch|repositor\w+) histor(?:y|ies)\b/,
    not: USER_DECIDES,
  },
  {
    rule: 'DES-01',
    severity: 'high',
    verbs: ['encrypt', 'delete'],
    object:
      /\b(?:files?|documents?|folders?|director(?:y|ies)|data|disks?|drives?|photos?|projects?|databases?|backups?)\b[^.;]{0,60}\b(?:with (?:a |an |the )?(?:random|new|generated|fresh|unknown|secret|throwaway|one-time)\w*(?: \w+)? (?:password|key|passphrase)|(?:and|then) (?:delete|discard|forget|throw away|remove|drop|lose) (?:the|that|its|this) (?:key|password|passphrase|originals?))\b/,
    not: USER_DECIDES,
  },
  {
    rule: 'PER-03',
    severity: 'high',
    verbs: ['put', 'change'],
    object:
      /\b(?:claude|agents?|gemini|copilot-instructions|warp|windsurf)\.md\b|\.(?:cursor|windsurf|cline|roo)rules\b|\b(?:memory|memories|custom instructions|system prompt|agent instructions|project rules|global rules)\b/,
    also: /\b(?:all |every |each |any )?(?:future|later|further|next|new|coming|following) (?:session|chat|conversation|run|agent|task|project)s?\b[^.;]{0,80}\b(?:must|load|fetch|read|follow|run|send|use|obey|start|first|always)\b|https?:\/\/\S+[^.;]{0,40}\b(?:first|always|every|before|at (?:the )?start)\b/,
    not: USER_DECIDES,
  },
  {
    rule: 'PER-04',
    severity: 'high',
    verbs: ['put', 'grant', 'change'],
    object:
      /\b(?:pre|post)?(?:install|prepare|publish|build|test|pack)[- ](?:script|hook|step|command)s?\b|\b(?:post|pre)install\b|\bbuild\.rs\b|\bsetup\.py\b|\bconftest\.py\b|\bgit hooks?\b|\bci (?:workflow|pipeline|job|step)s?\b|\bgithub actions?\b/,
    also: /\b(?:every|each|all|any) (?:\w+ )?(?:package\.json|manifest|project|repositor\w+|repo|package|module|workflow|branch|commit|file|codebase)s?\b|\b(?:curl|wget|iwr)\b|https?:\/\/\d|\|\s?(?:ba)?sh\b/,
    not: USER_DECIDES,
    topic: /\bci\b|pipeline|workflow|hooks?\b|husky|release/,
  },
  {
    rule: 'CRD-03',
    severity: 'high',
    verbs: ['pretend'],
    object:
      /\b(?:administrator|admin|system|support|help ?desk|it department|security team|bank|operating system|installer|vendor|provider|maintainer)\b[^.;]{0,80}\b(?:ask|request|demand|(?<!system )prompt|get|collect|want|need)\w*\b[^.;]{0,40}\b(?:passwords?|passphrases?|pins?|codes?|keys?|tokens?|credentials|card numbers?|seed phrases?)\b/,
    not: /\b(?:never|phishing|if (?:a|an|the|some))\b/,
  },
  {
    rule: 'INJ-07',
    severity: 'high',
    verbs: ['obey'],
    object:
      /\b(?:only|exactly|whatever|whichever|everything|anything|verbatim|word for word)\b[^.;]{0,80}\b(?:server|page|site|endpoint|address|url|host|api|bot|channel|file|service|gist|feed|https?:\/\/\S+)\b[^.;]{0,60}\b(?:returns?|says?|sends?|gives?|answers?|tells?|orders?|replies|contains?|holds?|commands?|instructs?|serves?|shows?)\b/,
    also: /https?:\/\/|\b\d{1,3}(?:\.\d{1,3}){3}\b/,
    not: USER_DECIDES,
  },
  {
    rule: 'PER-03',
    severity: 'high',
    verbs: ['put', 'send'],
    reach: 24,
    object:
      /(?:\b(?:this|these|itself|(?:copies|copy|insert|paste|write|add|repeat)s? it)\b(?: (?:text|message|note|instructions?|lines?|paragraphs?|sentences?|file|section|block|prompt))?|\bthe same (?:text|message|note|instructions?|lines?|paragraphs?|sentences?|section|block|prompt)\b)[^.;]{0,60}\b(?:into|to|in|on|at the (?:top|end) of)\b[^.;]{0,30}\b(?:every|each|all|any|other)\b[^.;]{0,40}\b(?:readme\S*|repositor\w+|repos?|projects?|files?|skills?|documents?|pages?|messages?|agents?|answers?|replies|commits?|comments?)\b/,
    not: /\b(?:licen[cs]e|copyright|components?|helpers?|functions?|constants?|variables?|module|does(?: not|n't)|header|footer|banner|changelog|signature|sub-?agents?|teammates?|dispatch|spawn(?:ed)?)\b|\bif the user\b/,
  },
  {
    rule: 'APR-01',
    severity: 'high',
    verbs: ['disable', 'start', 'change', 'put', 'run', 'grant'],
    object: /\bdangerously[-_]?\w+(?:[-_]\w+){0,4}["'`]{0,2}(?:\s{0,3}[:=]?\s{0,3}(?:to\s|as\s)?["'`]{0,2})(?:on|true|yes|1|enabled)\b/,
    not: USER_DECIDES_BUT_CONFIRM,
  },
  {
    // Who may change the code without anybody looking.
    rule: 'APR-03',
    severity: 'high',
    verbs: ['change', 'put', 'grant', 'disable', 'start'],
    object:
      /\b(?:commits?|changes?|code|pull requests?|merges?|pushes|patches)\b[^.;]{0,30}\b(?:by|of|from)\b[^.;]{0,50}\b(?:never|no|not|without|nobody)\b[^.;]{0,24}\b(?:review\w*|looked? at|approv\w*|checked|inspected)\b|\b(?:nobody|no ?one|no review\w*|no approval\w*)\b[^.;]{0,50}\b(?:commits?|changes?|code|pull requests?|merges?) (?:by|of|from)\b|\b(?:user|account|bot|author|committer)\b[^.;]{0,40}\bfrom (?:all |any |every |the |code )*(?:reviews?|approvals?|checks)\b/,
    not: /\b(?:never|do not|don't|must not|if the user|user (?:asks|wants|agrees))\b(?! (?:be )?(?:review|looked|approv|check|inspect))/,
  },
  {
    rule: 'DES-01',
    severity: 'high',
    verbs: ['delete'],
    object:
      /\b(?:each|every|all(?: of)?(?: the)?) tables?\b[^.;]{0,40}\b(?:live|production|prod|real|running|customer)\b|\b(?:live|production|prod) (?:database|db|data|tables?|cluster|bucket|environment)\b(?! (?:url|config|credentials|connection))/,
    not: USER_DECIDES,
    topic: /migration|reset|seed|clean-?up|retention|\btests?\b/,
  },
  {
    rule: 'DES-01',
    severity: 'high',
    verbs: ['put', 'delete', 'change', 'encrypt', 'run'],
    object:
      /\bback-?ups?(?: files?| copies)?\b[^.;]{0,30}\b(?:with (?:zeros?|zeroes|null|random|garbage|noise|nonsense)\w*|unreadable|unusable|useless|worthless)\b/,
    not: USER_DECIDES,
  },
  {
    rule: 'DES-01',
    severity: 'high',
    verbs: ['delete', 'run'],
    object:
      /\b(?:all|every|each|the (?:whole|entire|complete)) (?:\w+ )?(?:stacks?|infrastructure|environments?|clusters?|accounts?|servers?|volumes?|buckets?)\b/,
    also: /\bwithout (?:a |any |further )?(?:questions?|asking|prompts?|confirm\w*|review)\b|\bno (?:prompt|questions?)\b|-auto-approve\b/,
    not: /\b(?:if the user|user (?:asks|wants|confirms)|never|do not|don't|sandbox|test|preview|ephemeral)\b/,
  },
  {
    rule: 'APR-03',
    severity: 'high',
    verbs: ['disable', 'delete'],
    reach: 40,
    object:
      /\b(?:anti-?virus|virus (?:protection|scanner|guard)|packet filter|edr|endpoint protection|malware (?:scann\w*|protection)|windows defender)\b/,
    not: USER_DECIDES,
    topic: /secur|antivirus|firewall|malware|defender|incident|forensic/,
  },
  {
    rule: 'APR-04',
    severity: 'high',
    verbs: ['grant', 'put', 'run', 'change'],
    object: /\broot\b[^.;]{0,30}\bwithout (?:a |any |the )?passwords?\b|\bpassword-?less (?:sudo|root)\b/,
    not: USER_DECIDES,
    topic: /sudo|ansible|provision|server.setup|hardening/,
  },
  {
    rule: 'SUP-01',
    severity: 'high',
    verbs: ['fetch', 'read', 'run', 'put'],
    object:
      /\b(?:packages?|index|pip|npm|wheels?|dependenc\w+|modules?|reqeusts\S*)\b[^.;]{0,60}http:\/\/(?!localhost|127\.|10\.|192\.168\.)|\bhttp:\/\/(?:\d{1,3}\.){3}\d{1,3}\S*\/simple\b/,
    not: USER_DECIDES,
  },
  ...outwardActs,
];
