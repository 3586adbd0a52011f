import type { Assignment } from './assignment.js';
import { ranks, type SearchedText, type SecretCandidate } from './candidate.js';
import { credentialKind, isHashName } from './names.js';
import { isStandInKey } from './not-secret.js';
import { namedForms, runAt, type ShapeForm } from './shape-patterns.js';
import { holds } from './structure.js';

interface NearForm extends ShapeForm {
  near: RegExp;
}

const forms: readonly NearForm[] = namedForms.map((form) => ({ ...form, near: new RegExp(form.shape.near ?? '(?:)') }));

const LONGEST_RUN = Math.max(...forms.map(({ least }) => least));
/** Most values are shorter than any key. */
const shortest = Math.min(...forms.map(({ least }) => least));

/** Words that lead to a provider's name; the search looks at each place where one stands. */
export const providerWords =
  'datadog|dd_app|dd_api|ddapp|ddapi|mistral|cohere|co_api_key|wandb|weights|deepgram|assembly|brave|cursor|fireworks|deepseek|eleven|firecrawl|voyage|twilio|discord|snyk|devops|azdo|vsts|cloudflare|cf_api|account_key|accountkey|shared_access|sharedaccess|secret_access|secretaccess|azure'.split(
    '|',
  );

const LONGEST_LINE = 400;
const LINES_BEFORE = 3;
const KEYS_AROUND = 30;
const LONGEST_WAY = 4000;
const DESCRIBED = /(?:^|[_-])(?:ids?|name|project|account|version|url|uri|host|hash|sha|digest|run|revision|path|file|email|region|org)$/i;

/** A value of a provider's shape that needs a word nearby. `byProvider`: the name was found by the provider's word, not a credential's. */
export function namedShape(subject: SearchedText, found: Assignment, byProvider: boolean): SecretCandidate | undefined {
  const run = runAt(subject.bytes, found.start, LONGEST_RUN);
  if (run < shortest) return undefined;
  const { text, from } = subject.around(found.start);
  const fitting = forms.filter((form) => form.least <= run && fits(form, text, found.start - from));
  if (fitting.length === 0 || isHashName(found.name) || DESCRIBED.test(found.name)) return undefined;
  const name = found.name.toLowerCase();
  const own = fitting.find(({ near }) => near.test(name));
  if (own) return candidateOf(own, subject, found);
  const trusted = !byProvider && (credentialKind(found.name) !== undefined || found.scheme !== undefined || /auth|key$/i.test(found.name));
  if (!trusted) return undefined;
  for (const around of surroundings(subject.text, found.start)) {
    const near = fitting.find((form) => form.near.test(around));
    if (near) return candidateOf(near, subject, found);
  }
  return fitting.filter(({ shape }) => shape.check === 'discord').map((form) => candidateOf(form, subject, found))[0];
}

function fits({ pattern, more, shape }: ShapeForm, text: string, at: number): boolean {
  pattern.lastIndex = at;
  const value = pattern.exec(text)?.[0];
  return value !== undefined && !more.test(text.charAt(at + value.length)) && holds(shape.check, value);
}

function candidateOf({ shape, pattern }: ShapeForm, subject: SearchedText, found: Assignment): SecretCandidate | undefined {
  const { text, from } = subject.around(found.start);
  pattern.lastIndex = found.start - from;
  const value = pattern.exec(text)?.[0] ?? '';
  const stub = { rule: shape.id, rank: ranks.provider, value, start: found.start, end: found.start + value.length };
  return {
    ...stub,
    severity: shape.severity,
    confidence: shape.check === undefined || shape.check === 'mixed' ? 'medium' : 'high',
    proof: shape.check === undefined || shape.check === 'mixed' ? 'name' : 'structure',
    name: found.name,
    ...(isStandInKey(value, value) && { none: true }),
  };
}

/** Texts around a place in lower case, nearest first: its line, the keys that enclose it, the lines before. */
function* surroundings(text: string, at: number): Generator<string> {
  const start = text.lastIndexOf('\n', at - 1) + 1;
  const end = text.indexOf('\n', at);
  yield text.slice(Math.max(start, at - LONGEST_LINE), Math.min(end === -1 ? text.length : end, at + LONGEST_LINE)).toLowerCase();
  const lines = linesBefore(text, start);
  yield enclosing(text.slice(start, at), lines).toLowerCase();
  for (const line of lines.slice(0, LINES_BEFORE)) yield line.toLowerCase();
}

/** The lines before, nearest first, each cut. */
function linesBefore(text: string, start: number): string[] {
  const lines = text.slice(Math.max(0, start - LONGEST_WAY), Math.max(0, start - 1)).split('\n');
  return lines
    .slice(-KEYS_AROUND)
    .reverse()
    .map((line) => line.slice(0, LONGEST_LINE));
}

function enclosing(line: string, before: readonly string[]): string {
  let indent = indentOf(line);
  const keys: string[] = [];
  for (const one of before) {
    if (indent === 0) break;
    if (one.trim() === '' || indentOf(one) >= indent) continue;
    indent = indentOf(one);
    keys.push(one.slice(0, 100));
  }
  return keys.join(' ');
}

function indentOf(line: string): number {
  return line.length - line.trimStart().length;
}
