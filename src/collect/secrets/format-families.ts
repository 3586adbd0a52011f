import type { Severity } from '../../model/severity.js';
import { passwordOfBasic } from './address-families.js';
import type { Assignment } from './assignment.js';
import { type Candidate, ranks, type Subject } from './candidate.js';
import { credentialKind } from './names.js';
import { isStandIn } from './not-secret.js';
import { decodedText } from './structure.js';

/** A file that keeps credentials, in which a name means more than elsewhere. */
interface Format {
  rule: string;
  severity: Severity;
  /** Looks at the name and at the text; both may be anything. */
  is(subject: Subject, found: Assignment): boolean;
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

const FORMATS: readonly Format[] = [
  {
    rule: 'secret-npmrc',
    severity: 'critical',
    is: ({ file }, { name }) =>
      /^(?:_authToken|npmAuthToken)$/.test(name) || (/npmrc|yarnrc/.test(file.name) && /^(?:_auth|npmAuthIdent)$/.test(name)),
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
    is: ({ file, text }, { name, operator }) =>
      operator === '>' &&
      /^(?:password|passphrase)$/.test(name) &&
      /^settings.*\.xml$|^\.?m2/i.test(file.name) &&
      text.includes('<server>'),
  },
  {
    rule: 'secret-nuget-config',
    severity: 'critical',
    is: ({ file }, { name }) => /^nuget.*\.config$/i.test(file.name) && /^(?:ClearText)?Password$|apikey/i.test(name),
  },
  {
    rule: 'secret-docker-auth',
    severity: 'critical',
    is: ({ text }, { name }) => /^(?:auth|identitytoken|registrytoken)$/.test(name) && text.slice(0, HEAD).includes('"auths"'),
    secretOf: (value) => (passwordOfBasic(value) === undefined ? undefined : value),
  },
  {
    rule: 'secret-kubeconfig',
    severity: 'critical',
    is: ({ text }, { name }) =>
      /^(?:token|password|client-key-data|id-token|refresh-token|access-token)$/.test(name) && isKubeconfig(text.slice(0, HEAD), text),
    secretOf: (value) =>
      /^LS0tLS1CRUdJTi/.test(value) && !/PRIVATE KEY/.test(Buffer.from(value, 'base64').toString('latin1')) ? undefined : literal(value),
  },
];

function isKubeconfig(head: string, text: string): boolean {
  return /^\s*"?kind"?\s*:\s*"?Config\b/m.test(head) && /^\s*"?users"?\s*:/m.test(text);
}

/** The finding of a file's own format for a name in it. */
export function formatSecret(subject: Subject, found: Assignment): Candidate | undefined {
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

function about({ rule, severity }: Pick<Format, 'rule' | 'severity'>, found: Assignment): Candidate {
  const { value, start, end, name } = found;
  return { rule, rank: ranks.format, value, start, end, severity, confidence: 'high', proof: 'structure', name };
}

const MANIFEST = 20_000;

/** An entry of `data` or `stringData` of a Secret, judged by its name and its decoded value. */
function kubernetesSecret({ text }: Subject, found: Assignment): Candidate | undefined {
  const from = Math.max(text.lastIndexOf('\n---', found.start), 0, found.start - MANIFEST);
  const before = text.slice(from, found.start);
  if (!/^\s*"?kind"?\s*:\s*"?Secret\b/m.test(before + text.slice(found.start, found.start + HEAD).split('\n---')[0])) return undefined;
  const sections = [...before.matchAll(/^(\s*)"?(data|stringData|metadata|spec)"?\s*:/gm)];
  if (!/^\s*"?apiVersion"?\s*:/m.test(before + text.slice(found.start, found.start + HEAD).split('\n---')[0])) return undefined;
  const section = sections.at(-1)?.[2];
  if (section !== 'data' && section !== 'stringData') return undefined;
  const value = section === 'data' ? decodedText(found.value) : found.value;
  const fact = about({ rule: 'secret-kubernetes-secret', severity: 'high' }, found);
  if (value === undefined || literal(value) === undefined) return { ...fact, none: true };
  const named = credentialKind(found.name) !== undefined || /(?:^|[_.-])(?:key|auth)$/i.test(found.name);
  return named ? fact : undefined;
}

/** Secrets of files that have lines without names. */
export function* wholeFileSecrets({ text, file }: Subject): Generator<Candidate> {
  if (/^\.?pgpass(?:\.conf)?$/.test(file.name)) yield* passwordFile(text);
  if (/^(?:master|production|staging|development|test|credentials)\.key$/.test(file.name)) {
    const value = /^[0-9a-f]{32}(?=\s*$)/.exec(text)?.[0];
    const found = { name: file.name, value: value ?? '', start: 0, end: 32, quoted: false, operator: '' };
    if (value !== undefined) yield about({ rule: 'secret-rails-master-key', severity: 'critical' }, found);
  }
}

function* passwordFile(text: string): Generator<Candidate> {
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
