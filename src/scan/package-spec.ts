import type { Ecosystem } from '../ecosystems/ecosystem.js';
import { ecosystemNamed, requireEcosystem } from '../ecosystems/named.js';
import { ecosystemOf, ecosystemOfPurl, ecosystems } from '../ecosystems/registry.js';
import { runnerOf } from '../ecosystems/runners.js';
import type { AdvisorySource } from '../model/advisory.js';
import { parsePurl } from '../model/purl.js';
import { UsageError } from '../support/errors.js';
import { quote } from '../support/quote.js';

/** A package a user asks about, with nothing left to guess. */
export interface PackageSpec {
  ecosystem: string;
  /** The ecosystem's own form. */
  name: string;
  version: string;
  /** As the user wrote it. */
  text: string;
}

interface Partial {
  ecosystem?: Ecosystem | undefined;
  name: string;
  version: string;
}

/**
 * Reads `name@version`, `pypi:name==version`, a purl, or the text of a runner's command (`npx -y pkg@v`, `uvx pkg==v`).
 * Throws UsageError when there is no version, or when the name exists in several ecosystems and none is given: then the
 * candidates found in the local database are listed, and nothing else is asked.
 */
export function parsePackageSpec(text: string, ecosystem: string | undefined, source: AdvisorySource | undefined): PackageSpec {
  const given = ecosystem === undefined ? undefined : requireEcosystem(ecosystem, '--ecosystem');
  const partial = parseForm(text.trim(), given);
  if (partial.version === '') {
    throw new UsageError({
      message: `no version in "${quote(text, 200)}"`,
      hint: 'write name@version, name==version or a purl with @version',
    });
  }
  const found = given ?? partial.ecosystem ?? ecosystemByDatabase(text, partial.name, source);
  requireWholeName(found, partial.name, { text, source });
  requireVersion(found, partial.version, text);
  return { ecosystem: found.name, name: partial.name, version: partial.version, text };
}

/** Refuses a name without its mandatory part: the look-up would find nothing, which would look clean. */
function requireWholeName({ name: ecosystem, nameForm, normaliseName }: Ecosystem, name: string, about: About): void {
  const whole = normaliseName(name);
  if (nameForm === undefined || nameForm.fits(whole)) return;
  const { form } = nameForm;
  const mark = form.includes(':') ? ':' : '/';
  const meant = whole.startsWith('@') ? [] : (about.source?.namesEnding(ecosystem, `${mark}${whole}`) ?? []);
  throw new UsageError({
    where: about.text,
    message: `"${quote(name, 100)}" is no ${form}, as ${ecosystem} names its packages`,
    ...(meant.length > 0 && { hint: `did you mean ${meant.join(', ')}?` }),
  });
}

interface About {
  text: string;
  source: AdvisorySource | undefined;
}

/** Texts of ranges, wildcards and moving release names such as `latest`. */
const NO_VERSION = /^[\^~<>=!*[(]|\|\||[,\s*]|(?:^|\.)x(?:\.|$)/i;

/** Only an exact version can be judged; a commit counts as exact. */
function requireVersion({ name, ordering }: Ecosystem, version: string, text: string): void {
  const isExact = /^[0-9a-f]{40}$/.test(version) || (ordering.valid(version) && /\d/.test(version) && !NO_VERSION.test(version));
  if (isExact) return;
  throw new UsageError({
    message: `no version in "${quote(text, 200)}": "${quote(version, 60)}" is a range, a tag or a branch, no exact ${name} version`,
    hint: 'write the version that is, or would be, installed',
  });
}

function parseForm(text: string, given: Ecosystem | undefined): Partial {
  if (text.startsWith('pkg:')) return fromPurl(text);
  if (/\s/.test(text)) return fromCommand(text);
  const colon = /^([A-Za-z][A-Za-z0-9. -]*):(.+)$/.exec(text);
  const prefixed = colon?.[1] === undefined ? undefined : ecosystemNamed(colon[1]);
  if (prefixed && colon?.[2] !== undefined) return { ...splitVersion(colon[2]), ecosystem: prefixed };
  return { ...splitVersion(text), ecosystem: given ?? ecosystemByShape(text) };
}

function fromPurl(text: string): Partial {
  const purl = parsePurl(text);
  const ecosystem = ecosystemOfPurl(purl.type, purl.namespace, purl.qualifiers);
  if (!ecosystem) throw new UsageError({ where: text, message: `no ecosystem for purl type "${purl.type}"` });
  return { ecosystem, name: ecosystem.nameOfPurl(purl.namespace, purl.name), version: purl.version ?? '' };
}

function fromCommand(text: string): Partial {
  const words = text.split(/\s+/);
  const runner = runnerOf(words);
  if (!runner)
    throw new UsageError({ where: text, message: 'is no package and no command of npx, bunx, pnpm dlx, yarn dlx, uvx or pipx run' });
  const rest = words.slice(runner.words.length);
  const named = rest.findIndex((word) => word === '--from' || word === '--package' || word === '-p');
  const operand = named === -1 ? rest.find((word) => !word.startsWith('-')) : rest[named + 1];
  if (operand === undefined) throw new UsageError({ where: text, message: 'names no package' });
  return { ...splitVersion(operand), ecosystem: ecosystemOf(runner.ecosystem) };
}

/** `name@version` or `name==version`; extras (`name[extra]`) are no part of the name. A leading `@` belongs to a scope. */
function splitVersion(text: string): { name: string; version: string } {
  const equals = /^([^=<>!~]+)===?([^=].*)$/.exec(text);
  if (equals?.[1] !== undefined && equals[2] !== undefined) return { name: equals[1].replace(/\[.*\]$/, ''), version: equals[2] };
  const at = text.lastIndexOf('@');
  if (at <= 0) return { name: text, version: '' };
  return { name: text.slice(0, at).replace(/\[.*\]$/, ''), version: text.slice(at + 1) };
}

/** Forms only one ecosystem has. */
function ecosystemByShape(text: string): Ecosystem | undefined {
  if (/^@[^/@]+\/[^/@]+@/.test(text)) return ecosystemOf('npm');
  if (/^[^@]+==/.test(text)) return ecosystemOf('PyPI');
  if (/^[a-z0-9.-]+\.[a-z]{2,}\/[^@]+@v?\d/.test(text)) return ecosystemOf('Go');
  return /^[A-Za-z0-9_.-]+:[A-Za-z0-9_.-]+@/.test(text) ? ecosystemOf('Maven') : undefined;
}

function ecosystemByDatabase(text: string, name: string, source: AdvisorySource | undefined): Ecosystem {
  const candidates = ecosystems.map((ecosystem) => ({ ecosystem: ecosystem.name, name: ecosystem.normaliseName(name) }));
  const found = source?.ecosystemsOf(candidates) ?? [];
  const only = found.length === 1 && found[0] !== undefined ? ecosystemOf(found[0]) : undefined;
  if (only) return only;
  const where = found.length === 0 ? 'the local database knows it in none' : `the local database knows it in ${found.join(', ')}`;
  throw new UsageError({ where: text, message: `which ecosystem? ${where}`, hint: 'name it: --ecosystem npm, or npm:name@version' });
}
