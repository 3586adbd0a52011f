import { type Expression, leavesOf, parseExpression } from '../../support/licenses/expression.js';
import { firstOf, plural } from '../../support/listing.js';
import { redact } from '../../support/redact.js';
import type { FoundLicense } from './text-readings.js';

/** Components named in a remark; the others are counted. */
const SHOWN = 5;

/** What is said of licences that texts tell. Labels are `name@version`. */
export class LicenseRemarks {
  private readonly byText: { label: string; score: number }[] = [];
  private readonly differing: string[] = [];

  /** A text names the licence, because nothing else does. */
  told(label: string, { score }: FoundLicense): void {
    this.byText.push({ label, score });
  }

  /** Says that a text is another licence than the declared one, where it is. What is declared counts. */
  compare(label: string, declared: string, { expression, score, file }: FoundLicense): void {
    if (isAmong(expression, declared)) return;
    this.differing.push(
      redact(`${label} names ${declared}; its ${file} is ${expression} (low confidence, ${percent(score)} of the words agree)`),
    );
  }

  lines(): string[] {
    const { byText, differing } = this;
    if (byText.length === 0) return [...new Set(differing)].sort();
    const labels = [...new Set(byText.map(({ label }) => label))].sort();
    const least = Math.min(...byText.map(({ score }) => score));
    const told = `the licence of ${plural(labels.length, 'component')} is told by its text (${least < 1 ? `${percent(least)} or more` : 'all'} of the words agree)`;
    return [`${told}: ${firstOf(labels, SHOWN)}`, ...[...new Set(differing)].sort()];
  }
}

/** True where every licence of the text is one of those that are declared: a package of several may hold the text of one. */
function isAmong(text: string, declared: string): boolean {
  const [own, named] = [parseExpression(text), parseExpression(declared)];
  if (own === undefined || named === undefined) return false;
  const known = new Set(familiesOf(named));
  return familiesOf(own).every((family) => known.has(family));
}

/** Licences without "only" and "or later", which their texts do not tell. */
function familiesOf(expression: Expression): string[] {
  return leavesOf(expression).map(({ license }) => license.replace(/(?:-only|-or-later|\+)$/, ''));
}

function percent(score: number): string {
  return `${Math.floor(score * 100)} %`;
}
