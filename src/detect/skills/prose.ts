import type { BundleFile, SkillBundle } from '../../model/ai-evidence.js';
import { compareSeverity } from '../../model/severity.js';
import { frontMatterOf } from '../../support/front-matter.js';
import { isObject, jsonIn } from '../../support/json.js';
import { LineCursor } from '../../support/line-index.js';
import { actChecks } from '../text/checks/act-checks.js';
import { judgeActs } from '../text/frames/judge-acts.js';
import { hitSeverity, hitsOf, judgeStatements, reasonOfHit, type TextHit } from '../text/judge.js';
import { withOpinion } from '../text/opinion/opinion.js';
import { type Addressee, NOBODY, type Subject, type TextDocument } from '../text/reading/document.js';
import { readStatements } from '../text/reading/read-statements.js';
import type { BundleHit } from './checks/hits.js';
import { isPlaceholderHost } from './checks/hosts.js';
import { linkedSteps } from './checks/linked-steps.js';
import { spokenStrings } from './checks/spoken-strings.js';
import { isOfTests } from './checks/test-files.js';

const MAX_STRINGS = 400;

function judged(document: TextDocument, acts = actChecks): TextHit[] {
  const statements = readStatements(document);
  const found = [...judgeStatements(statements, document, acts), ...linkedSteps(statements, document), ...judgeActs(statements, document)];
  return hitsOf(document, statements, withOpinion(found, statements, document)).map((hit) => softened(hit, document.text));
}

/** Limit of characters of a line that are looked at around a hit. */
const MAX_LINE = 2000;

/** A quoted line with a placeholder address of an attacker is a sample; the same address in an order is not. */
function softened(hit: TextHit, text: string): TextHit {
  const from = Math.max(0, hit.offset - MAX_LINE);
  const around = text.slice(from, hit.offset + MAX_LINE);
  const start = from + around.lastIndexOf('\n', hit.offset - from) + 1;
  const [line = ''] = text.slice(start, start + MAX_LINE).split('\n', 1);
  if (!QUOTED.test(line.slice(0, hit.offset - start + 6))) return hit;
  const hosts = [...line.matchAll(/(?:@|:\/\/)([\w.-]+\.[a-z]{2,})/gi)].map((match) => match[1] ?? '');
  return hosts.some(isPlaceholderHost) && !hosts.some((host) => !isPlaceholderHost(host))
    ? { ...hit, severity: 'low', lowered: 'it quotes a sample with an address of an example' }
    : hit;
}

/** A quotation that is open where the hit begins. */
const QUOTED = /^[^"“«‘]{0,200}["“«‘][^"”»’]*$/;

function moved(hit: TextHit, at: number, lines: LineCursor): TextHit {
  return { ...hit, offset: at, line: lines.at(at) };
}

/** Where a file lies: in which bundle, and how many characters all its files have together. */
export interface Place {
  bundle: SkillBundle;
  letters: number;
}

/** Hits of the text rules in a file of a bundle, depending on whom the file addresses. */
export function* judgeProse(file: BundleFile, subject: Subject, place: Place): Generator<BundleHit> {
  const { text } = file;
  if (text === undefined || text === '' || file.role === 'licence' || file.role === 'opaque') return;
  for (const hit of hitsIn(file, text, subject, place)) yield sightingOf(file, hit);
}

function* hitsIn(file: BundleFile, text: string, subject: Subject, { bundle, letters }: Place): Generator<TextHit> {
  const lead = leadTo(file, bundle);
  const around = { ...(lead !== undefined && { lead }), ...(file.role !== 'entry' && { among: letters }) };
  const judge = (part: string, kind: TextDocument['kind'], addressee = addresseeOf(file)) =>
    judged({ text: part, kind, addressee, subject, ...around });
  const lines = new LineCursor(text);
  const isSource = SOURCE.test(file.name);
  if (file.role === 'script' || isSource) {
    for (const hit of judge(text, 'code')) if (countsInCode(hit, text, lines) && !(isSource && hit.rule === LEARNED)) yield described(hit);
    for (const { words, at } of commentsTo(text)) for (const hit of judge(words, 'plain', 'agent')) yield moved(hit, at, lines);
    if (!isOfTests(file.name)) yield* spokenHits(text, (part) => judge(part, 'json-string', 'agent'), lines);
  } else if (/\.json[lc]?$/i.test(file.name))
    yield* tested(file, catalogued([...jsonHits(text, file, (part) => judge(part, 'json-string', 'agent'))]));
  else {
    const hits = judge(text, MARKUP.test(file.name) ? 'markup' : 'markdown');
    yield* /\.(?:ya?ml|toml|csv|tsv)$/i.test(file.name) ? catalogued(hits) : hits;
    if (file.role === 'entry')
      yield* headerHits(text, (part) =>
        judged({ text: part, kind: 'plain', addressee: 'agent', subject: NOBODY, among: DESCRIPTIONS }, []),
      );
  }
}

/** What strings of code say to an agent that reads them. Several that give orders are samples, as a scanner has them. */
function spokenHits(text: string, judge: (part: string) => TextHit[], lines: LineCursor): TextHit[] {
  const found = spokenStrings(text).map(({ words, at }) =>
    judge(words).flatMap((hit) => (hit.rule === LEARNED || hit.rule.startsWith('HID-') ? [] : [moved(hit, at, lines)])),
  );
  const hostile = found.filter((hits) => hits.length > 0);
  return hostile.length < 3 ? hostile.flat() : catalogued(hostile.flat());
}

/** What the learned opinion finds. */
const LEARNED = 'LRN-01';
/** Code that is no script: macros of TeX, and changes to code. Their comments tell of it, unless they address an agent. */
const SOURCE = /\.(?:sty|cls|bst|clo|ldf|dtx|patch|diff)$/i;

/** Characters of the descriptions among which a client shows one. */
const DESCRIPTIONS = 2_400;

/** Files whose words stand between tags. */
const MARKUP = /\.(?:svg|x?html?|xml|drawio)$/i;

/** The agent sees the description all the time, so it is judged separately; its own words must not vouch for an address in it. */
function* headerHits(text: string, judge: (part: string) => TextHit[]): Generator<TextHit> {
  const matter = frontMatterOf(text);
  for (const value of Object.values(matter?.fields ?? {})) {
    if (typeof value !== 'string' || value.length < 20) continue;
    const at = Math.max(0, text.indexOf(value.slice(0, 40)));
    for (const hit of judge(value)) yield moved(hit, at, new LineCursor(text));
  }
}

/** A data file with attack after attack is a list of signatures, a report or test data. */
function catalogued(hits: readonly TextHit[]): TextHit[] {
  return hits.length < 3 ? [...hits] : hits.map((hit) => ({ ...hit, severity: 'low', lowered: 'it is one of a list of samples' }));
}

/** What a test of the skill expects is told to whoever runs it; an agent that is sent there is told it as well. */
function tested({ name, role }: BundleFile, hits: readonly TextHit[]): TextHit[] {
  if (!isOfTests(name) || role === 'referenced' || role === 'entry') return [...hits];
  return hits.map((hit) =>
    compareSeverity(hitSeverity(hit), 'medium') > 0 ? { ...hit, severity: 'medium', lowered: 'it is part of a test' } : hit,
  );
}

/** A sentence in a string of code is data; in a comment it may be an order. Invisible text counts in both. */
function countsInCode({ rule, offset }: TextHit, text: string, lines: LineCursor): boolean {
  if (/^(?:HID-0[1-6]|ENC)/.test(rule)) return true;
  if (PUT_ASIDE.test(text.slice(lines.startOf(offset)))) return false;
  return /^\+?[ \t]*(?:#|\/\/|%|\/?\*|--|;|<!--|"{3}|'{3})/.test(text.slice(lines.startOf(offset)));
}

/** A call that was put aside: code, and no sentence. */
const PUT_ASIDE =
  /^[ \t]*(?:#|\/\/|--)[ \t]*(?:await |return |yield |(?:const|let|var) [\w{}, ]{1,60} = (?:await )?|[\w.]{1,40} = (?:await )?)?[\w$]{1,40}(?:\.[\w$]{1,40}){0,6}\([^\n]*\)[ \t]*;?[ \t]*(?:\n|$)/;

/** Comments that address nobody say what the code does, and that is followed in the code itself. */
function described(hit: TextHit): TextHit {
  const isGrave = compareSeverity(hitSeverity(hit), 'medium') > 0;
  return isGrave && /^(?:CRD-0[^3]|PER|DES|APR-0[24])/.test(hit.rule)
    ? { ...hit, severity: 'medium', lowered: 'the comment addresses nobody' }
    : hit;
}

/** Strings of a JSON file that are long enough for an order. */
function* jsonHits(text: string, file: BundleFile, judge: (part: string) => TextHit[]): Generator<TextHit> {
  const value = jsonIn(text);
  if (value === undefined) return;
  const lines = new LineCursor(text);
  for (const { words, tried } of stringsOf(value)) {
    const at = Math.max(0, text.indexOf(JSON.stringify(words).slice(1, 41)));
    const input = tried && file.named !== true;
    for (const hit of judge(words))
      yield moved(input ? { ...hit, severity: 'low', lowered: 'it is the input of a case with its expected outcome' } : hit, at, lines);
  }
}

/** A key beside an input that states the expected result: the record is a case of an evaluation. */
const EXPECTATION = /^(?:expect\w*|label|assertions?|should_\w+|verdict|ground_?truth|rubric|criteria)$/i;

/** A string, and whether it is an input with its expected outcome beside it. */
interface JsonString {
  words: string;
  tried: boolean;
}

function stringsOf(value: unknown): JsonString[] {
  const found: JsonString[] = [];
  const queue: { value: unknown; tried: boolean }[] = [{ value, tried: false }];
  while (queue.length > 0 && found.length < MAX_STRINGS) {
    const { value: next, tried } = queue.shift() ?? { value: undefined, tried: false };
    if (typeof next === 'string' && next.length > 20 && next.includes(' ')) found.push({ words: next, tried });
    else if (Array.isArray(next)) queue.push(...next.slice(0, 2000).map((each) => ({ value: each, tried })));
    else if (isObject(next)) {
      const isCase = tried || Object.keys(next).some((key) => EXPECTATION.test(key));
      queue.push(
        ...Object.values(next)
          .slice(0, 2000)
          .map((each) => ({ value: each, tried: isCase })),
      );
    }
  }
  return found;
}

/** Characters before the name of a file that may say what the file speaks of. */
const LEAD = 300;

/** The words of the same paragraph that lead to a file the agent is to read. */
function leadTo({ name, role }: BundleFile, { files }: SkillBundle): string | undefined {
  if (role !== 'referenced') return undefined;
  const short = name.slice(name.lastIndexOf('/') + 1);
  for (const { role: from, text = '', name: other } of files) {
    if (other === name || (from !== 'entry' && from !== 'referenced')) continue;
    const at = text.indexOf(short);
    if (at === -1) continue;
    const [lead] = text
      .slice(Math.max(0, at - LEAD), at)
      .split(/\n\s*\n/)
      .slice(-1);
    return lead;
  }
  return undefined;
}

function addresseeOf(file: BundleFile): Addressee {
  // Pages and tables are displayed or counted; their text does not address the agent.
  if (file.role === 'data' && /\.(?:html?|csv|tsv)$/i.test(file.name)) return 'people';
  if (file.role === 'entry' || file.role === 'referenced') return 'agent';
  return /(?:^|\/)(?:readme|changelog|contributing)/i.test(file.name) ? 'people' : 'unknown';
}

function sightingOf(file: BundleFile, hit: TextHit): BundleHit {
  const { rule, line, evidence, severity, confidence } = hit;
  return { rule, file, line, evidence, reason: reasonOfHit(hit), ...(severity && { severity }), ...(confidence && { confidence }) };
}

const TO_AGENT = /\b(?:ai|assistants?|agents?|claude|copilot|llms?|language model|chatgpt|gemini|cursor)\b/i;

/** Blocks of comment lines in code that address the agent, as running text. */
export function commentsTo(text: string): { words: string; at: number }[] {
  const found: { words: string; at: number }[] = [];
  for (const match of text.matchAll(/(?:^\+?[ \t]*(?:#|\/\/|%|\*|--|;|\/\*)[^\n]*(?:\n|$)){1,60}/gm)) {
    const words = match[0].replace(/^\+?[ \t]*(?:#+|\/\/+|%+|\/?\*+|--|;+)[ \t]?/gm, '').replace(/\s*\n\s*/g, ' ');
    if (words.length > 20 && TO_AGENT.test(words)) found.push({ words, at: match.index });
  }
  return found;
}
