import type { Confidence } from '../../model/finding.js';
import type { SecretSighting } from '../../model/secret.js';
import { REDACTED } from '../../support/redact.js';
import { addressAt, curlUsersAt, mayHaveUser, passwordOfBasic } from './address-families.js';
import { type Assignment, assignmentAt, BEYOND, operatorOf } from './assignment.js';
import { LiteralAutomaton } from './automaton.js';
import { latin1, ranks, SearchedText, type SecretCandidate } from './candidate.js';
import { formatSecret, wholeFileSecrets } from './format-families.js';
import { genericSecret } from './generic.js';
import { joined } from './joins.js';
import { jwtAt, privateKeyAt, puttyKeyAt } from './key-families.js';
import { Lines } from './lines.js';
import { maskedForm } from './mask.js';
import { mayBeAssigned, type NamePlace, nameAround } from './name-place.js';
import { namedShape, providerWords } from './named-shapes.js';
import { isStandIn, isStandInKey } from './not-secret.js';
import { evidentForms, runAt, type ShapeForm } from './shape-patterns.js';
import { holds } from './structure.js';
import { textBytes } from './text-bytes.js';

/** Names have one of these in them. */
const NAME_WORDS =
  'password passwd pwd pass passphrase passcode passwort kennwort secret token key credential dsn authorization authentication _auth auth bearer connection_string connectionstring webhook_url database_url _pat'.split(
    ' ',
  );

type At = (search: TextSearch, from: number, to: number) => void;

const handlers = new Map<string, At[]>();

function on(literal: string, handler: At): void {
  const known = handlers.get(literal);
  if (known) known.push(handler);
  else handlers.set(literal, [handler]);
}

for (const form of evidentForms) on(form.literal ?? '', (search, from) => search.shape(form, from));
for (const word of NAME_WORDS) on(word, (search, from, to) => search.named(from, to, false));
for (const word of providerWords) on(word, (search, from, to) => search.named(from, to, true));
on('-----begin ', (search, from) => search.add(privateKeyAt(search.subject, from)));
on('putty-user-key-file', (search, from) => search.add(puttyKeyAt(search.subject, from)));
on('eyj', (search, from) => search.add(jwtAt(search.subject, from)));
on('eyi', (search, from) => search.add(jwtAt(search.subject, from)));
on('://', (search, from) => search.address(from));
on('curl', (search, from) => search.curl(from));
for (const word of ['login', 'machine']) on(word, (search, _from, to) => search.login(to));

const literals = [...handlers.keys()];
const perLiteral = literals.map((literal) => handlers.get(literal) ?? []);
const automaton = new LiteralAutomaton(literals);

/** Longer lines are searched by shape only. */
const LONGEST_LINE = 4096;
const LONGEST_COMMAND = 2000;

/** One text in search. */
class TextSearch {
  readonly found: SecretCandidate[] = [];
  private judged = -1;
  private judgedProvider = -1;
  private curled = -1;
  private loggedIn = -1;

  constructor(
    readonly subject: SearchedText,
    private readonly lines: Lines,
  ) {}

  add(candidate: SecretCandidate | undefined): void {
    if (candidate) this.found.push(candidate);
  }

  /** A provider's key whose literal begins at `from`. */
  shape(form: ShapeForm, from: number): void {
    const { bytes } = this.subject;
    const start = startOf(form, bytes, from);
    if (start === undefined || runAt(bytes, start, form.least) < form.least || !isBegin(bytes, start)) return;
    const { text } = this.subject;
    form.pattern.lastIndex = start;
    const value = form.pattern.exec(text)?.[0];
    if (value === undefined || form.more.test(text.charAt(start + value.length))) return;
    const { shape } = form;
    const none = !holds(shape.check, value) || isStandInKey(value, randomPart(form, value));
    this.found.push({
      rule: shape.id,
      rank: ranks.provider,
      value,
      start,
      end: start + value.length,
      severity: shape.severity,
      confidence: 'high',
      proof: shape.check?.startsWith('crc') ? 'checksum' : shape.check === undefined ? 'shape' : 'structure',
      ...(none && { none }),
    });
  }

  /** A value whose name has the word in it. */
  named(from: number, to: number, byProvider: boolean): void {
    const { bytes } = this.subject;
    if (from < (byProvider ? this.judgedProvider : this.judged) || isInsideWord(bytes, to)) return;
    const name = nameAround(bytes, from, to);
    if (byProvider) this.judgedProvider = name.end;
    else this.judged = name.end;
    if (!mayBeAssigned(bytes, name, this.loggedIn) || this.lines.isLong(from, LONGEST_LINE)) return;
    const found = this.assigned(name);
    if (!found || found.value === '' || this.lines.isLong(found.start, LONGEST_LINE)) return;
    const shape = namedShape(this.subject, found, byProvider);
    if (shape) this.found.push(shape);
    else if (!byProvider)
      this.add(formatSecret(this.subject, found) ?? headerSecret(found) ?? this.inConnection(found) ?? genericSecret(this.subject, found));
  }

  /** What is assigned to a name; a part of the text nearly always tells. */
  private assigned({ start, end }: NamePlace): Assignment | undefined {
    const { subject } = this;
    const { text, from, to } = subject.around(start);
    const place = { start: start - from, end: end - from };
    const operator = operatorOf(text, place);
    if (operator === undefined) return undefined;
    const { style } = subject.file;
    const found = assignmentAt(text, place, operator, { style, isPart: to < subject.bytes.length });
    if (found === undefined) return undefined;
    if (found !== BEYOND) {
      found.start += from;
      found.end += from;
      return found;
    }
    const all = { text: operator.text, end: operator.end + from };
    return assignmentAt(subject.text, { start, end }, all, { style }) as Assignment | undefined;
  }

  /** `Server=…;Password=…`: the password of a connection string. */
  private inConnection(found: Assignment): SecretCandidate | undefined {
    const { subject } = this;
    if (found.operator !== '=' || !/^(?:password|pwd|pass)$/i.test(found.name)) return undefined;
    const [from, to] = this.lines.bounds(found.start, 400);
    const around = subject.slice(from, to);
    const inQuery = /jdbc:[a-z0-9]+:[^\s"'<>]{0,300}[?;&]/i.test(subject.slice(from, found.start));
    if (!inQuery && !/(?:server|data source|host|hostname|addr(?:ess)?|network address|datasource)\s?=\s?[^;=\s]{2,200}\s?;/i.test(around))
      return undefined;
    const value = /^[^;&"'\s<>\\]{4,128}/.exec(found.value)?.[0];
    const fact: SecretCandidate = {
      rule: 'secret-connection-string',
      rank: ranks.address,
      value: value ?? '',
      start: found.start,
      end: found.start + (value?.length ?? 0),
      severity: 'high',
      confidence: 'high',
      proof: 'structure',
      name: found.name,
    };
    return value === undefined || isStandIn(value) ? { ...fact, none: true } : fact;
  }

  /** An address whose `://` stands at `from`. */
  address(from: number): void {
    if (mayHaveUser(this.subject.bytes, from)) this.add(addressAt(this.subject, from));
  }

  /** netrc names a machine and a user before a password; the search comes by there first. */
  login(to: number): void {
    this.loggedIn = to;
  }

  curl(from: number): void {
    if (from < this.curled) return;
    const [, end] = this.lines.bounds(from, LONGEST_COMMAND);
    this.curled = end;
    this.found.push(...curlUsersAt(this.subject, from, end));
  }
}

/** `Authorization: Basic …` and `Bearer …`. */
function headerSecret(found: Assignment): SecretCandidate | undefined {
  const { scheme, name, value, start, end } = found;
  if (scheme === undefined || !/auth/i.test(name)) return undefined;
  const fact = { value, start, end, severity: 'high', confidence: 'high', proof: 'structure', name, rank: ranks.header } as const;
  if (/^basic$/i.test(scheme)) {
    const none = passwordOfBasic(value) === undefined || isStandIn(value);
    return { ...fact, rule: 'secret-basic-auth', ...(none && { none }) };
  }
  const random = value.length >= 16 && /\d/.test(value) && /^[A-Za-z0-9._~+/=-]+$/.test(value) && !isStandIn(value);
  return { ...fact, rule: 'secret-bearer-header', proof: 'name', confidence: 'medium', ...(!random && { none: true as const }) };
}

/** Where the value begins, if its literal begins at `from`. */
function startOf(form: ShapeForm, bytes: Uint8Array, from: number): number | undefined {
  if (form.before >= 0) return from >= form.before ? from - form.before : undefined;
  let start = from;
  while (start > 0 && from - start < 12 && isDigit(bytes[start - 1] ?? 0)) start--;
  return start;
}

/** No letter, digit, `_` or `-` before it; an escape (`\n`, `%3D`) is none. */
function isBegin(bytes: Uint8Array, start: number): boolean {
  const before = bytes[start - 1] ?? 0;
  if (start === 0 || !(isLetter(before) || isDigit(before) || before === UNDERSCORE || before === HYPHEN)) return true;
  return /\\[nrt]$|%[0-9A-Fa-f]{2}$|\\u00[0-9a-f]{2}$/.test(latin1(bytes.subarray(Math.max(0, start - 6), start)));
}

/** The letters go on: another word. */
function isInsideWord(bytes: Uint8Array, to: number): boolean {
  const next = bytes[to] ?? 0;
  const last = bytes[to - 1] ?? 0;
  return next >= 97 && next <= 122
    ? !(next === 115 && !isLetter(bytes[to + 1] ?? 0))
    : next >= 65 && next <= 90 && last >= 65 && last <= 90;
}

const UNDERSCORE = 95;
const HYPHEN = 45;

function isDigit(code: number): boolean {
  return code >= 48 && code <= 57;
}

function isLetter(code: number): boolean {
  return (code >= 65 && code <= 90) || (code >= 97 && code <= 122);
}

/** The value without the text that all values of the form have. */
function randomPart({ shape }: ShapeForm, value: string): string {
  const [prefix = ''] = /^[^{ ]*/.exec(shape.forms) ?? [];
  return value.startsWith(prefix) ? value.slice(prefix.length) : value.slice(4);
}

const LOWER: Readonly<Record<Confidence, Confidence>> = { high: 'medium', medium: 'low', low: 'low' };

/**
 * Searches one text. Values stay inside: what comes out is masked, and `hash` (keyed by the run) is all that is made of a value. Bytes that are
 * no text give nothing. Takes time linear in the text.
 *
 * @param bytes UTF-8, or UTF-16 with its mark
 * @param path relative to what is scanned, with `/`; it says what kind of file this is
 */
export function secretsOf(bytes: Uint8Array, path: string, hash: (value: string) => string): SecretSighting[] {
  const text = textBytes(bytes);
  return text === undefined ? [] : secretsOfText(text, path, hash);
}

/** The same, of bytes that are a text. */
export function secretsOfText(text: Uint8Array, path: string, hash: (value: string) => string): SecretSighting[] {
  const lines = new Lines(text);
  const subject = new SearchedText(text, path);
  const candidates = candidatesIn(subject, lines);
  if (candidates.length === 0) return [];
  const { file } = subject;
  return candidates.map((candidate) => ({
    rule: candidate.rule,
    path,
    line: lines.at(candidate.start),
    masked: maskedForm(candidate),
    valueHash: hash(candidate.value),
    proof: candidate.proof,
    severity: candidate.severity,
    confidence: file.vendored ? 'low' : file.example ? LOWER[candidate.confidence] : candidate.confidence,
    ...(candidate.name !== undefined && { name: copyOf(candidate.name) }),
  }));
}

function candidatesIn(subject: SearchedText, lines: Lines): SecretCandidate[] {
  const search = new TextSearch(subject, lines);
  automaton.run(subject.bytes, (literal, end) => {
    for (const handler of perLiteral[literal] ?? []) handler(search, end - (literals[literal]?.length ?? 0), end);
  });
  for (const candidate of wholeFileSecrets(subject)) search.add(candidate);
  return search.found.length === 0 ? [] : joined(subject, search.found, lines);
}

/** The text with each secret that is found in it replaced. */
export function withoutSecrets(text: string): string {
  const bytes = Buffer.from(text);
  const subject = new SearchedText(bytes, '.env');
  const plain = subject.text;
  let shown = '';
  let from = 0;
  for (const { start, end } of candidatesIn(subject, new Lines(bytes))) {
    if (start < from) continue;
    shown += plain.slice(from, start) + REDACTED;
    from = end;
  }
  return from === 0 ? text : Buffer.from(shown + plain.slice(from), 'latin1').toString('utf8');
}

/** A text of its own: a part of a text keeps the whole of it in memory. */
function copyOf(part: string): string {
  return Buffer.from(part).toString();
}
