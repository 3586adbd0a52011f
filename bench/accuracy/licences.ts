import { readFileSync } from 'node:fs';
import { judgeExpression } from '../../src/detect/licenses/verdict.js';
import { parsePolicy } from '../../src/policy/policy-file.js';
import { formatLeaf, parseExpression } from '../../src/support/licenses/expression.js';
import { licenseSources, readLicense } from '../../src/support/licenses/sources.js';
import { spdxTexts } from '../../src/support/licenses/spdx-texts.js';
import { TextReader } from '../../src/support/licenses/texts.js';
import { readJsonLines, referencePath } from '../../test/support/reference-data.js';
import type { AccuracyRow } from './purl.js';

interface NormalVector {
  source: string;
  input: unknown;
  expected: string | null;
  any_of?: (string | null)[];
}

/** Puts every labelled licence to the reader of its source. */
export function measureLicences(): AccuracyRow[] {
  return [...normalForms(), ...verdicts(), ...texts()];
}

function normalForms(): AccuracyRow[] {
  const rows = new Rows();
  for (const { source, input, expected, any_of } of readJsonLines<NormalVector>('licences', 'normalise.jsonl')) {
    const reader = licenseSources.find((one) => one === source.replace(/-.*/, '')) ?? 'name';
    const answer = readLicense(reader, input).expression ?? null;
    rows.add(
      `normal form, ${source}`,
      [expected, ...(any_of ?? [])].includes(answer),
      `${JSON.stringify(input)}: ${answer}, expected ${expected}`,
    );
  }
  return rows.all();
}

interface VerdictVector {
  expression: string;
  policy: string;
  verdict: string;
  because: string[];
}

function verdicts(): AccuracyRow[] {
  const policies: Record<string, object> = JSON.parse(readFileSync(referencePath('licences', 'policies.json'), 'utf8'));
  const parsed = new Map(
    Object.entries(policies).map(([name, lists]) => [name, parsePolicy(JSON.stringify({ version: 1, licenses: lists }), name).licenses]),
  );
  const rows = new Rows();
  for (const { expression, policy, verdict, because } of readJsonLines<VerdictVector>('licences', 'verdict.jsonl')) {
    const [lists, node] = [parsed.get(policy), parseExpression(expression)];
    const judged = lists && node && judgeExpression(node, lists);
    const answer = JSON.stringify([judged?.verdict, judged?.because.map(formatLeaf)]);
    rows.add(
      `verdict, ${policy}`,
      answer === JSON.stringify([verdict, because]),
      `${expression}: ${answer}, expected ${verdict} by ${because.join(', ')}`,
    );
  }
  return rows.all();
}

interface TextVector {
  text: string;
  expected: string | null;
  edit: string;
  any_of?: (string | null)[];
}

function texts(): AccuracyRow[] {
  const reader = new TextReader(spdxTexts());
  const rows = new Rows();
  for (const { text, expected, edit, any_of } of readJsonLines<TextVector>('licences', 'texts.jsonl')) {
    const answer = reader.read(text)?.expression ?? null;
    rows.add('text', [expected, ...(any_of ?? [])].includes(answer), `${expected}, ${edit}: ${answer}`);
  }
  return rows.all();
}

class Rows {
  private readonly byName = new Map<string, AccuracyRow>();

  add(name: string, passed: boolean, miss: string): void {
    const row = this.byName.get(name) ?? { name, cases: 0, passed: 0, misses: [] };
    this.byName.set(name, row);
    row.cases++;
    if (passed) row.passed++;
    else row.misses.push(miss);
  }

  all(): AccuracyRow[] {
    return [...this.byName.values()].sort((a, b) => (a.name < b.name ? -1 : 1));
  }
}
