import type { Severity } from '../../model/severity.js';
import { passwordOfBasic } from './address-families.js';
import type { Assignment } from './assignment.js';
import { ranks, type SearchedText, type SecretCandidate } from './candidate.js';
import { credentialKind } from './names.js';
import { isStandIn } from './not-secret.js';
import { decodedText } from './structure.js';

/** A file that keeps credentials, in which a name means more than elsewhere. */
interface Format {
  rule: string;
  severity: Severity;
  /** Looks at the name and at the text; both may be anything. */
  is(subject: SearchedText, found: Assignment): boolean;
  /** The part of the value that is secret; undefined where there is none. Absent: the value, unless it stands in for one. */
  secretOf?(value: string): string | undefined;
}

function literal(value: string): string | undefined {
  return value.length < 3 || /\s/.test(value) || isStandIn(value) ? undefined : value;
}

function encoded(value: string): string | undefined {
  const text = decodedText(value);
  return text === undefined ? literal(value) : literal(text);
}

const HEAD = 4000;
/** The letters of tokens, which no pattern for them has alone. */
const TOKEN = /^[\w.+/=:~-]+$/;

/** Prose goes on with one; a command has a token there. */
const WORD = /^[A-Za-z]{1,12}[.:~-]?$/;

const FORMATS: readonly Format[] = [
  {
    rule: 'secret-npmrc',
    severity: 'critical',
    is: ({ file }, { name, operator, value }) =>
      (/^(?:_authToken|npmAuthToken)$/.test(name) && (operator.trim() !== '' || !WORD.test(value))) ||
      (/npmrc|yarnrc/.test(file.name) && /^(?:_auth|npmAuthIdent)$/.test(name)),
    // Code that looks for one has a pattern in its place.
    secretOf: (value) => (TOKEN.test(value) ? literal(value) : undefined),
  },
  {
    rule: 'secret-npmrc',
    severity: 'critical',
    is: ({ file }, { name }) => /npmrc/.test(file.name) && name === '_password',
    secretOf: encoded,
  },
  { rule: 'secret-pypirc', severity: 'critical', is: ({ file }, { name }) => /pypirc$/.test(file.name) && name === 'password' },
  { rule: 'secret-netrc', severity: 'high', is: ({ file }, { name }) => /^[._]netrc/.test(file.name) && name === 'password' },
  {
    rule: 'secret-pgpass',
    severity: 'high',
    is: ({ file }, { name }) => /^\.?my\.(?:cnf|ini)$/.test(file.name) && /^pass(?:word)?$/.test(name),
  },
  {
    rule: 'secret-maven-settings',
    severity: 'critical',
    is: (subject, { name, operator }) =>
      operator === '>' &&
      /^(?:password|passphrase)$/.test(name) &&
      /^settings.*\.xml$|^\.?m2/i.test(subject.file.name) &&
      subject.once(hasServers),
  },
  {
    rule: 'secret-nuget-config',
    severity: 'critical',
    is: ({ file }, { name }) => /^nuget.*\.config$/i.test(file.name) && /^(?:ClearText)?Password$|apikey/i.test(name),
  },
  {
    rule: 'secret-docker-auth',
    severity: 'critical',
    is: (subject, { name }) => /^(?:auth|identitytoken|registrytoken)$/.test(name) && subject.once(hasAuths),
    secretOf: (value) => (passwordOfBasic(value) === undefined ? undefined : value),
  },
  {
    rule: 'secret-kubeconfig',
    severity: 'critical',
    is: (subject, { name }) =>
      /^(?:token|password|client-key-data|id-token|refresh-token|access-token)$/.test(name) && subject.once(isKubeconfig),
    secretOf: (value) =>
      /^LS0tLS1CRUdJTi/.test(value) && !/PRIVATE KEY/.test(Buffer.from(value, 'base64').toString('latin1')) ? undefined : literal(value),
  },
];

function isKubeconfig(subject: SearchedText): boolean {
  return /^[ \t]*"?kind"?\s{0,4}:\s{0,4}"?Config\b/m.test(subject.slice(0, HEAD)) && /^[ \t]*"?users"?\s{0,4}:/m.test(subject.text);
}

function hasServers({ text }: SearchedText): boolean {
  return text.includes('<server>');
}

function hasAuths(subject: SearchedText): boolean {
  return subject.slice(0, HEAD).includes('"auths"');
}

/** The finding of a file's own format for a name in it. */
export function formatSecret(subject: SearchedText, found: Assignment): SecretCandidate | undefined {
  const { file } = subject;
  for (const format of FORMATS) {
    if (!format.is(subject, found)) continue;
    const value = (format.secretOf ?? literal)(found.value);
    if (value === undefined) return { ...about(format, found), none: true };
    return { ...about(format, found), severity: format.severity };
  }
  if (file.style !== 'yaml' && !/\.json$/.test(file.name)) return undefined;
  return kubernetesSecret(subject, found);
}

function about({ rule, severity }: Pick<Format, 'rule' | 'severity'>, found: Assignment): SecretCandidate {
  const { value, start, end, name } = found;
  return { rule, rank: ranks.format, value, start, end, severity, confidence: 'high', proof: 'structure', name };
}

/** Sections of the manifests of Secrets in a text, in its order: which values lie in `data`, and which in `stringData`. */
function secretSections(subject: SearchedText): { start: number; section: string }[] {
  const sections: { start: number; section: string }[] = [];
  // Few files of YAML and JSON speak of secrets at all, and of the others no text is made.
  if (!subject.includes('Secret')) return sections;
  const { text } = subject;
  if (!/^[ \t]*"?kind"?\s{0,4}:\s{0,4}"?Secret\b/m.test(text)) return sections;
  for (let start = 0; start !== -1; ) {
    const next = text.indexOf('\n---', start + 1);
    const manifest = text.slice(start, next === -1 ? text.length : next);
    const isSecret = /^[ \t]*"?kind"?\s{0,4}:\s{0,4}"?Secret\b/m.test(manifest) && /^[ \t]*"?apiVersion"?\s{0,4}:/m.test(manifest);
    sections.push({ start, section: '' });
    if (isSecret)
      for (const { index, 1: section = '' } of manifest.matchAll(/^[ \t]*"?(data|stringData|metadata|spec)"?\s{0,4}:/gm))
        sections.push({ start: start + index, section });
    start = next;
  }
  return sections;
}

function sectionAt(sections: readonly { start: number; section: string }[], place: number): string {
  let low = 0;
  for (let high = sections.length; low < high; ) {
    const middle = (low + high) >> 1;
    if ((sections[middle]?.start ?? 0) <= place) low = middle + 1;
    else high = middle;
  }
  return sections[low - 1]?.section ?? '';
}

const KEY_ONLY = /(?:^|[\n{,])[\s"-]*[\w.$-]+\\?"?\s{0,20}:[\s"'|>-]*$/;
const LONGEST_KEY = 300;

function isKey(subject: SearchedText, { start }: Assignment): boolean {
  return KEY_ONLY.test(subject.slice(Math.max(0, start - LONGEST_KEY), start));
}

/** An entry of `data` or `stringData` of a Secret, judged by its name and its decoded value. */
function kubernetesSecret(subject: SearchedText, found: Assignment): SecretCandidate | undefined {
  // Other operators are those of templates, and a name within a line is part of a remark.
  if (found.operator !== ':') return undefined;
  const section = sectionAt(subject.once(secretSections), found.start);
  if ((section !== 'data' && section !== 'stringData') || !isKey(subject, found)) return undefined;
  const value = section === 'data' ? decodedText(found.value) : (decodedText(found.value) ?? found.value);
  const fact = about({ rule: 'secret-kubernetes-secret', severity: 'high' }, found);
  if (value === undefined || literal(value) === undefined) return { ...fact, none: true };
  const named = credentialKind(found.name) !== undefined || /(?:^|[_.-])(?:key|auth)$/i.test(found.name);
  return named ? fact : undefined;
}

/** Secrets of files that have lines without names. */
export function* wholeFileSecrets(subject: SearchedText): Generator<SecretCandidate> {
  const { name } = subject;
  if (/^\.?pgpass(?:\.conf)?$/.test(name)) yield* passwordFile(subject.text);
  if (/^(?:master|production|staging|development|test|credentials)\.key$/.test(name)) {
    const value = /^[0-9a-f]{32}(?=\s*$)/.exec(subject.text)?.[0];
    const found = { name, value: value ?? '', start: 0, end: 32, quoted: false, operator: '' };
    if (value !== undefined) yield about({ rule: 'secret-rails-master-key', severity: 'critical' }, found);
  }
}

function* passwordFile(text: string): Generator<SecretCandidate> {
  for (const match of text.matchAll(/^(?!#)((?:[^:\n\\]|\\.){0,255}:){4}([^\n\r]{1,256})/gm)) {
    const [whole, , value = ''] = match;
    if (literal(value) === undefined) continue;
    const start = match.index + whole.length - value.length;
    yield about(
      { rule: 'secret-pgpass', severity: 'high' },
      { name: 'password', value, start, end: start + value.length, quoted: false, operator: ':' },
    );
  }
}
