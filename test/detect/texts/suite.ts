import { ACTS, type Choice, clauseOf, type Intent, isInSample, sentence, shapeOf, vocabularyOf } from './clauses.js';
import { CONSTRUCTIONS, constructed, FRAMINGS, framed, isOrder } from './constructions.js';
import { fits } from './disguises.js';
import { CARRIERS, type Carrier, carried, isOpen, OPEN_CARRIERS, type Specimen, specimenOf } from './specimen.js';
import { HALVES, type Half, LANGUAGES, type Language } from './vocabulary.js';

/** One generated text with what it is and where it counts. */
export interface SuiteCase {
  /** True for an order against the user, false for a text that must stay quiet. */
  hostile: boolean;
  half: Half;
  /** The sentence, before it went into its carrier. */
  text: string;
  specimen: Specimen;
  /** `dimension value`, such as `act send` or `language ko`. */
  dimensions: string[];
}

/** How many acts each carrier gets in each language: a third of them, other ones each time. */
const ACTS_PER_CARRIER = 5;

/** All cases in a fixed order, or one of every `every`; made one by one, for there are thousands. */
export function* suiteCases(every = 1): Iterable<SuiteCase> {
  for (const half of HALVES)
    for (const language of LANGUAGES) {
      for (const each of [...actCases(half, language), ...carrierCases(half, language), ...framingCases(half, language)])
        if (isInSample(each.seed, every)) yield each.make();
      for (const each of alarmCases(half, language)) if (isInSample(each.seed, every)) yield each.make();
    }
}

/** A case that is made only when it is wanted. */
interface Planned {
  seed: string;
  make(): SuiteCase;
}

function* actCases(half: Half, language: Language): Iterable<Planned> {
  for (const [at, act] of ACTS.entries())
    for (const [turn, construction] of CONSTRUCTIONS.entries())
      for (const intent of ['hostile', 'harmless'] satisfies Intent[]) {
        const seed = `${half} ${language} ${act} ${construction} ${intent}`;
        const choice: Choice = { act, intent, language, half, seed };
        const carrier = OPEN_CARRIERS[(at + turn) % 3] ?? 'skill';
        yield planned(seed, () => {
          const parts = constructed(choice, construction);
          const dimensions = [`act ${act}`, `construction ${construction}`, ...namesOf(choice)];
          return caseOf(choice, parts.join(' '), specimenOf(choice, parts, construction, carrier), dimensions);
        });
      }
}

/** The shapes of a clause as dimensions; harmless things have other ones, so only orders are told apart by them. */
function namesOf(choice: Choice): string[] {
  const names = choice.intent === 'hostile' ? shapeOf(clauseOf(choice), 'names') : '';
  return names === '' ? [] : names.split(' ').map((name) => `shape ${name}`);
}

function* carrierCases(half: Half, language: Language): Iterable<Planned> {
  for (const [at, carrier] of CARRIERS.entries()) {
    if (!isPossible(carrier, language)) continue;
    for (let turn = 0; turn < ACTS_PER_CARRIER; turn++) {
      const act = ACTS[(at * 7 + turn * 3 + LANGUAGES.indexOf(language)) % ACTS.length] ?? 'send';
      for (const intent of intentsOf(carrier)) {
        const seed = `${half} ${language} ${carrier} ${turn} ${intent}`;
        const choice: Choice = { act, intent, language, half, seed };
        yield planned(seed, () => {
          const text = sentence(shapeOf(clauseOf(choice), 'imp'), language);
          return caseOf(choice, text, carried(choice, text, carrier), [`carrier ${carrier}`]);
        });
      }
    }
  }
}

function isPossible(carrier: Carrier, language: Language): boolean {
  return isOpen(carrier) || carrier === 'word-hidden' || fits(carrier, language);
}

/**
 * Hidden language is an alarm whatever it says, so a harmless text has a place only in the open and, in Markdown, in a comment or a
 * hidden style.
 */
function intentsOf(carrier: Carrier): Intent[] {
  return isOpen(carrier) || carrier === 'html-comment' || carrier === 'css-hidden' ? ['hostile', 'harmless'] : ['hostile'];
}

function* framingCases(half: Half, language: Language): Iterable<Planned> {
  for (const [at, act] of ACTS.entries())
    for (const framing of FRAMINGS) {
      // An order below a heading has the words and the place of the one without, so that their figures can be compared.
      const alike = framing === 'order' ? 'heading' : framing;
      const seed = `${half} ${language} ${act} ${alike}`;
      const choice: Choice = { act, intent: 'hostile', language, half, seed };
      const carrier = OPEN_CARRIERS[(at + FRAMINGS.indexOf(alike)) % 3] ?? 'skill';
      yield planned(seed, () => {
        const text = framed(choice, framing);
        const made = caseOf(choice, text, carried(choice, text, carrier), [`framing ${framing}`]);
        return { ...made, hostile: isOrder(framing) };
      });
    }
}

/** Ordinary sentences that detectors take for orders, class by class. */
function* alarmCases(half: Half, language: Language): Iterable<Planned> {
  const words = vocabularyOf(language);
  for (const kind of words.keys('alarm'))
    for (const text of words.half('alarm', kind, half))
      for (const carrier of OPEN_CARRIERS.slice(0, 3)) {
        const seed = `${half} ${language} ${kind} ${carrier} ${text}`;
        const choice: Choice = { act: 'read', intent: 'harmless', language, half, seed };
        const shown = text.replaceAll('\\n', '\n');
        yield planned(seed, () => caseOf(choice, shown, carried(choice, shown, carrier), [`ordinary ${kind}`]));
      }
}

function planned(seed: string, make: () => SuiteCase): Planned {
  return { seed, make };
}

function caseOf({ intent, half, language }: Choice, text: string, specimen: Specimen, dimensions: string[]): SuiteCase {
  return { hostile: intent === 'hostile', half, text, specimen, dimensions: [`language ${language}`, ...dimensions] };
}
