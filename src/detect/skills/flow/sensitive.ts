import { type DataSource, type Mark, UNKNOWN_PART } from './value.js';

/**
 * Paths with secret or private content, by the data source that reading them is. Paths are written with `~` for home.
 */
const PATHS: readonly (readonly [DataSource, RegExp])[] = [
  [
    'wallet',
    /wallet\.dat|\bseed(?:_?phrase)?\.txt|mnemonic|\.electrum|\bexodus\b|local extension settings|metamask|\bphantom\b|\.bitcoin\b|\.ethereum\b|\/solana\/id\.json|\.config\/solana/i,
  ],
  [
    'browser',
    /login data|\bcookies(?:\.sqlite|\.binarycookies)?$|(?:chrome|chromium|brave|(?:^|microsoft|[/\\ -])edge|firefox|safari|opera(?!t)|vivaldi)[^\n]{0,80}(?:cookies|web data|local state|history|logins\.json|key[34]\.db|[/\\.*](?:profiles?|default))|\b(?:logins\.json|key[34]\.db|cookies\.sqlite)\b/i,
  ],
  ['keychain', /\/keychains\/|login\.keychain|\.password-store|\.kdbx$|\.local\/share\/keyrings|credential manager/i],
  ['secret', /(?:^|[/\\])\.ssh(?:[/\\](?!known_hosts|config$|authorized_keys)[^\s]*)?$|\bid_(?:rsa|dsa|ecdsa|ed25519)\b(?!\.pub)/i],
  [
    'secret',
    /(?:^|[/\\])\.(?:aws|azure|gnupg|oci)(?:[/\\]|$)|gcloud(?:[/\\]|$)|application_default_credentials|(?:^|[/\\])\.kube(?:[/\\]config)?(?:[/\\]|$)|\.docker[/\\]config\.json/i,
  ],
  ['secret', /(?:^|[/\\])\.(?:npmrc|pypirc|netrc|git-credentials|pgpass|my\.cnf|vault-token|boto|s3cfg|dockercfg|yarnrc\.yml)$/i],
  [
    'secret',
    /\.config[/\\]gh(?:[/\\]|$)|[/\\]gh[/\\]hosts\.yml|\.config[/\\](?:hub|rclone|op|doctl|glab-cli|stripe|heroku|containers[/\\]auth)|\.(?:cargo|gem|terraform\.d)[/\\]credentials/i,
  ],
  ['secret', /(?:^|\.\.)\/etc\/(?:shadow|gshadow)|\/proc\/(?:self|\d+)\/environ|ntds\.dit|(?:^|[/\\])(?:sam|security)\.(?:hive|save)/i],
  ['secret', /\.(?:bash|zsh|python|node_repl|psql|mysql)_history$|consolehost_history/i],
  [
    'secret',
    /\.claude(?:\.json|[/\\]\.credentials)|\.codex[/\\]auth\.json|\.openclaw[/\\](?!workspace[/\\][\w\uFFFC/\\ -]*\.(?:pptx?|docx?|xlsx?|pdf|png|jpe?g|gif|webp|svg|mp[34]|wav)$)|\.gemini[/\\]oauth|\.config[/\\]github-copilot|\.cursor[/\\]mcp\.json|claude_desktop_config\.json/i,
  ],
  // Any tool's own secrets below home: `~/.tool/.env`, `~/.config/tool/token`.
  [
    'secret',
    /^~[/\\](?:\.|AppData|Library)[\w.\uFFFC*/\\ -]{0,120}[/\\](?:[\w.-]{0,40}[_.-])?(?:credentials?|secrets?|tokens?|auth|oauth|apikeys?|api[_-]keys?|keys?|session|passwd|passwords?)(?:\.(?:json|ya?ml|toml|txt|db|ini|env|enc|cfg))?$/i,
  ],
  [
    'secret',
    /(?:^|[/\\*])\.env(?:\.(?!example|sample|template|dist|defaults?)[\w*-]+|\*)?$|(?:^|[/\\])secrets?\.(?:json|ya?ml|toml|env)$/i,
  ],
  ['secret', /\*\.(?:pem|p12|pfx|key|keystore|jks|kdbx)$|(?:^|[/\\])credentials(?:\.json|\*)?$/i],
];

/** Folders of a person's own files, whole. */
const PERSONAL =
  /^~(?:\/?|\/(?:Documents|Desktop|Pictures|Downloads|Movies|Videos|Music|Library|OneDrive|Dropbox|Projects|src|work)(?:\/.{0,80})?)$/;

/** The source that copying a folder of a person's own files is. */
export function personalFolders(path: string): Mark[] {
  const plain = homeShape(path);
  return PERSONAL.test(plain) ? [{ source: 'files', label: plain }] : [];
}

/** Folders that a build makes, or that are the program's own. */
const MADE =
  /^(?:\.\/)?(?:dist|build|out|output|target|public|_site|site|docs?|release|pkg|package|bundle|artifacts?|coverage|node_modules|assets|static|www|src|lib|bin|app|charts?|templates?|scripts?|tests?)(?:\/.*)?$/i;

/** The source that packing or copying a folder of the user's work is: the folder that a script works in, or one that it is given. */
export function workingFolders(path: string): Mark[] {
  const plain = path.replace(/^["']|["']$/g, '');
  if (/^(?:\.|\.\/|\$PWD\/?|\$\(pwd\)\/?)$/.test(plain)) return [{ source: 'files', label: 'the working folder' }];
  const isFolder = /^(?:\.\/)?[\w\uFFFC][\w\uFFFC/-]*$/.test(plain) && !plain.startsWith('/');
  return isFolder && !MADE.test(plain) ? [{ source: 'files', label: `the folder ${plain.replaceAll(UNKNOWN_PART, '…')}` }] : [];
}

const METADATA =
  /\b169\.254\.169\.254\b|metadata\.google\.internal|fd00:ec2::254|100\.100\.100\.200|169\.254\.170\.2|\/\/(?:2852039166|0xa9fea9fe|0251\.0376\.0251\.0376)\b|\/latest\/(?:meta-data|user-data|api\/token|dynamic\/instance-identity)\b|\/computemetadata\/v1|\/metadata\/(?:instance|identity\/oauth2)\b/i;

/** The data source that reading a path is; undefined for ordinary files, including templates and public keys. */
export function sourceOfPath(path: string): DataSource | undefined {
  const plain = homeShape(path.trim());
  if (plain.length < 4 || plain.length > 400 || /\.(?:pub|example|sample|template)$/i.test(plain)) return undefined;
  return PATHS.find(([, pattern]) => pattern.test(plain))?.[0];
}

/** True for an address of a cloud machine's credential service. */
export function isMetadata(address: string): boolean {
  return METADATA.test(address);
}

/** Replaces all spellings of the home folder by `~`. */
export function homeShape(path: string): string {
  return path.replace(
    /^(?:\$\{?HOME\}?|%USERPROFILE%|%APPDATA%|\$env:(?:USERPROFILE|HOME|APPDATA|LOCALAPPDATA)|\/home\/[\w-]+|\/Users\/[\w-]+|\/root|[A-Z]:[/\\]Users[/\\][^/\\*]+)(?=[/\\]|$)/i,
    '~',
  );
}

/** True for names of variables that hold a secret. */
export function isSecretName(name: string): boolean {
  return (
    /(?:^|[_-])(?:TOKEN|SECRET|PASSWORD|PASSWD|PASS|CREDENTIALS?|PRIVATE_?KEY|API_?KEY|ACCESS_?KEY|AUTH|PAT|KEY)(?:[_-]|S?$)/i.test(name) &&
    !/(?:PUBLIC|_URL$|_PATH$|_FILE$|_ID$|KEYBOARD|MONKEY)/i.test(name)
  );
}

/** Commands with private output, by name and a pattern for their arguments. */
const COMMANDS: readonly (readonly [DataSource, RegExp, RegExp])[] = [
  ['environment', /^(?:env|printenv|export|set|declare)$/, /^(?:-0|--null|-p|)$/],
  ['clipboard', /^(?:pbpaste|xclip|xsel|wl-paste|get-clipboard|powershell)$/i, /^$|-o\b|--output|get-clipboard|sel/i],
  ['screen', /^(?:screencapture|scrot|grim|import|gnome-screenshot|maim|spectacle)$/, /./],
  ['keychain', /^(?:security)$/, /^(?:find-(?:generic|internet)-password|dump-keychain|export)\b/],
  ['keychain', /^(?:secret-tool)$/, /^(?:lookup|search)\b/],
  ['keychain', /^(?:cmdkey|vaultcmd)$/i, /list/i],
  ['secret', /^git$/, /^credential fill\b|^credential-/],
  ['secret', /^(?:gh)$/, /^auth token\b/],
  ['secret', /^(?:gcloud)$/, /^auth print-(?:access|identity)-token|application-default print/],
  [
    'secret',
    /^aws$/,
    /^(?:iam create-access-key|iam create-login-profile|sts (?:get-session-token|get-federation-token)|configure export-credentials|configure get \S*(?:secret|key|token))/,
  ],
  ['secret', /^kubectl$/, /^(?:get secrets?\b.*-o|config view.*--raw|create token)/],
  [
    'secret',
    /^(?:vault|op|bw|lpass|pass|chamber|doppler|infisical)$/,
    /^(?:read|kv get|print token|item get|document get|get|show|export|secrets (?:download|get))\b/,
  ],
  ['secret', /^az$/, /^(?:account get-access-token|keyvault secret show|acr login.*--expose-token)/],
  [
    'secret',
    /^(?:heroku|flyctl|fly|doctl|glab|npm|vercel|netlify)$/,
    /^(?:auth[: ]token|auth status --show-token|token create|auth print)/,
  ],
  ['secret', /^docker-credential-\w+$/, /^get/],
  ['secret', /^gpg2?$/, /--export-secret-keys/],
  ['identity', /^(?:hostname|whoami|id|uname|ifconfig|ipconfig|ip|sw_vers|system_profiler|systeminfo|hostnamectl|lsb_release)$/, /^/],
];

/** The data source that a command's output is. `args` are its arguments joined by blanks. */
export function sourceOfCommand(name: string, args: string): DataSource | undefined {
  return COMMANDS.find(([, command, rest]) => command.test(name) && rest.test(args))?.[0];
}
