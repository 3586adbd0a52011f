import type { DataSource, Mark } from '../flow/value.js';
import type { FlowCheck, TracedCode } from './hits.js';
import { isNamedIn, outsideHost } from './hosts.js';

const STORES: ReadonlyMap<DataSource, RegExp> = new Map([
  ['browser', /browser|cookie|chrome|firefox|session|history|forensic/],
  ['keychain', /keychain|keyring|password|credential|secret|login|forensic/],
  ['wallet', /wallet|crypto|bitcoin|ethereum|solana|forensic/],
]);

const PRIVATE: ReadonlySet<DataSource> = new Set(['secret', 'browser', 'keychain', 'wallet', 'metadata', 'environment', 'credential']);

function isPrivate({ source }: Mark): boolean {
  return PRIVATE.has(source);
}

/** CRD-01, 02, 04, 06: reads of stores and files with credentials, independent of where they are sent. */
export const storeReads: FlowCheck = function* (code) {
  // What leaves the machine is told as that.
  if (code.events.some((event) => event.kind === 'send' && outsideHost(event.to) !== undefined && event.marks.some(isPrivate))) return;
  const isHarvest = isHarvestOf(code);
  for (const event of code.events) {
    if (event.kind === 'print' && code.unit.kind === 'script') {
      const secret = event.marks.find(
        ({ source, label, answered }) =>
          answered === undefined && (source === 'secret' || source === 'credential' || (source === 'metadata' && HANDS_OUT.test(label))),
      );
      if (secret) yield { rule: 'CRD-04', at: event.at, evidence: `${secret.label} is printed` };
    }
    if (event.kind !== 'read') continue;
    for (const { source, label } of event.marks) {
      const rule = ruleOf(source, label, { code, isHarvest });
      if (rule !== undefined)
        yield { ...rule, ...(isHarvest && rule.rule === 'CRD-01' && { severity: 'high' as const }), at: event.at, evidence: label };
    }
  }
};

/** Whose secrets a path holds: each is a store of its own. */
const OWNERS =
  /\.ssh|id_(?:rsa|dsa|ecdsa|ed25519)|\.aws|\.azure|gcloud|application_default|\.kube|\.docker|\.gnupg|\.git-credentials|\.netrc|\.npmrc|\.pypirc|\.config[/\\]gh|\.claude|\.codex|\.vault-token|_history|\/etc\/g?shadow|\/proc\//i;
/** Stores that code for one purpose does not open together. */
const MANY_OWNERS = 3;
/** What keeps, moves or looks for secrets of all kinds. */
const OF_SECRETS = /secret|credential|password|back-?up|dotfile|migrat|sync|audit|scan|forensic|leak|rotat|clean/;

/** True for code that opens the stores of many owners, as no single purpose needs. */
function isHarvestOf({ events, subject }: TracedCode): boolean {
  if (OF_SECRETS.test(`${subject.name} ${subject.description}`.toLowerCase())) return false;
  const labels = events.flatMap((event) => (event.kind === 'read' ? event.marks : [])).filter(({ source }) => source === 'secret');
  const owners = new Set(labels.flatMap(({ label }) => OWNERS.exec(label)?.[0].toLowerCase() ?? []));
  return owners.size >= MANY_OWNERS;
}

/** Paths of the metadata service that hand out what a machine may do; the token for asking it at all is not one. */
const HANDS_OUT = /credential|(?<!\/api\/)token|iam|identity|user-data/;

/** Words that names of items share with everything. */
const SHARED = /^(?:skill|oauth\d?|tokens?|passwords?|secrets?|credentials?|accounts?|logins?|keys?|api|user|service|default|access|auth)$/;
/** Services whose name alone says nothing about whose item it is. */
const BROAD = /^(?:github|google|microsoft|amazon|apple|chrome|safari|slack)$/;

/** True for an item of the skill's own: the words of its name are those of the skill, or the first is. */
function isOwnItem(item: string, about: string): boolean {
  if (about.includes(item)) return true;
  const words = (item.match(/[a-z\d]+/g) ?? []).filter((word) => !SHARED.test(word));
  const [first = ''] = words;
  const known = new Set(about.match(/[a-z\d]+/g));
  if (/safe storage|login\.keychain/.test(item) || first === '') return false;
  return words.every((word) => known.has(word))
    ? words.length > 1 || !BROAD.test(first)
    : first.length > 4 && !BROAD.test(first) && known.has(first);
}

/** How readers of key stores name an item: Python's keyring, macOS's `security`, the Secret Service of Linux. */
const ITEM_NAMES = [
  /get_\w+ (\S{4,})$/,
  /-password .*-s (\S{4,})/,
  /^secret-tool \w+ (?:\S+ \S+ ){0,4}?(?:service|application|app) (\S{4,})/,
];

function ruleOf(
  source: DataSource,
  label: string,
  { code: { subject, unit }, isHarvest }: { code: TracedCode; isHarvest: boolean },
): { rule: string; severity?: 'medium' | 'low' } | undefined {
  const about = `${subject.name} ${subject.description}`.toLowerCase();
  const topic = STORES.get(source);
  const fence = unit.kind === 'fence';
  const own = ITEM_NAMES.map((pattern) => pattern.exec(label)?.[1]).find((name) => name !== undefined);
  if (source === 'keychain' && own !== undefined && isOwnItem(own.toLowerCase(), about)) return undefined;
  if (topic !== undefined) return { rule: 'CRD-02', ...((topic.test(about) || fence) && { severity: 'medium' as const }) };
  if (source === 'metadata') return HANDS_OUT.test(label) ? { rule: 'CRD-06', ...(fence && { severity: 'medium' as const }) } : undefined;
  // One is shown in many a guide; the stores of many are not.
  if (source !== 'secret' || (fence && !isHarvest) || /(?:^|[/\\])\.env/.test(label)) return undefined;
  return isNamedIn(about, label) ? undefined : { rule: 'CRD-01' };
}
