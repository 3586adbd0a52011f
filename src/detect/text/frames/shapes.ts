import { dataFile } from '../../../support/data-file.js';
import { lazily } from '../../../support/lazily.js';
import { isOfKnownMaker, isUserContent } from '../reading/maker-hosts.js';
import { isForeignHost, isStandIn, type Place, placesOf } from '../reading/places.js';
import { sparing } from '../reading/sparing.js';
import { CommandForms } from './command-forms.js';
import type { FrameScene } from './scene.js';

/** A thing that no language names otherwise: what an act is done to. */
export type ObjectShape = 'credential' | 'hostile-command' | 'script-address' | 'start-file' | 'markup' | 'guard-setting' | 'valued-place';
/** Where data, money or control would go. */
export type DestinationShape = 'foreign-place' | 'temporary-file';

const HOME = String.raw`(?:~|\$home|\$\{home\}|%userprofile%|%appdata%|/home/\w+|/users/\w+|/root)[\\/]`;
/** Settings that open nothing, public keys, and folders of skills, which may be read. */
const OPEN_DOT =
  '(?!(?:ssh/(?:authorized_keys2?|known_hosts|[\\w-]+\\.pub)|(?:bash|zsh|k|c|tcsh)(?:rc|_profile|env|_login)|profile|zprofile|gitconfig|vimrc|inputrc|tmux\\.conf|editorconfig|nvm|local/bin|cache/pip|(?:claude|codex|cursor|agents|gemini|copilot|openclaw|config/opencode)(?:/(?:skills|commands|agents|rules|plugins|prompts)\\b|/?(?=[\\s`\'")]|$)))(?:[\\s`\'",;:)/]|$))';
/** Folders of what a program makes, keeps for a while or shows, of programs that keep nothing else there. */
const PLAIN_FOLDER = String.raw`(?!(?!ssh|aws|azure|gnupg|kube|docker|mozilla|password-store|config\/gcloud|local\/share\/keyrings)[\w.-]+(?:[\\/][\w.-]+)*?[\\/](?:images?|media|pictures|photos|videos|audio|cache|logs?|te?mp|workspaces?|outputs?|exports?|downloads?|skills|plugins|extensions|themes|templates|models|datasets|fonts|docs|bin)(?:[\\/\s\`'")]|$))`;
const DOTTED_HOME = sparing(
  new RegExp(
    `${HOME}\\.${OPEN_DOT}${PLAIN_FOLDER}[\\w.-]+(?:[\\\\/][\\w.*-]+)+|${HOME}\\.${OPEN_DOT}[\\w-]*(?:rc|env|pass|credentials?|token|secrets?|key)\\b`,
  ),
);
/** Files by whose names programs keep what opens something, wherever they lie. */
const SECRET_FILE = sparing(
  /(?:^|[\s`'"“(\\/=@])(?:(?!(?:process|meta)\.env\b|\w+\.env(?:\.\w+)?!? ?(?:[=!]==?|\?|\|\||&&))[\w-]*\.env(?:\.(?!example|sample|template|dist)\w+)?(?![\w.-])|[\w.-]+\.(?:pem|p12|pfx|kdbx|jks|keystore|ovpn|ppk|tfstate)\b|id_(?:rsa|ed25519|ecdsa|dsa)\b(?!\.pub)|\.?git-credentials|credentials?(?:\.(?:json|db|xml|ya?ml|toml|ini|csv))?(?=[`'")\s]|$)(?<=[\\/.`][\w.-]*)|[\w-]*secrets?\.(?:ya?ml|json|toml|env|txt)|logins\.json|key4\.db|cookies\.sqlite|login data(?=`)|wallet\.dat|kubeconfig|\.netrc|_netrc|\.pypirc|\.pgpass|\.my\.cnf|\.htpasswd|tokens?\.(?:json|txt)|master\.key|service[-_]account[\w-]*\.json|auth\.json|keychain-db|\.vault-token)|\/etc\/(?:shadow|master\.passwd|krb5\.keytab|ssl\/private)|\/proc\/(?:self|\d+)\/environ|\/(?:var\/)?run\/secrets\//,
);
/** Programs that print what they keep: a program of that kind, or a verb of showing beside a secret. */
const SECRET_COMMAND = sparing(
  /^(?=(?:sudo )?[a-z][\w.-]*(?:\s|$))[^(){}@]*?(?:\b(?:show|get|read|print|reveal|list|ls|export|dump|lookup|view|find|describe|decrypt|fill|access|pull|fetch|cat)\b[^`]{0,40}(?:token|secret|passw|credential|private|keys?\b|login|vault|auth)|(?:token|secret|passw|credential|keychain|vault|auth|private-key|session)s?[:\s/-]{1,3}(?:show|get|read|print|reveal|list|export|dump|lookup|view|find|fill|access|create)|(?:^|[`\s|])(?:pass|gopass|lpass|op|bw|rbw|keyring|secret-tool|chamber|doppler|infisical|vault|sops|ansible-vault|security|keepassxc-cli)\s+(?:[\w-]+\s+){0,2}(?:show|get|read|lookup|list|ls|export|item|secrets|view|-d|decrypt|download|find-\S+|dump-\S+|clip)\b|print-\S*token|get-\S*token|get-login-password|export-credentials|--export-secret|\bprintenv\b|^env(?:\s*\||$)|\bgpg\s+--?export-secret|key=clear|config view --raw|-a -w\b|--show-secrets?|--reveal|--with-decryption|^env$)/,
);

/** Made when a text first asks: most have no command. */
const secretCommands = lazily(() => new CommandForms(dataFile('secret-commands.txt')));
const hostileCommands = lazily(() => new CommandForms(dataFile('hostile-commands.txt')));
const guardsOff = lazily(() => new CommandForms(dataFile('guard-settings.txt')));

/** Commands that hand the machine to somebody, or run what cannot be read. */
const TAKEOVER = sparing(
  /\/dev\/tcp\/|\b(?:nc|ncat|netcat)\b[^`]{0,60}\s-[a-z]*e\b|\|\s*(?:nc|ncat|netcat)\s|\bsocat\b[^`]{0,80}\bexec|\bmkfifo\b|base64 (?:-d|-decode|--decode|-di)\b[^`]{0,40}\|\s*(?:sudo\s+)?(?:ba|z|da|k)?sh|\bfrombase64string|powershell\b[^`]{0,60}\s-e(?:nc\w*)?\s|\bmshta\s+http|\bregsvr32\b[^`]{0,40}http|\bcertutil\b[^`]{0,40}-urlcache|\brundll32\b[^`]{0,60}http|:\(\)\s*\{|\b(?:import|require)\b[^`]{0,40}\bsocket\b[^`]{0,120}\b(?:dup2|subprocess|spawn|connect)\b|xxd -r[^`]{0,20}\|\s*(?:ba)?sh|\bfsockopen\s?\(|\btcpsocket\.(?:new|open)|\/inet\/(?:tcp|udp)\/|\bgetprotobyname\b|\bio::socket\b|\bsocket\.tcp\(|\|\s*ssh\s[^|`]{0,40}@/,
);
/** Commands that run what an address sends. */
const REMOTE_COMMAND = sparing(
  /\|\s*(?:sudo\s+)?(?:(?:ba|z|da|k|fi)?sh|iex|python3?|perl|node|ruby|php|deno|bun)\b|\b(?:exec|eval|iex|invoke-expression)\b.{0,60}(?:urlopen|request|http|download|iwr|irm|fetch)|(?:sh|bash|zsh) -c ["'`]?\s?["']?\$\((?:curl|wget)|<\((?:curl|wget)|(?:source|\.) <\(|\b(?:curl|wget|iwr|irm)\b.{0,120}(?:&&|;)\s*(?:sudo\s+)?(?:chmod|(?:ba|z)?sh|python3?|node|\.\/)|\bnpx\s+(?:-y\s+)?https?:|\bpip3? install (?:-\S+ )?https?:|\bdeno run\b[^`]{0,40}https?:/,
);
/** Programs in hidden folders, or that stay when the work is done. */
const HIDDEN_PROGRAM = sparing(
  new RegExp(`${HOME}\\.[\\w/.-]*/\\.[\\w/.-]+|\\bnohup\\s|\\bsetsid\\s|\\bdisown\\b|\\s&\\s*\`|/tmp/\\.\\S+|/var/tmp/\\S+|/dev/shm/\\S+`),
);
const START_FILE = sparing(
  /\.(?:gitconfig|(?:bash|zsh|k|c|tcsh)(?:rc|_?profile|env|login|_login|_logout)\b|z?profile\b|zshrc|zshenv|config\/(?:systemd|autostart|fish)|xinitrc|xprofile|xsession)|\/etc\/(?:rc\.local|rc\d?\.d|cron|profile|systemd|init|bash\.bashrc|environment|ld\.so\.preload|anacrontab)|\bcrontab\b|launch(?:agents|daemons)|\bstartup\b|\bautostart\b|currentversion\\run|\$profile\b|\.git\/hooks\/|\.husky\/|\bsitecustomize\b|\.pth\b|\.vscode\/tasks|\.devcontainer|winlogon|scheduled ?tasks?|\bschtasks\b/,
);
const SCRIPT_ADDRESS = sparing(
  /https?:\/\/[^\s`'"<>()]+\.(?:sh|bash|zsh|ps1|bat|cmd|py|pl|rb|js|mjs|exe|msi|pkg|dmg|run|bin|vbs|lua|jar|scr|apk|deb|rpm|appimage)(?=[\s`'"”»」)<.,;:?!。、]|$)/,
);
const VALUED_PLACE = sparing(
  new RegExp(
    `${HOME}(?:documents|desktop|pictures|library|photos|music|movies|videos|downloads|work|projects|src|code|repos|dev|backups?)\\b|(?:^|[\\s\`'"])(?:~|\\$home)/?(?=[\\s\`'",.;]|$)|\\bc:\\\\users\\b|\\b[cd]:\\\\(?=[\\s\`]|$)|/mnt/\\S+|/media/\\S+|/(?:srv|home|volumes|backups?)/\\w+|/var/(?:lib|backups|www|mail)/?\\S*`,
  ),
);
const GUARD_SETTING =
  /(?:realtimemonitoring|check_?permissions?|strict-?ssl|stricthostkeychecking|audit|ssl_?verify|verify_?ssl|tls_?verify|reject_?unauthorized|firewall|ufw|gatekeeper|spctl|csrutil|sandbox|two_?factor|2fa|mfa|safe_?mode|signature|setenforce|selinux|apparmor|defender|quarantine|confirm|approv|permission|guard|protect|enforce|require_?review)/;
/** Code that lets a stranger in, or sends away what the product keeps. */
const MARKUP = sparing(
  new RegExp(
    [
      /\beval\s*\((?:atob|unescape|decode|base64|request|input|req\.|q\.|location|\$_)|\bexec\s*\((?:base64|request|input|requests|urlopen|__import__)|os\.system\s*\(\s*(?:request|input|sys\.argv|f?["'](?:curl|wget|nc|bash))|(?:send|post|put|json|log|write|res)\w*\(\s*process\.env\s*\)|<(?:script|iframe|object|embed|form)\b[^>]*https?:\/\/|<(?:script|iframe|img)\b[^>]*src=["']?https?:[^>]*(?:width=["']?[01]\b|hidden|display:\s?none)|<img\b[^>]*https?:\/\/[^>]*\?\w+=|\$_(?:get|post|request)\b[^;]{0,40}\)|document\.cookie|sendbeacon\(\s*["'`]https?:|(?:subprocess|popen|spawn|exec)\w*\W{1,4}(?:["'](?:nc|bash|sh)["'],? ?["']-[a-z]*[lec])|\b(?:shell_exec|passthru|system)\s*\(\s*\$|pickle\.loads\s*\(\s*(?:request|requests|base64)|\bgrant all\b[^;]{0,60}to\b|if \w*(?:user|name|login|pass\w*|key)\w* ?===? ?["'][^"']{1,20}["'] ?:? ?(?:\{ ?)?return (?:true|1)|xmlhttprequest\b[^;]{0,60}https?:[^;]{0,80}(?:cookie|token|password)|verify\s*=\s*false/,
      // What came from outside is run.
      /\bnew function\s*\([^)]{0,80}(?:fetch|atob|req|request)|<\?php\s[^?]{0,40}(?:eval|system|assert|passthru|exec)\s*\(|\bexec(?:file|sync)?\s*\(\s*(?:req|request|q|params|body|input|argv)\b|\b(?:popen|run|call|check_output|exec)\s*\(\s*(?:req|request|params|args|form|input)\b|getruntime\(\)\.exec\(|yaml\.load\s*\(\s*(?:req|request|input)|unserialize\s*\(\s*\$_/,
      // Whoever knows a word gets in, or nobody is asked.
      /\bif\s?\(?\s?\w*(?:user|name|login|pass\w*|key|token|code)\w*\s?={1,3}\s?["'][^"']{1,24}["']\s?\)?\s?:?\s?\{?\s?(?:return|next|login|allow)|\b(?:use|get|all)\(\s?["']\/?[\w/-]{0,20}["'],?\s?\(?\w*[^)]{0,20}\)?\s?=>\s?next\(\)|process\.env\.\w*(?:bypass|skip|debug|backdoor|admin)\w*\s?&&/,
      // The same by its name.
      /\bback[ -]?doors?\b|\bhidden (?:log-?in|account|user|admin)|\bmaster password|(?:second|extra|secret) admin|hintertür|puerta trasera|porte dérobée|porta de serviço|porta dos fundos|porta sul retro|лазейк|бэкдор|чёрный ход|后门|バックドア|裏口|백도어|뒷문/,
      /\b(?:eval|system|assert|passthru|shell_exec)\s?\(\s?(?:\$_?(?:get|post|request|cookie|server)\b|params\b)|\|\s?safe\b|\.innerhtml\s?=\s?location|document\.write\(\s?unescape|redirect\(\s?(?:req|request)\.|create (?:role|user)\b[^;]{0,40}superuser|insert into (?:admins?|users)\b|role["']?\s?:\s?["']admin|admin\s?:\s?true|\.user\s?=\s?admin|(?:admin|master|support)_?(?:token|password|key)\s?=\s?["']|onerror\s?=/,
      // Cookies, tokens and passwords go out, or into a log.
      /(?:\.src|location(?:\.href)?|action)\s?=\s?["'`]https?:\/\/|(?:localstorage|sessionstorage)\b[^;]{0,60}(?:https?:|fetch\(|\bsend|\bpost|beacon|xmlhttp)|\b(?:log|info|debug|warn|print|write)\w*\(\s?[^)]{0,40}(?:passw|secret|token|process\.env)|set(?:interval|timeout)\([^)]{0,40}fetch\(\s?["'`]https?:|\bimport\b[^;]{0,40}["']https?:\/\/|\b(?:pre|post)?install["']?\s?:\s?["'][^\n]{0,80}(?:https?:|curl|wget|node -e)|readfile\w*\(\s?(?:req|request|q|params)\b/,
    ]
      .map(({ source }) => source)
      .join('|'),
  ),
);
/** Code that calls, or leads to, an address: whose it is decides. */
const CALLS_OUT = sparing(
  /<(?:a|link|meta|form|script|img|iframe)\b[^>]*https?:|\b(?:fetch|websocket|eventsource|urlopen|sendbeacon)\s?\(\s?["'`](?:https?|wss?):|\b(?:axios|requests|http|https|got|session)\s?(?:\(|\.(?:get|post|put|request)\()|require\(["']https?["']\)\.(?:get|request)/,
);
const TEMPORARY = sparing(/(?:\/tmp|\/var\/tmp|\/dev\/shm|%temp%|c:\\windows\\temp)[\\/]\.?[\w.-]+/);
const MESSENGER = sparing(
  /telegram|signal|discord|whats-?app|slack|wechat|matrix|\bline\b|viber|threema|skype|teams|mastodon|twitter|\birc\b|телеграм|вотсап|дискорд|电报|微信|テレグラム|텔레그램|카카오/,
);
const HANDLE = sparing(/(?:^|[^\w./@-])@(?!your|user|name|handle|example|someone|somebody|mention)[a-z]\w{2,31}(?![\w./(-])/);
const OTHER_SCHEME = sparing(
  /\b(?:s3|gs|az|abfss?|sftp|scp|smb|rsync|tcp|udp|mqtts?|xmpp|irc|tg|dav|webdav|nfs):\/\/[^\s`'"<>${]{3,}|\\\\[\w.-]+\\\w+|\bgit@(?!git(?:hub|lab)\.com|bitbucket\.org|codeberg\.org)[\w.-]+:\S+|\b\w+@[\w.-]+:[\w./~-]+/,
);

/** An address behind the words of a link is read up, not sent to. */
const LINK_TARGET = /(?:\]\(|(?:href|src|cite|xmlns(?::\w+)?)=["']?)\s*$|^<$|\s<$/;

/** What stands between back-ticks. */
function codeOf(text: string): string[] {
  return text.split('`').filter((_, index) => index % 2 === 1);
}

/** The commands of a text: what stands between back-ticks, or all of it. */
function commandsOf(text: string): string[] {
  return text.includes('`') ? codeOf(text) : [text];
}

/** A path of a credential kind, or a program that prints secrets. */
export function isCredential({ text }: FrameScene): boolean {
  return credentialAt(text) !== Number.POSITIVE_INFINITY;
}

let lastText = '';
let lastAt = Number.POSITIVE_INFINITY;

/** Where the first credential stands in a text; infinity where there is none. Each way of an act asks for the same text. */
export function credentialAt(text: string): number {
  if (text !== lastText) {
    lastText = text;
    lastAt = firstCredentialIn(text);
  }
  return lastAt;
}

/** What every credential is written with: a path, an ending, a back-tick, or a name of two parts. */
const NAMED = /[.`/\\_-]|\b(?:kubeconfig|credentials?|wallet)\b/;

/** What the reader fills in: its name says nothing of the command, `jobs get <job-key>`. */
const FILLED_IN = /<[a-z][\w -]{0,40}>/g;

function firstCredentialIn(text: string): number {
  if (!NAMED.test(text)) return Number.POSITIVE_INFINITY;
  const places = [SECRET_FILE, DOTTED_HOME].flatMap((shape) => shape.exec(text)?.index ?? []);
  const command = codeOf(text).find((code) => SECRET_COMMAND.test(code.replace(FILLED_IN, '_')) || secretCommands().isIn(code));
  return Math.min(...places, ...(command === undefined ? [] : [text.indexOf(command)]), Number.POSITIVE_INFINITY);
}

/** Before an address that something comes from, or that is looked up. */
const SOURCE =
  /(?<!\p{L})(?:from|via|von|vom|aus|desde|depuis|dal|dalla|с|со|из|从|從|自|at|on|see|visit|open|docs?|bei|siehe|unter|öffnen?|besuchen?|visit[ae][rz]?|consult[ae][rz]?|abr[ae]|abrir|ouvr(?:e|ez|ir)|apri(?:re)?|véase|vea|veja|vedi|voir|acesse|acced[ae] a|accédez à|см\.|смотрите|откройте|посетите|перейдите (?:на|по)|по (?:ссылке|адресу)|в разделе):?\s?[`"'“«<(*]{0,3}$|(?:访问|訪問|前往|打开|打開|参见|参考|查看|详见|登录)\s?[`"'“«<(*]{0,3}$/u;
/** A label that says where something is had: "Get API keys: https://…". */
const WHERE_TO_GET =
  /^(?![^:]*\b(?:send|post|upload|submit|forward|report|ship|push|deliver)\b)\W*(?:where to )?(?:get|obtain|find|check|track|look up|browse|create|generate|request|manage|view|sign up for|register|obtener|conseguir|crear|generar|obtenir|créer|générer|ottenere|ottieni|creare|obter|obtenha|criar|gerar|erhalten|erstellen|beantragen)\b[^:.;,\n]{1,40}:[*_\s]{0,4}[<`]?\[?$|^\P{L}*(?:(?:获取|申请|创建|生成|注册)[^:.;,\n]{1,20}|[^:.;,\n]{1,20}(?:取得|作成|発行|発行先|取得先|발급|발급처|생성|获取|申请)):[*_\s]{0,4}<?\[?$/u;
/** Behind an address, in languages that say so there. */
const SOURCE_BEHIND =
  /^[^\s]*?[`"'”»>)*]{0,3}\s?(?:から|にアクセス|を(?:開|参照|訪)|에서|로부터|에 접속|을 (?:열|방문|참조)|를 (?:열|방문|참조))/u;

/** An address, mailbox, handle, phone or account that is not the subject's own. */
export function isOutward(scene: FrameScene): boolean {
  return isOfAnotherKind(scene) || hasForeignPlace(scene, () => true);
}

/** Neither web nor mail: another protocol, or a handle of a messenger. */
function isOfAnotherKind({ text }: FrameScene): boolean {
  return OTHER_SCHEME.test(text) || (HANDLE.test(text) && MESSENGER.test(text));
}

/** The same for an address that something goes to: none that it is said to come from. */
export function isSentTo(scene: FrameScene): boolean {
  const { text } = scene;
  if (isOfAnotherKind(scene)) return true;
  return hasForeignPlace(
    scene,
    ({ at, value }) =>
      !SOURCE.test(text.slice(Math.max(0, at - 24), at)) &&
      !WHERE_TO_GET.test(text.slice(0, at)) &&
      !SOURCE_BEHIND.test(text.slice(at + value.length, at + value.length + 12)),
  );
}

/** The same for what a script can be fetched from: no handle, mailbox or account. */
export function isServedOutside(scene: FrameScene): boolean {
  return OTHER_SCHEME.test(scene.text) || hasForeignPlace(scene, ({ kind }) => kind === 'url' || kind === 'ip');
}

function hasForeignPlace({ document, text }: FrameScene, meant: (place: Place) => boolean): boolean {
  return placesOf({ text }).some((place) => {
    const { kind, host, address, at } = place;
    if (!meant(place)) return false;
    if (LINK_TARGET.test(text.slice(Math.max(0, at - 24), at)) || (kind === 'mail' && !/\.[a-z]{2,}$/.test(host))) return false;
    if (kind === 'phone' || kind === 'account') return true;
    if (host === '' || !isForeignHost(host, document.subject) || isStandIn(place)) return false;
    return !isOfKnownMaker(host) || isUserContent(host, address);
  });
}

/** A command that hands the machine over, or that runs what a foreign address sends. */
export function isHostileCommand(scene: FrameScene): boolean {
  const { text } = scene;
  return (
    TAKEOVER.test(text) || (REMOTE_COMMAND.test(text) && isOutward(scene)) || commandsOf(text).some((code) => hostileCommands().isIn(code))
  );
}

export const isHiddenProgram = ({ text }: FrameScene) => HIDDEN_PROGRAM.test(text);
export const isStartFile = ({ text }: FrameScene) => START_FILE.test(text);
export const isScriptAddress = ({ text }: FrameScene) => SCRIPT_ADDRESS.test(text);
export const isValuedPlace = ({ text }: FrameScene) => VALUED_PLACE.test(text);
export const isGuardSetting = ({ text }: FrameScene) => codeOf(text).some((code) => GUARD_SETTING.test(code) || guardsOff().isIn(code));
/** A setting or an option that itself switches a protection off. */
export const isGuardOff = ({ text }: FrameScene) => codeOf(text).some((code) => guardsOff().isIn(code));
export const isMarkup = (scene: FrameScene) =>
  MARKUP.test(scene.text) || isGuardOff(scene) || (CALLS_OUT.test(scene.text) && isOutward(scene));
export const isTemporary = ({ text }: FrameScene) => TEMPORARY.test(text);
