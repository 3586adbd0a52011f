import { ecosystemOf } from '../../../ecosystems/registry.js';
import type { BundleFile } from '../../../model/ai-evidence.js';
import { isObject, jsonIn } from '../../../support/json.js';
import { LineCursor } from '../../../support/line-index.js';
import { findLookAlike, TELLING } from '../../malicious/look-alike.js';
import { popularIn } from '../../malicious/popular.js';
import type { BundleHit } from './hits.js';
import { installCommands } from './install-commands.js';
import type { BundleCheck } from './rule.js';

/** A package that a file of a skill asks for. */
interface Asked {
  ecosystem: 'PyPI' | 'npm';
  name: string;
  at: number;
}

/** Letters of a name below which another with one letter more is mostly another word. */
const SHORTEST = 6;

/** What runs packages is installed in other ways; a sentence may name it behind the command. */
const RUNTIMES: ReadonlySet<string> = new Set(['python', 'python3', 'nodejs']);

/** SUP-07: packages whose names are spelt nearly like those of the most used ones; one finding for each name. */
export const lookAlikePackages: BundleCheck = function* ({ files }) {
  const told = new Set<string>();
  for (const file of files) {
    const { text, role } = file;
    if (text === undefined || role === 'licence' || role === 'opaque') continue;
    const lines = new LineCursor(text);
    for (const asked of packagesIn(file, text)) {
      const hit = told.has(asked.name) ? undefined : imitation(asked);
      told.add(asked.name);
      if (hit !== undefined) yield { ...hit, file, line: lines.at(asked.at) };
    }
  }
};

function imitation({ ecosystem, name }: Asked): Pick<BundleHit, 'rule' | 'evidence' | 'severity'> | undefined {
  const popular = popularIn(ecosystem);
  const plain = ecosystemOf(ecosystem)?.normaliseName(name) ?? name;
  if (popular === undefined || plain.length < SHORTEST || RUNTIMES.has(plain) || popular.isKnown(plain)) return undefined;
  const found = findLookAlike(plain, popular);
  if (found === undefined || !popular.isTop(found.target)) return undefined;
  const severity = TELLING.has(found.how) ? 'high' : 'medium';
  // Other likenesses are those of honest add-ons.
  if (severity === 'medium' && found.how !== 'edit') return undefined;
  return { rule: 'SUP-07', evidence: `${name} instead of ${found.target}`, severity };
}

function packagesIn(file: BundleFile, text: string): Asked[] {
  const short = file.name.slice(file.name.lastIndexOf('/') + 1).toLowerCase();
  if (/^requirements[\w.-]*\.txt$/.test(short)) return requirements(text);
  if (short === 'package.json') return dependencies(text);
  return installCommands(text).flatMap(({ ecosystem, packages, at }) => packages.map((word) => ({ ecosystem, name: nameOf(word), at })));
}

/** Lines of a requirements file (pip documentation, Requirements File Format). */
function requirements(text: string): Asked[] {
  return [...text.matchAll(/^[ \t]*([A-Za-z0-9][\w.-]*)/gm)].map(({ 1: name = '', index }) => ({ ecosystem: 'PyPI', name, at: index }));
}

function dependencies(text: string): Asked[] {
  const value = jsonIn(text);
  if (!isObject(value)) return [];
  const { dependencies: run, devDependencies: built, optionalDependencies: optional } = value;
  const names = [run, built, optional].flatMap((each) => (isObject(each) ? Object.keys(each) : []));
  // One pass: a search for each name would cost the whole text as often.
  const places = new Map<string, number>();
  for (const { 0: string, index } of text.matchAll(STRING)) if (!places.has(string)) places.set(string, index);
  return names.map((name) => ({ ecosystem: 'npm', name, at: places.get(JSON.stringify(name)) ?? 0 }));
}

/** A string of JSON (RFC 8259, section 7). */
const STRING = /"(?:[^"\\]|\\.)*"/g;

/** Without version and extras. */
function nameOf(word: string): string {
  return /^@?[^@<>=~!^[]+/.exec(word)?.[0] ?? word;
}
