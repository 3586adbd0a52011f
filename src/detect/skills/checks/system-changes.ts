import type { FlowEvent, GuardedSetting } from '../flow/events.js';
import { homeShape } from '../flow/sensitive.js';
import type { CodeHit, FlowCheck, TracedCode } from './hits.js';
import { isUncheckable, outsideHost } from './hosts.js';

type Hit = Omit<CodeHit, 'at'>;
const RULES: Readonly<Partial<Record<GuardedSetting, string>>> = {
  protection: 'APR-03',
  root: 'APR-04',
  account: 'PER-06',
  access: 'PER-06',
  exposed: 'EXF-03',
  history: 'DES-03',
  wiped: 'DES-01',
};
const PRECIOUS =
  /^(?:\/|\/\*|~|~[/\\](?:\*(?:\.\*)?)?|~[/\\](?:Documents|Desktop|Pictures|Downloads|Library|Projects|src|code|work|\.ssh|\.aws|\.config)(?:[/\\](?:\*(?:\.\*)?)?)?|\/(?:home|etc|usr|var|boot|bin|lib|opt|root|srv|mnt|Users|System)(?:\/\*?)?|[A-Z]:[/\\](?:\*(?:\.\*)?|(?:Users|Windows|Program Files|ProgramData)(?:[/\\](?:\*(?:\.\*)?)?)?)?)$/i;
/** All backups or snapshots of a volume, whatever their age. */
const BACKUPS =
  /^\/(?:mnt|media|srv|var|data|volumes?|backups?)\/(?:[\w.\uFFFC-]+\/){0,4}\.?(?:backups?|snapshots?|snapraid|restic|borg)(?:\/\*?)?$/i;
/** A device that holds data; what the system makes in memory and for terminals lies beside them. */
const DEVICE = /^\/dev\/(?!shm\b|pts\b|null\b|fd\b|std|loop|z?ram)./;
const TRACES = /\.(?:bash|zsh)_history$|^\/var\/log(?:\/|$)|consolehost_history|\.claude\/(?:projects|history|transcripts)/i;

/** Sessions of one project or file, which tools that move or tidy projects delete. */
const ONE_PROJECT = /\.claude\/projects\/[^*]/i;

/** APR-03, APR-04, PER-06, DES-01, 02, 03, SUP-01: protections lowered and data destroyed. */
export const systemChanges: FlowCheck = function* (code) {
  for (const event of code.events) {
    const hit = event.kind === 'setting' ? setting(event, code) : event.kind === 'delete' ? deletion(event, code) : undefined;
    if (hit !== undefined) yield { ...hit, at: event.at };
    if (
      hit === undefined &&
      event.kind === 'send' &&
      event.guarded &&
      outsideHost(event.to) !== undefined &&
      event.marks.some((mark) => mark.source === 'secret')
    )
      yield { rule: 'DES-02', at: event.at, evidence: `${event.to} only under a condition` };
  }
};

function setting(event: FlowEvent & { kind: 'setting' }, { unit, subject }: TracedCode): Hit | undefined {
  const { what, text } = event;
  if (what === 'tls' && /--global|--system|^(?:npm|yarn|pnpm) config set/i.test(text))
    return { rule: 'APR-03', evidence: text, severity: 'medium' };
  if (what === 'registry' || what === 'tls') return registry(text, unit.text);
  if (what === 'redirected')
    return outsideHost(/\burl\.(\S+?)\.insteadof/i.exec(text)?.[1] ?? /https?:\/\/[^\s'"]+/.exec(text)?.[0] ?? '') === undefined ||
      /\burl\.['"]?(?:git@|ssh:|https:\/\/(?:[^\s/@]*@)?)(?:github|gitlab|bitbucket)\./i.test(text)
      ? undefined
      : { rule: 'SUP-01', evidence: text };
  if (
    what === 'access' &&
    /tunnel|expos|remote|ssh|share|iam|access|cluster|deploy key/.test(`${subject.name} ${subject.description}`.toLowerCase())
  )
    return { rule: 'PER-06', evidence: text, severity: 'low' };
  if (what === 'approval') return unit.kind === 'fence' ? undefined : { rule: 'APR-01', evidence: text };
  const rule = what === 'wiped' && event.guarded ? 'DES-02' : RULES[what];
  if (rule === undefined) return undefined;
  const about = `${subject.name} ${subject.description}`.toLowerCase();
  if (isOwnInstall(text, unit)) return { rule, evidence: text, severity: 'low' };
  if (unit.kind === 'fence' && QUARANTINE_OF_ONE.test(text)) return { rule, evidence: text, severity: 'medium' };
  const fits = what === 'protection' && /firewall|iptables|ufw|antivirus|defender|security|hardening|edr|forensic|incident/.test(about);
  const isShown = unit.kind === 'fence' && what !== 'protection' && !isTakeover(text);
  return { rule, evidence: text, ...((fits || isShown) && { severity: 'low' as const }) };
}

/** An administrator whose password everybody who reads this knows, or rights over a whole account: worse than what a guide shows. */
function isTakeover(text: string): boolean {
  return (
    /^net1? (?:user \S+ (?!\*)\S+ \/add|localgroup \S+ \S+ \/add)/i.test(text) ||
    /^reg(?:\.exe)? add\b.*fDenyTSConnections/i.test(text) ||
    /^aws iam attach-\w+-policy\b.*AdministratorAccess/.test(text) ||
    LENT_ROOT.test(text)
  );
}

/** Of what lends the rights of root: a shell that anybody may start, a program that lies where anybody can put one, the whole disk of the host. */
const LENT_ROOT = /^chmod\s(?:-\S+\s)*(?:\w*\+s|[4-7]7\d\d)\s.*(?:\/(?:ba|z|da|k)?sh|\/tmp\/\S+|\/\.[\w.-]+)(?:\s|$)|^docker\b/;

/** The quarantine mark of one file is removed, as makers of programs that are not notarised ask their users to. */
const QUARANTINE_OF_ONE = /^xattr -[a-z]*d[a-z]* com\.apple\.quarantine ["']?[^\s*"']*[\w.-]{2,40}["']?$/;

/** True when the quarantine mark is removed only from a program that the same lines install with a package manager. */
function isOwnInstall(text: string, { kind, text: code }: TracedCode['unit']): boolean {
  const program = /^xattr -d com\.apple\.quarantine \S*?([\w.-]{2,40})["']?$/.exec(text)?.[1];
  if (kind !== 'fence' || program === undefined) return false;
  const installed = [...code.matchAll(/^\s*brew install (?:--cask )?(?:[\w@.-]+\/){0,2}([\w@.-]+)\s*$/gm)].map((match) => match[1]);
  return installed.includes(program);
}

/** True when a package of a line is started by its name later: nobody sees what the registry gave. */
function startsIt(text: string, code: string): boolean {
  const scope = /(@[\w-]+):registry/.exec(text)?.[1];
  if (scope !== undefined && new RegExp(`\\b(?:npx|dlx|exec|bunx)\\b[^\\n]{0,80}${scope}/`).test(code)) return true;
  const [, names = ''] = /\b(?:install|add|i)\b(.*)$/.exec(text) ?? [];
  const packages = names
    .split(/\s+/)
    .filter((word, at, all) => /^[a-z@][\w./@-]{2,60}$/i.test(word) && !/^--?/.test(all[at - 1] ?? '') && !/:\/\//.test(word));
  return packages.some((name) => {
    const plain = name
      .replace(/^@[^/]*\//, '')
      .replace(/[=<>@~].*$/, '')
      .replaceAll(/[.+*?^$()[\]{}|\\]/g, '\\$&');
    return new RegExp(`(?:^|[;&|\\n]|\\bpython3? -m |\\bnpx )\\s{0,20}${plain.replaceAll('-', '[-_]')}(?=\\s|$)`, 'm').test(code);
  });
}

function registry(text: string, code: string): Hit | undefined {
  const address = /\bhttps?:\/\/[^\s'"]+/i.exec(text)?.[0];
  if (address === undefined) return { rule: 'SUP-01', evidence: text, severity: 'low' };
  const host = outsideHost(address);
  if (
    host === undefined ||
    /(?:^|\.)(?:npmjs\.org|npmjs\.com|yarnpkg\.com|pypi\.org|pythonhosted\.org|github\.com|pytorch\.org|nvidia\.com|npmmirror\.com|tsinghua\.edu\.cn|aliyun\.com)$/.test(
      host,
    )
  )
    return undefined;
  if (isUncheckable(address) || startsIt(text, code)) return { rule: 'SUP-01', evidence: text };
  return { rule: 'SUP-01', evidence: text, severity: 'low' };
}

/** A volume that is formatted and then mounted by its name: it is set up. */
function isSetUp(device: string, code: string): boolean {
  const mounts = [...code.matchAll(/^\s*(?:sudo )?mount (?:-\S+ |[\w,=]+ )*(\/dev\/\S+) \//gm)];
  return mounts.some(([, mounted]) => mounted === device);
}

function deletion(event: FlowEvent & { kind: 'delete' }, { unit }: TracedCode): Hit | undefined {
  const path = homeShape(event.path);
  if (TRACES.test(path))
    return {
      rule: 'DES-03',
      evidence: path,
      ...((path.startsWith('/var/log') || ONE_PROJECT.test(path)) && { severity: 'medium' as const }),
    };
  if (!PRECIOUS.test(path) && !DEVICE.test(path) && !BACKUPS.test(path)) return undefined;
  const isShown = unit.kind === 'fence' && DEVICE.test(path) && isSetUp(path, unit.text);
  return { rule: event.guarded ? 'DES-02' : 'DES-01', evidence: `deletes ${path}`, ...(isShown && { severity: 'medium' as const }) };
}
