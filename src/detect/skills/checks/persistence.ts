import { hitSeverity, judgeText } from '../../text/judge.js';
import { isFilledIn } from '../../text/reading/places.js';
import type { FlowEvent } from '../flow/events.js';
import type { CodeHit, FlowCheck, TracedCode } from './hits.js';
import { outsideHost } from './hosts.js';

type Write = FlowEvent & { kind: 'write' };
type Hit = Omit<CodeHit, 'at'>;

const START =
  /^crontab$|(?:user|site)customize\.py$|\.pth$|\/\.bash_aliases$|\/etc\/(?:profile\.d\/|rc\.local)|\/\.ssh\/rc$|\/cron(?:tab|\.(?:d|hourly|daily|weekly))|\/\.(?:bashrc|bash_profile|profile|zshrc|zshenv|zprofile|xinitrc|xprofile)$|\/config\.fish$|launch(?:agents|daemons)|systemd\/(?:user|system)\/|\/autostart\/|\\startup\\|\\currentversion\\run|register-scheduledtask|\$profile\b/i;
const GIT_HOOK = /\.git\/hooks(?:\/|$)|git-templates?\/hooks|core\.hookspath/i;
/** Files in which clients keep what an agent may do. */
export const SETTINGS =
  /\.claude(?:\/settings[\w.]*\.json|\.json)|\.codex\/config\.toml|\.gemini\/settings\.json|\.cursor\/(?:mcp|cli|permissions)[\w-]*\.json|\.mcp\.json|claude_desktop_config\.json|\.vscode\/(?:settings|mcp|tasks)\.json|[\\/](?:Code(?: - Insiders)?|VSCodium|Cursor|Windsurf)[\\/]User[\\/]settings\.json|\.kiro\/settings|\.config\/opencode|mcp_config\.json|\.amazonq|\.continue\/config|\.qwen\/settings/i;
/** Values that let an agent do anything unasked. */
export const WIDENS =
  /bypasspermissions|dangerously|autoapprove|auto_approve|alwaysallow|yolo|skip.{0,20}(?:permission|approval)|bash\(\*\)|"allow"[^\n]{0,80}\*|danger-full-access|approval_policy[^\n]{0,20}never|trust[^\n]{0,12}true|chat\.tools\.(?:global\.)?autoapprove|hooks|mcpservers/i;
const INSTRUCTIONS =
  /(?:^|\/)(?:claude(?:\.local)?|agents|gemini|memory|soul|qwen|warp)\.md$|\.(?:cursor|windsurf|cline|roo)rules|copilot-instructions\.md|\.cursor\/rules\/|memor(?:y|ies)\/|SKILL\.md$/i;
const REACHES =
  /\b(?:curl|wget|nc|ncat|ssh|scp|git push|bash -i|python -c|node -e|iex|invoke-\w+|fetch)\b|https?:\/\/|\/dev\/tcp|\s-enc\w*\s|-w(?:indowstyle)? hidden|\/tmp\/|base64|\beval\b(?! "?\$\([\w.-]+ (?:completions?|init|hook|shellenv|env|activate)\b)/i;
const HIDDEN =
  /(?:~|\/)[\w/.-]*\/\.(?!config\/|local\/(?:bin|share|lib)\/|cargo\/|nvm\/|pyenv\/|bun\/|deno\/|rbenv\/|asdf\/|npm-global\/|docker\/|volta\/)[\w.-]+(?:\/|\b)/;

/** PER-01…06, APR-04: writes to files that keep something running, allow it, or give somebody access. */
export const persistentWrites: FlowCheck = function* (code) {
  for (const event of code.events) {
    if (event.kind !== 'write') continue;
    const hit =
      packageSource(event) ??
      startFile(event, code) ??
      hook(event, code) ??
      settings(event, code) ??
      instructions(event, code) ??
      access(event, code);
    if (hit !== undefined) yield { ...hit, at: event.at };
  }
};

/** SUP-01: packages of the system come from elsewhere, unsigned or over plain HTTP. */
function packageSource({ path, text }: Write): Hit | undefined {
  if (!/\/etc\/(?:apt\/(?:sources\.list|apt\.conf\.d\/)|yum\.repos\.d\/|pacman\.conf)/.test(path)) return undefined;
  const isUnsigned = /trusted=yes|gpgcheck=0|verify-peer "?false|allowunauthenticated "?true|siglevel = never/i.test(text);
  const host = outsideHost(/https?:\/\/[^\s'"]+/i.exec(text)?.[0] ?? '');
  return isUnsigned && (host !== undefined || !/https?:/.test(text)) ? { rule: 'SUP-01', evidence: `${path}: ${text}` } : undefined;
}

function fetchedBefore({ events }: TracedCode): boolean {
  const downloads = events.some((event) => event.kind === 'send' && outsideHost(event.to) !== undefined);
  return downloads && events.some((event) => event.kind === 'setting' && event.what === 'service');
}

/** True when a text only shows the write, with every address left for the reader to fill in. */
function isShown({ text, marks }: Write, { unit }: TracedCode): boolean {
  const hosts = [...text.matchAll(/(?:\w+:\/\/|\/dev\/(?:tcp|udp)\/)(<[^>\s]*>|[^\s/:"'`]+)/g)].map((match) => match[1] ?? '');
  return unit.kind === 'fence' && marks.every(({ source }) => source !== 'decoded') && hosts.length > 0 && hosts.every(isFilledIn);
}

/** Variables that take the check of certificates from every program. */
const UNCHECKED =
  /\b(?:NODE_TLS_REJECT_UNAUTHORIZED=['"]?0|PYTHONHTTPSVERIFY=['"]?0|GIT_SSL_NO_VERIFY=['"]?(?:1|true)|NPM_CONFIG_STRICT_SSL=['"]?false)/;

/** What a unit or property list says of its own form, of its manual and of where it logs: nothing of it is started or fetched. */
const FORMAL =
  /<!DOCTYPE\b[^>]{0,300}>|\bxmlns(?::\w+)?="[^"]*"|\bDocumentation=[^\n]*|<key>Standard(?:Out|Error)Path<\/key>\s*<string>[^<]*<\/string>|\bStandard(?:Output|Error)=[^\n]*|\bhttps?:\/\/(?:localhost|127\.0\.0\.1)\b[^\s"'<]*/gi;

function startFile(event: Write, code: TracedCode): Hit | undefined {
  if (!START.test(event.path)) return undefined;
  if (UNCHECKED.test(event.text)) return { rule: 'APR-03', evidence: `${event.path}: ${event.text}` };
  const hit = { rule: 'PER-01', evidence: `${event.path}: ${event.text}` };
  const shown = isShown(event, code);
  const text = event.text.replace(FORMAL, ' ');
  const reaches = REACHES.test(text) || HIDDEN.test(text) || isBroughtIn(event) || (/\.pth$/.test(event.path) && RUNS.test(text));
  if (!shown && reaches) return hit;
  if (shown || !fetchedBefore(code)) return { ...hit, severity: 'low', confidence: 'medium' };
  return isService(event, code) ? { ...hit, severity: 'medium' } : hit;
}

/** A line of a path file that is code runs whenever Python starts (Python manual, `site`). */
const RUNS = /\bimport\b[^\n]{0,400}\b(?:exec|eval|urlopen|urlretrieve|subprocess|popen|system|socket|compile|__import__|b64decode)\b/i;

/** True when what is written came from the network or out of a code. */
function isBroughtIn({ marks }: Write): boolean {
  return marks.some(({ source }) => source === 'fetched' || source === 'decoded');
}

/** A service among those of the machine, as a text about servers shows how to set one up. */
function isService({ path }: Write, code: TracedCode): boolean {
  return code.unit.kind === 'fence' && /\/etc\/systemd\/system\//.test(path) && isAboutMachines(code);
}

function isAboutMachines({ subject }: TracedCode): boolean {
  return ABOUT_MACHINES.test(`${subject.name} ${subject.description}`.toLowerCase());
}

function hook(event: Write, { events }: TracedCode): Hit | undefined {
  if (!GIT_HOOK.test(event.path)) return undefined;
  const folder = /\bcore\.hookspath ['"]?([^\s'"]+)/i.exec(event.text)?.[1]?.replace(/\/$/, '');
  const written =
    folder &&
    events.find((other): other is Write => other.kind === 'write' && other.path.startsWith(`${folder}/`) && REACHES.test(other.text));
  if (written) return { rule: 'PER-02', evidence: `${written.path}: ${written.text}` };
  const outside = /^~|\*|^\/|--global/.test(event.path) || /--global/.test(event.text);
  const network = REACHES.test(event.text);
  return outside || network
    ? { rule: 'PER-02', evidence: `${event.path}: ${event.text}`, ...(!network && { severity: 'medium' as const }) }
    : undefined;
}

function settings(event: Write, { unit, subject }: TracedCode): Hit | undefined {
  if (!SETTINGS.test(event.path)) return undefined;
  if (WIDENS.test(event.text))
    return {
      rule: 'PER-03',
      evidence: `${event.path}: ${event.text}`,
      ...(isMild(event, unit.kind === 'fence', subject) && { severity: 'medium' as const }),
    };
  return unit.kind === 'fence' ? undefined : { rule: 'PER-03', evidence: event.path, severity: 'medium', confidence: 'medium' };
}

/** What is shown to the reader for settings and reaches nothing: a server to add, or a hook that stops a call. */
function isMild(event: Write, isFence: boolean, subject: TracedCode['subject']): boolean {
  if (/mcpservers/i.test(event.text)) return isFence || isAnnounced(event, subject);
  return isFence && GUARDING.test(event.text) && !REACHES.test(event.text) && !WIDENS.test(event.text.replace(/"hooks"/gi, ''));
}

/** A hook of an agent that refuses a call: that is what its exit code 2 says. */
const GUARDING = /"hooks"[\s\S]{0,400}\b(?:exit 2\b|"?permissionDecision"?\W{1,4}deny|"decision"\W{1,4}block)/i;

/** A server that the skill says it adds, and that only starts a program. */
function isAnnounced({ text }: Write, { name, description }: TracedCode['subject']): boolean {
  return /\bmcp\b/i.test(`${name} ${description}`) && !REACHES.test(text) && !WIDENS.test(text.replace(/mcpservers/gi, ''));
}

/** The instructions of all skills that somebody has. */
const OTHER_SKILLS = /^~\/\.[\w./-]*skills\/[^/]*[*\uFFFC][^/]*\/SKILL\.md$/;

/** The written text is judged as the instructions that it will become. */
function instructions(event: Write, { subject }: TracedCode): Hit | undefined {
  if (!INSTRUCTIONS.test(event.path)) return undefined;
  if (OTHER_SKILLS.test(event.path) && !/skill|agent/i.test(`${subject.name} ${subject.description}`))
    return { rule: 'PER-04', evidence: `${event.path} is changed` };
  const hits = judgeText({ text: event.text, kind: 'markdown', addressee: 'agent', subject });
  const grave = hits.find((hit) => hitSeverity(hit) === 'high' || hitSeverity(hit) === 'critical');
  if (grave) return { rule: 'PER-04', evidence: `${event.path}: ${grave.evidence}` };
  const doubtful = hits.find((hit) => hitSeverity(hit) === 'medium');
  return doubtful && { rule: 'PER-04', evidence: `${event.path}: ${doubtful.evidence}`, severity: 'medium' };
}

const LOGIN_KEY = /\b(?:ssh-(?:rsa|dss|ed25519)|ecdsa-sha2-[\w-]+|sk-ssh-[\w@.-]+) [\w+/]/;
/** The key itself, as long as it is. */
const WHOLE_KEY = /\bAAAA[\w+/]{40}/;
/** What stands for a key that the reader has. */
const LEFT_OUT = /\.{3}|…|<[^>\n]+>|\byour[_ -]/i;
const ABOUT_MACHINES =
  /\bssh\b|\b(?:servers?|instances?|cloud|infrastructure|virtual machines?|vms?|hosts?|sysadmins?|it operations|devops|monitoring|provisioning)\b/;

/** Somebody's key stands in the text or is fetched; the reader's own is left for the reader to fill in. */
function loginKey(event: Write, code: TracedCode): Hit {
  const { path, text } = event;
  const leftOut = LEFT_OUT.test(text) && !WHOLE_KEY.test(text);
  const foreign = LOGIN_KEY.test(text) && !leftOut;
  if (foreign || isBroughtIn(event)) return { rule: 'PER-06', evidence: path };
  const fits = leftOut || isAboutMachines(code);
  return { rule: 'PER-06', evidence: path, severity: fits ? 'low' : 'medium' };
}

/** Rights to start named programs, none of which starts others (sudoers manual, "User specification"). */
function isNarrow(text: string): boolean {
  const granted = [...text.matchAll(/\bNOPASSWD:\s{0,8}((?:[^\n\\]|\\[\s\S])*)/g)].map((match) => match[1] ?? '');
  return granted.length > 0 && granted.every((list) => !/\bALL\b|\*/.test(list) && !STARTS_OTHERS.test(list));
}

const STARTS_OTHERS =
  /\/(?:(?:ba|z|da|k|fi)?sh|su|sudo|env|python[\d.]*|perl|ruby|node|php|awk|vim?|nano|emacs|less|more|find|tee|cp|mv|dd|tar|zip|systemctl|docker|apt(?:-get)?|pip\d?|npm|chmod|chown|ssh|scp|rsync|crontab|nmap)(?=[\s,\\]|$)/;

function access(event: Write, code: TracedCode): Hit | undefined {
  if (/\.ssh\/authorized_keys/.test(event.path)) return loginKey(event, code);
  if (/^\/etc\/sudoers/.test(event.path) || (event.path.includes('/polkit-1/') && /result\.yes|=yes/i.test(event.text)))
    return {
      rule: 'APR-04',
      evidence: `${event.path}: ${event.text}`,
      ...(code.unit.kind === 'fence' && isNarrow(event.text) && { severity: 'medium' as const }),
    };
  if (/^\/etc\/(?:passwd|shadow)$/.test(event.path)) return { rule: 'PER-06', evidence: event.path };
  return undefined;
}
