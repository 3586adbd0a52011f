import type { GuardedSetting } from '../events.js';
import { marksOf, UNKNOWN_PART, type Value } from '../value.js';
import { ownFile } from '../world.js';
import { lowersProtection } from './registry-values.js';
import type { CommandInput, ShellState } from './state.js';

/** Command lines that change protective settings, by the setting. */
const SETTINGS: readonly (readonly [GuardedSetting, RegExp])[] = [
  [
    'protection',
    /^(?:(?:\S*\/)?spctl --(?:master|global)-disable|(?:\S*\/)?socketfilterfw --setglobalstate off|csrutil disable|ufw disable|setenforce 0|ip6?tables -F|nft flush ruleset|pfctl -d|defaults write \S*com\.apple\.LaunchServices LSQuarantine -bool (?:no|false)|bcdedit \/set .*(?:testsigning on|nointegritychecks on)|set-executionpolicy .*-scope localmachine.*unrestricted|set-mppreference .*-disable\w+ (?:\$true|1)|add-mppreference .*-exclusion(?:path ['"]?[a-z]:\\?['"]?$|process|extension)|set-netfirewallprofile .*-enabled (?:\$?false|0)|netsh advfirewall set \w+ state off)/i,
  ],
  [
    'protection',
    /^(?:systemctl (?:stop|disable|mask)|launchctl (?:unload|bootout|disable)|service|sc (?:stop|delete)|pkill|killall)\b.*(?:edr|antivirus|falcon|crowdstrike|defender|sentinel|clamav|clamd|ufw|firewalld?|apparmor|auditd|carbonblack|sophos|mcafee|osquery)/i,
  ],
  ['protection', /^xattr -[a-z]*d[a-z]* com\.apple\.quarantine|^xattr -[a-z]*c\b/],
  [
    'registry',
    /^(?:npm|pnpm|yarn)\b.*\b(?:config )?set (?:@[\w-]+:)?(?:registry|npmRegistryServer)[ =]\S+|^(?:npm|pnpm|yarn)\b.*--registry[ =]\S+/i,
  ],
  ['registry', /^(?:pip3?|uv|python3? -m pip)\b.*(?:--index-url|--extra-index-url|-i|index-url)[ =]\S+/],
  [
    'tls',
    /^(?:npm|yarn|pnpm) config set (?:strict-ssl|enableStrictSsl)[ =]false|^git config\b.*http\.sslverify false|^(?:pip3?|uv)\b.*--trusted-host/i,
  ],
  [
    'root',
    /^chmod\b.*\b(?:777|a\+rwx|o\+w)\b.*\s\/(?:etc|usr|bin|var|lib|\s|$)|^chmod\s(?:-\S+\s)*(?:\w*\+s|[4-7]7\d\d)\s|^docker\b.*\srun\b.*\s(?:-v|--volume)[ =][\x22']?\/:\/(?!\S*:(?:\w+,)*ro\b)/,
  ],
  [
    'account',
    /^(?:useradd|adduser)\b(?=.*(?:\s-\w*[pG]\b|--(?:password|groups)\b|\s-\w*u 0\b|\s(?:sudo|wheel|admin|root)\b))(?!.*(?:nologin|\/bin\/false|\s-\w*[rSD]\b|--system|--disabled-password))/,
  ],
  [
    'account',
    /^(?:net1? user \S+ \S+ \/add|net1? localgroup \S+ \S+ \/add|(?:new-localuser|add-localgroupmember)\b|dscl \. -create \/users|usermod -\w*a?G\w* (?:sudo|wheel|admin))/i,
  ],
  ['access', /^reg(?:\.exe)? add\b.*fDenyTSConnections\b.*\/d 0\b|^set-itemproperty\b.*fdenytsconnections\b.*\b0\b/i],
  [
    'access',
    /^(?:autossh|ssh)\b.*\s-\w*R\s?(?:\S+:)?(?:\d+\s|\d+:(?:localhost|127\.0\.0\.1):(?:22|3389|5900)\b)|^(?:ngrok tcp|bore local|inlets-pro tcp client) (?:22|3389|5900)\b|^cloudflared tunnel\b.*\b(?:ssh|tcp|rdp):\/\/|^chisel client\b.*\bR:|^tmate\b.*-F|^(?:vncserver|x11vnc)\b.*-nopw/,
  ],
  [
    'access',
    /^(?:aws iam (?:create-user|create-login-profile|attach-(?:user|role|group)-policy\b.*AdministratorAccess|put-user-policy)|kubectl create clusterrolebinding\b.*cluster-admin|gh (?:repo deploy-key|ssh-key) add|gcloud projects add-iam-policy-binding\b.*roles\/owner)/,
  ],
  [
    'redirected',
    /^git config\b.*\burl\.\S+\.insteadof\b|^git config\b.*\b(?:http\.proxy|core\.sshcommand|credential\.helper) ['"]?\S*(?:https?:\/\/|curl|nc )/i,
  ],
  [
    'history',
    /^(?:remove-item \(get-psreadlineoption\)|history -c|unset histfile|set \+o history|clear-history|wevtutil cl|journalctl --vacuum-time=1s)/i,
  ],
  // What the machine, a forge or a cloud keeps to go back to, and everything of it.
  [
    'wiped',
    /^(?:vssadmin(?:\.exe)? delete shadows|wmic shadowcopy delete|wbadmin(?:\.exe)? delete (?:catalog|systemstatebackup|backup)|bcdedit(?:\.exe)? \/set .*recoveryenabled no|tmutil (?:deletelocalsnapshots \/|delete -a)|(?:get-ciminstance|get-wmiobject|gwmi) .*win32_shadowcopy\b.*(?:remove|delete)|remove-(?:ciminstance|wmiobject) .*shadowcopy)/i,
  ],
  [
    'wiped',
    /^(?:gh repo delete\b.*--(?:yes|confirm)|glab repo delete\b.*-y|aws s3 rb\b.*--force|gsutil -m rm -r gs:\/\/[^/]+\/?$|az group delete\b.*(?:-y|--yes)|gcloud projects delete\b.*(?:-q|--quiet)|kubectl delete (?:ns|namespaces?|all) --all\b)/,
  ],
  ['approval', /--dangerously-skip-permissions|--yolo\b|--dangerously-bypass-approvals-and-sandbox|--trust-all-tools/],
  ['service', /^(?:systemctl (?:--user )?enable|launchctl (?:load|bootstrap|submit)|update-rc\.d|schtasks \/create|reg add .*\\run\b)/i],
];

/** The effect of one program's command on the system; `line` is the whole command line. */
type SystemEffect = (command: CommandInput, state: ShellState, line: string) => void;

const EFFECTS: readonly (readonly [program: RegExp, effect: SystemEffect])[] = [
  [/^(?:rm|srm|shred|rmdir)$/, removed],
  [/^find$/, foundAndRemoved],
  [/^(?:mkfs|dd$)/, overwritten],
  [/^(?:lvcreate|cryptsetup|mdadm)$/, volumeMade],
  [/^(?:ssh|autossh|ngrok|cloudflared|lt|localtunnel|bore|npx)$/, tunnelled],
  [/^sed$/, edited],
  [/^crontab$/, scheduled],
  [/^(?:at|batch)$/, scheduled],
  [/^(?:npx|bunx|pnpm|yarn|npm|uvx|uv|pipx|pip3?|deno|bun|go|gem|cargo)$/, packaged],
  [/^reg(?:\.exe)?$/, registered],
  [/^schtasks(?:\.exe)?$/, timed],
  [/^python[\d.]*$/, served],
  [/^(?:ttyd|gotty|wetty|shellinaboxd?)$/, shellServed],
  [/^python[\d.]*$/, packaged],
  [/^git$/, hooked],
  [/^(?:cp|mv|ln|install)$/, placed],
  [/^chpasswd$/, passwordSet],
  [/^(?:gh|git)$/, remoteEmptied],
];

/** Records deletions, start-up entries and protective settings that a command changes. */
export function runSystem(command: CommandInput, state: ShellState): void {
  const { name, args, at } = command;
  const line = [name, ...args.map((arg) => arg.shape)].join(' ');
  for (const [program, effect] of EFFECTS) if (program.test(name)) effect(command, state, line);
  for (const what of settingsOf(line)) state.emit({ kind: 'setting', at, what, text: line, guarded: state.guarded });
}

/** The protective settings that a command line changes. */
export function settingsOf(line: string): GuardedSetting[] {
  const found = SETTINGS.flatMap(([what, pattern]) => (pattern.test(line) ? [what] : []));
  return lowersProtection(line) && !found.includes('access') ? ['protection', ...found] : found;
}

/** True for a search that is limited by age, or by names that people do not give their own files. */
export function isNarrow(line: string): boolean {
  const chosen = line.replace(SPARED, ' ');
  return (
    /-(?:mtime|size|empty|newer|mmin|atime|maxdepth 0)\b/.test(chosen) ||
    (/-(?:i?name|i?path|regex)\b/.test(chosen) && !OWN_FILES.test(chosen))
  );
}

/** Names that a search leaves alone: all others are many. */
const SPARED = /(?:!|-not)\s+-i?(?:name|path)\s+\S+/g;

/** Names of files that people make themselves. */
const OWN_FILES = /\*\.(?:docx?|xlsx?|pptx?|odt|ods|pdf|jpe?g|heic|mov|mp4|psd|key|pages|numbers|sqlite)\b/i;

const VALUED = /^(?:--registry|-i|--index-url|--extra-index-url|-f|--find-links|--trusted-host|--proxy)$/;

/** A package from an address instead of a registry: whoever serves it decides what runs. */
function packaged({ name, args, at }: CommandInput, state: ShellState, line: string): void {
  if (name.startsWith('python') && !/ -m pip /.test(line)) return;
  if (!/^(?:npx|bunx|uvx)\b|\b(?:dlx|exec|run|install|add|i|x|get)\b/.test(line)) return;
  const address = args.find(
    (arg, index) =>
      /^(?:git\+)?https?:\/\/.*(?:\.(?:tgz|tar\.gz|zip|whl|git|m?[jt]s|gem)(?:[#@?].*)?$)/.test(arg.shape) &&
      !VALUED.test(args[index - 1]?.shape ?? ''),
  );
  if (address === undefined) return;
  const label = address.shape.replace(/^git\+/, '');
  state.emit({
    kind: 'run',
    at,
    how: 'shell',
    text: `${name} ${label}`,
    marks: [{ source: 'fetched', label }],
    assembled: false,
    guarded: state.guarded,
  });
}

function registered({ at }: CommandInput, state: ShellState, line: string): void {
  if (/\badd\b.*currentversion[\\/]run/i.test(line))
    state.emit({ kind: 'write', at, path: '\\currentversion\\run', text: line, marks: [] });
}

function timed({ at }: CommandInput, state: ShellState, line: string): void {
  if (/\/create\b/i.test(line)) state.emit({ kind: 'write', at, path: 'crontab', text: line, marks: [] });
}

/** A web server over somebody's whole home. */
function served({ args, at }: CommandInput, state: ShellState, line: string): void {
  if (!/-m http\.server\b/.test(line)) return;
  const folder = args[args.findIndex(({ shape }) => /^(?:-d|--directory)$/.test(shape)) + 1]?.shape;
  const root = /(?:-d|--directory)\b/.test(line) ? folder : state.folder;
  if (root !== '~' && root !== '/') return;
  if (/--bind[ =](?:127\.0\.0\.1|localhost)/.test(line)) state.served = root;
  else state.emit({ kind: 'setting', at, what: 'exposed', text: `${root} is served to the network` });
}

/** A terminal in the browser. */
function shellServed({ args }: CommandInput, state: ShellState): void {
  if (args.some(({ shape }) => /(?:^|\/)(?:ba|z|fi)?sh$|(?:^|\/)login$/.test(shape))) state.served = 'a shell of this machine';
}

/** What is served to this machine alone is served to all by a tunnel. */
function tunnelled({ at }: CommandInput, state: ShellState, line: string): void {
  if (
    state.served === undefined ||
    !/^(?:(?:auto)?ssh\b.*\s-R|ngrok http|cloudflared tunnel|(?:npx )?(?:lt|localtunnel)\b|bore local)/.test(line)
  )
    return;
  state.emit({ kind: 'setting', at, what: 'exposed', text: `${state.served} is served through ${line.slice(0, 80)}` });
}

/** A search that deletes everything it finds; one limited by name or age is housekeeping. */
function foundAndRemoved({ args, at }: CommandInput, state: ShellState, line: string): void {
  if (!/-delete\b|-exec(?:dir)?\s+(?:sudo\s+)?(?:rm|shred)\b|-exec(?:dir)?\s+(?:sudo\s+)?gpg2?\b.*\s-exec/.test(line)) return;
  if (isNarrow(line)) return;
  for (const root of rootsOf(args, state)) state.emit({ kind: 'delete', at, path: root, guarded: state.guarded });
}

function overwritten({ name, at, args }: CommandInput, state: ShellState, line: string): void {
  if (name === 'dd')
    for (const { shape, marks } of args)
      for (const { source, label } of shape.startsWith('of=') ? marks : [])
        if (source === 'files' && label.startsWith('~')) state.emit({ kind: 'delete', at, path: `${label}/*`, guarded: state.guarded });
  const disk = name === 'dd' ? /\bof=(\/dev\/(?:sd|nvme|disk|hd)\S*)/.exec(line)?.[1] : formatted(args, state);
  if (disk !== undefined) state.emit({ kind: 'delete', at, path: disk, guarded: state.guarded });
}

/** The device that is formatted, `/` where only the running script knows; undefined for a file and what lives in memory. */
function formatted(args: CommandInput['args'], { volumes = [] }: ShellState): string | undefined {
  const target = (args.find(({ shape }) => shape.startsWith('/dev/')) ?? args.at(-1))?.shape ?? '';
  if (target.includes(UNKNOWN_PART)) return '/';
  if (!/^\/dev\/(?!loop|z?ram)/.test(target)) return undefined;
  const name = target.slice(target.lastIndexOf('/') + 1);
  return volumes.includes(name) || volumes.includes(name.slice(name.indexOf('-') + 1)) ? undefined : target;
}

function volumeMade({ args }: CommandInput, state: ShellState, line: string): void {
  if (!/^(?:lvcreate|mdadm (?:--create|-C)|cryptsetup (?:luksopen|open))\b/i.test(line)) return;
  state.volumes = [...(state.volumes ?? []), ...args.flatMap(({ shape }) => shape.split('/'))];
}

function scheduled({ args, at, stdin }: CommandInput, state: ShellState): void {
  if (args.length > 0 && !args.some((arg) => arg.shape === '-' || !arg.shape.startsWith('-'))) return;
  state.emit({ kind: 'write', at, path: 'crontab', text: stdin.shape, marks: stdin.marks });
}

function hooked({ at }: CommandInput, state: ShellState, line: string): void {
  if (/^git config\b.*\bcore\.hookspath \S/i.test(line)) state.emit({ kind: 'write', at, path: '.git/hooks/', text: line, marks: [] });
}

/** Everything that a list names is deleted on the forge. */
function remoteEmptied({ args, at, piped }: CommandInput, state: ShellState, line: string): void {
  const all = piped && /^(?:gh (?:release|repo) delete\b|git push\b.*\s(?:--delete|-d|:))/.test(line) && args.length > 0;
  if (all && (state.guarded || line.startsWith('gh')))
    state.emit({ kind: 'setting', at, what: 'wiped', text: line, guarded: state.guarded });
}

/** `sed -i script file`: the file is changed in its place. */
function edited({ args, at }: CommandInput, state: ShellState): void {
  if (!args.some(({ shape }) => /^-\w*i|^--in-place/.test(shape))) return;
  const [script, ...files] = args.filter(({ shape }) => !shape.startsWith('-'));
  for (const { shape: path } of files)
    state.emit({ kind: 'write', at, path, text: script?.shape ?? UNKNOWN_PART, marks: script?.marks ?? [] });
}

/** A login whose password everybody knows who reads this. */
function passwordSet({ stdin, at }: CommandInput, state: ShellState): void {
  const [, login] = /^\s*([\w.-]+):[^\s\uFFFC$]{3,}\s*$/m.exec(stdin.shape) ?? [];
  if (login !== undefined) state.emit({ kind: 'setting', at, what: 'account', text: `chpasswd ${login}:…` });
}

function placed({ args, at }: CommandInput, state: ShellState): void {
  const [target, ...sources] = args.filter(({ shape }) => !shape.startsWith('-')).reverse();
  if (target === undefined || args.length < 2) return;
  const contents = sources.flatMap(({ shape }) => state.world.files.get(shape) ?? ownFile(shape, state.world) ?? []);
  state.emit({ kind: 'write', at, path: target.shape, text: contents[0]?.shape ?? UNKNOWN_PART, marks: marksOf(contents) });
}

/** The folders that a `find` starts from: its words before the first test. */
function rootsOf(args: CommandInput['args'], { folder }: ShellState): string[] {
  const first = args.findIndex((arg) => /^[-(!]/.test(arg.shape));
  const roots = args.slice(0, first === -1 ? args.length : first).flatMap(pathsOf);
  return roots.map((root) => (/^\.\/?$/.test(root) && folder === '~' ? '~/*' : root));
}

function removed({ args, at, name }: CommandInput, state: ShellState): void {
  for (const { source, label } of args.flatMap(({ marks }) => marks))
    if (source === 'files' && label.startsWith('~')) state.emit({ kind: 'delete', at, path: `${label}/*`, guarded: state.guarded });
  const deep = name !== 'rm' || args.some((arg) => /^-[a-zA-Z]*[rRf]|^--recursive/.test(arg.shape));
  if (!deep) return;
  const whole = name !== 'rm' || args.some((arg) => /^-[a-zA-Z]*[rR]|^--recursive/.test(arg.shape));
  // Without folders nothing at the root goes; such a path is a variable that is filled later.
  for (const given of args.flatMap(pathsOf)) {
    const path = /^(?:\.\/)?\*$/.test(given) && state.folder === '~' ? '~/*' : given;
    if (!path.startsWith('-') && (whole || !/^\/\*?$/.test(path))) state.emit({ kind: 'delete', at, path, guarded: state.guarded });
  }
}

/** A word, or each of those that a loop's variable stands for. */
function pathsOf({ shape, items }: Value): string[] {
  return items === undefined ? [shape] : items.map((item) => item.shape);
}
