import type { Severity } from '../../../model/severity.js';

/** An act in words: a verb that orders, what it is done to, and what makes it more than housekeeping. */
export interface ProseAct {
  rule: string;
  severity: Severity;
  verb: RegExp;
  object: RegExp;
  /** Must stand somewhere in the sentence too. */
  also?: RegExp;
  not?: RegExp;
  /** A skill that is about this may speak of it. */
  topic?: RegExp;
}

const PUT = /^(?:install|add|create|register|set up|schedule|write|put|append|configure|enable|place|insert|drop|plant|echo|copy|save)$/;
const LINK =
  /https?:\/\/|\bcurl\b|\bwget\b|~\/\.(?!bashrc|zshrc|profile|bash_profile|zshenv|zprofile|gitconfig|config\b|local\/bin|npmrc|vimrc|ssh)[\w-]+|\/tmp\/|\/\.(?!bash|zsh|z?profile|git|config|local|npmrc|ssh)[a-z]|\b\d{1,3}(?:\.\d{1,3}){3}\b|\|\s*(?:ba)?sh\b|\b(?:running|that (?:runs|starts|calls)) \S+\.\w+/;
const USER_DECIDES =
  /\b(?:if the user|when the user|user (?:asks|wants|requests|agrees|names|confirms)|ask(?:s|ing)?\b|with (?:the user's )?(?:consent|approval|permission)|after confirm\w*|confirm\w*|optional\w*|offer|suggest|show)\b/;

/** Acts on the machine that a text may order; words and code share the rules. */
export const proseActs: readonly ProseAct[] = [
  {
    rule: 'SUP-01',
    severity: 'high',
    verb: /^(?:change|replace|set|switch|swap|rewrite|point|use|update)$/,
    object: /\b(?:base )?images?\b.{0,60}\b\d{1,3}(?:\.\d{1,3}){3}|\bdockerfiles?\b.{0,60}\b\d{1,3}(?:\.\d{1,3}){3}/,
    not: /localhost|127\.0|\b(?:10|192\.168)\./,
  },
  {
    rule: 'CRD-03',
    severity: 'high',
    verb: /^(?:ask|tell|have|get|request|prompt)$/,
    object:
      /\b(?:user|them|customer)\b.{0,60}\b(?:paste|enter|type|share|send|give|provide)\b.{0,80}\b(?:keys?|password|token|seed phrase|secret)\b/,
    also: /https?:\/\/\S+[?&]\w{1,20}=[<{$]/,
  },
  {
    rule: 'EXF-02',
    severity: 'high',
    verb: /^(?:print|collect|dump|list|read|gather|take|export|copy|get|echo)$/,
    object:
      /\b(?:every|all|each|the (?:whole|entire|full|complete)) (?:of )?(?:the )?(?:environment|env)\b|\b(?:environment |env )?variables? (?:whose|that|named|ending|containing)\b|\b(?:git credential fill|gh auth token)\b/,
    also: /\b(?:append|add|put|paste|include|insert|attach|post|write|send)\b.{0,60}\b(?:commit message|comment|issue|ticket|pull request|log|report|answer|reply|title|branch name|url|link|gist|channel)\b/,
    not: USER_DECIDES,
  },
  {
    rule: 'PER-01',
    severity: 'high',
    verb: PUT,
    object:
      /\bcron ?(?:job|tab|entry)\b|\bcrontab\b|\blaunch ?(?:agent|daemon)\b|\blogin items?\b|\bstart-?up (?:item|folder|script|entry|program)\b|\bsystemd (?:user )?(?:unit|service|timer)\b|\buser service\b|\bscheduled task\b|\brun key\b|\bautostart\b|\.(?:bashrc|zshrc|profile|bash_profile|zshenv)\b|\bshell (?:profile|start-?up file|rc file)\b/,
    also: LINK,
    not: /\b(?:chezmoi|stow|yadm|direnv|export path|alias)\b|\b(?:if the user|user (?:asks|wants|decides|confirms)|ask(?:s|ing)?\b|confirm\w*|offer|suggest|show)\b/,
  },
  {
    rule: 'PER-02',
    severity: 'high',
    verb: PUT,
    object: /\b(?:git|pre-commit|post-commit|pre-push|post-checkout|post-merge)[ -](?:commit )?hooks?\b|core\.hookspath/,
    also: /https?:\/\/|\bcurl\b|\bpush(?:es)?\b|\bsends?\b|\b(?:every|all|each) (?:clone|repositor|repo)/,
    not: USER_DECIDES,
  },
  {
    rule: 'PER-06',
    severity: 'high',
    verb: /^(?:add|create|grant|give|append|insert|assign|invite|put|make|promote)$/,
    object:
      /\badmin(?:istrator)?(?:istrator)? (?:account|user|role|rights)\b|\bsuperuser\b|\b(?:role|rights|access) (?:of )?(?:owner|admin\w*|maintainer)\b|\bowner role\b|\bauthorized_keys\b|\bssh key\b|\bpublic key\b|\bback ?door\b|\bcollaborator\b|\bowner\b/,
    also: /[\w.+-]+@[\w-]+\.[\w.]+|\bpassword\s*(?:is|:|=|['"`‘“])|ssh-(?:rsa|ed25519)|https?:\/\/|\bemergency access\b/,
    not: USER_DECIDES,
  },
  {
    rule: 'APR-04',
    severity: 'high',
    verb: /^(?:append|add|write|put|echo|create|insert|set|grant|give|assign|make|change|run|chmod)$/,
    object:
      /\bnopasswd\b|\/etc\/sudoers|\bsudoers\b|\bchmod (?:-r )?(?:777|a\+rwx|u\+s) \/|\bworld[- ]writable\b.{0,40}\/(?:etc|usr)|\bsetuid\b/,
    not: USER_DECIDES,
  },
  {
    rule: 'CRD-02',
    severity: 'high',
    verb: /^(?:copy|read|dump|extract|export|open|collect|gather|decrypt|query|grab|take|pull|fetch|load|go through|harvest|list|get|steal|print|unlock)$/,
    object:
      /\blogin data\b|\b(?:browser|chrome|firefox|safari|edge|session)['’s]{0,2} (?:cookies?|passwords?|logins?|profile|sessions?|credentials|history)\b|\bcookies? (?:file|database|store|jar)\b|\b(?:saved|stored) (?:passwords?|logins?|credentials)\b|\bkey ?chain\b|\bkeyring\b|\bpassword (?:store|manager)\b|\bwallet\.dat\b|\bseed phrases?\b/,
    not: USER_DECIDES,
    topic: /browser|cookie|keychain|password|wallet|credential|forensic|secret/,
  },
  {
    rule: 'CRD-06',
    severity: 'high',
    verb: /^(?:query|call|fetch|request|read|curl|get|ask|access|retrieve|open|visit|download|poll)$/,
    object: /\b169\.254\.169\.254\b|\bmetadata\.google\.internal\b|\bmetadata (?:service|endpoint|server)\b/,
    also: /\b(?:keys?|credentials?|token|role|secret|keep|store|save)\b/,
    not: USER_DECIDES,
  },
  {
    rule: 'CRD-01',
    severity: 'high',
    verb: /^(?:read|open|load|scan|index|collect|gather|go through|copy|search)$/,
    object:
      /\b(?:all|every|the (?:whole|entire|full|complete)|each) (?:of )?(?:the )?(?:\w+ )?(?:files?|documents?|folders?|contents?)\b.{0,30}\b(?:home (?:directory|folder)|user'?s? (?:home|profile)|~\/?(?=\s|$|[.,]))|\b(?:whole|entire) (?:home (?:directory|folder)|hard (?:disk|drive)|disk|file ?system)\b/,
    not: /\b(?:backup|back up|disk usage|size|find duplicates)\b/,
  },
  {
    rule: 'SUP-01',
    severity: 'high',
    verb: /^(?:set|change|replace|switch|point|use|install|configure|redirect|add|rewrite|swap|update|run)$/,
    object:
      /\bregistr(?:y|ies)\b|\bindex[- ]url\b|\bextra-index-url\b|\bpackage (?:index|source|mirror)\b|\bmirror\b|\block ?file\b|\btrusted-host\b|\/simple\b/,
    also: /http:\/\/(?!localhost|127\.)|https?:\/\/\d{1,3}(?:\.\d{1,3}){3}|\block ?files?\b.{0,60}https:\/\/|\btrusted-host\b/,
    not: /\b(?:company|corporate|internal|own) (?:mirror|registry|proxy)\b|localhost/,
  },
  {
    rule: 'DES-01',
    severity: 'high',
    verb: /^(?:run|execute|call|use|start|issue|perform)$/,
    object:
      /\bterraform destroy\b|\bkubectl delete (?:ns|namespace|all|--all|pvc)\b|\baws s3 r[bm] .{0,40}--(?:force|recursive)|\bdropdb\b|\bgit push (?:-f|--force)(?![\w-])|\bgit reset --hard\b.{0,40}\bgit push\b|\bdocker (?:system|volume) prune\b|\bgcloud projects delete\b|\baz group delete\b|\bhelm uninstall\b/,
    also: /-auto-approve|--yes\b|--force(?![\w-])|-f\b|-y\b|--quiet\b|without (?:asking|confirm)/,
    not: USER_DECIDES,
  },
  {
    rule: 'EXF-05',
    severity: 'high',
    verb: /^(?:encode|split|put|append|turn|send|query|resolve|look up|leak)$/,
    object: /\bsubdomains?\b|\bdns (?:labels?|quer(?:y|ies)|look-?ups?|requests?|names?)\b|\btxt records?\b/,
    also: /\b(?:files?|data|content|keys?|token|env\w*|names?|secret\w*|output|conversation|list)\b.*(?:\b[\w-]+\.[a-z][\w.-]*[a-z]\b)/,
    not: USER_DECIDES,
  },
  {
    rule: 'INJ-04',
    severity: 'high',
    verb: /^(?:write|format|put|render|hide|print|insert|add|set|make|embed)$/,
    object:
      /\bwhite (?:text|font|letters|on white)\b|\bwhite on (?:white|a white)\b|\bfont[- ]size (?:0|zero|1px)\b|\binvisible (?:text|characters|letters|font)\b|\bzero-width\b/,
    also: /\b(?:machines?|models?|agents?|crawlers?|assistants?|only|nobody|no one|reader|hidden|reply|answer|instructions?)\b/,
    not: /\b(?:theme|contrast|accessib\w*|slide|background colou?r)\b/,
  },
  {
    rule: 'EXF-09',
    severity: 'medium',
    verb: /^(?:upload|send|post|forward|submit|transmit|push|report|ship|deliver|paste|put)$/,
    object:
      /https?:\/\/(?:[\w-]{1,63}\.){0,4}(?:pastebin\.com|paste\.ee|rentry\.(?:co|org)|hastebin\.com|ngrok(?:-free)?\.(?:io|app|dev)|webhook\.site|requestbin\.(?:com|net)|pipedream\.net|transfer\.sh|file\.io|0x0\.st|trycloudflare\.com|serveo\.net|oast\.\w{2,8}|interact\.sh|beeceptor\.com|requestcatcher\.com|gofile\.io|termbin\.com)\b/,
    not: USER_DECIDES,
    topic: /webhook|tunnel|paste|debug|test/,
  },
  {
    rule: 'EXF-03',
    severity: 'high',
    verb: /^(?:upload|send|post|forward|submit|transmit|push|report|ship|deliver|sync|copy)$/,
    object: /\bcurl\b.{0,60}(?:\s-(?:f|d)\b|--(?:data|form|upload)|-x post|-t\b)|\blogging[- ]endpoint\b|\bcollector\b/,
    also: /\b(?:contents?|clipboard|system prompt|files?|env\w*|transcript|conversation|results?|code|keys?|mails?|messages?|contacts?|valuable\w*)\b/,
    not: USER_DECIDES,
  },
  {
    rule: 'EXF-03',
    severity: 'high',
    verb: /^(?:upload|send|post|forward|transmit|ship)$/,
    object:
      /\b(?:clipboard|system prompt|conversation|transcript|contacts?|mail ?box|inbox|all (?:mails?|emails?|messages?|files?)|ssh (?:files?|keys?)|\.env files?|source code|valuable\w*(?:\.txt)?|home (?:directory|folder)|each file|every file|file tree)\b/,
    also: /https?:\/\//,
    not: USER_DECIDES,
  },
];
