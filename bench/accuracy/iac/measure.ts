import type { Finding } from '../../../src/model/finding.js';
import type { ScanReport } from '../../../src/model/report.js';
import { type Expectation, type IacCase, iacCases, realworldNames, scanCase, scanRealworld, swallowers } from './cases.js';

/** Figures of one format. */
export interface IacFigures {
  cases: number;
  fails: number;
  /** Of the fails: a finding in the range. */
  found: number;
  /** Of the fails with a line: a finding at the very line. */
  placed: number;
  exact: number;
  /** Expectations that no finding may break. */
  quiet: number;
  falseAlarms: number;
  unknowns: number;
  said: number;
  raised: number;
  falseCleans: number;
  /** Inputs that must end in a named issue, and those that do. */
  bad: number;
  named: number;
  /** Each wrong answer in one line. */
  misses: string[];
}

/** Counts that must stay zero, and shares that must stay above. */
export const IAC_FLOORS = { recall: 0.95, falseAlarms: 0.01 } as const;

export function emptyFigures(): IacFigures {
  return {
    cases: 0,
    fails: 0,
    found: 0,
    placed: 0,
    exact: 0,
    quiet: 0,
    falseAlarms: 0,
    unknowns: 0,
    said: 0,
    raised: 0,
    falseCleans: 0,
    bad: 0,
    named: 0,
    misses: [],
  };
}

/** Scans every labelled case and compares. */
export async function measureIac(formats: readonly string[]): Promise<Map<string, IacFigures>> {
  const wider = await swallowers();
  const byFormat = new Map<string, IacFigures>();
  for (const item of iacCases(formats)) {
    const figures = byFormat.get(item.format) ?? emptyFigures();
    byFormat.set(item.format, figures);
    const report = await scanCase(item);
    if (item.issues) judgeBad(figures, item, report);
    if (!item.case.startsWith('bad/')) judgeCase(figures, item, new Answers(report, wider));
  }
  return byFormat;
}

/** Files of public projects that are called unreadable; there must be none. */
export async function measureRealworld(): Promise<{ projects: number; unread: string[] }> {
  const unread: string[] = [];
  const names = realworldNames();
  for (const name of names) {
    const { scan_run: run } = await scanRealworld(name);
    for (const { path, line, kind, reason } of run.issues)
      if (!['unresolved', 'missing_include'].includes(kind)) unread.push(`${name} ${path}:${line ?? ''} ${kind}: ${reason}`);
  }
  return { projects: names.length, unread };
}

/** What a report says of rules at places. */
class Answers {
  readonly isClean: boolean;
  private readonly active: readonly Finding[];

  constructor(
    private readonly report: ScanReport,
    private readonly wider: ReadonlyMap<string, readonly string[]>,
  ) {
    this.active = report.findings.filter(({ suppressed }) => suppressed === undefined);
    this.isClean = report.verdict.outcome === 'clean' || report.verdict.outcome === 'empty';
  }

  /** Lines of findings of exactly this rule: where each is first placed. A related place raises no alarm of its own. */
  lines(rule: string, place: Place): number[] {
    return this.of(rule).flatMap(({ locations: [first] }) => linesIn(first ? [first] : [], place));
  }

  /** Lines of findings of this rule or of one that says the same and more. */
  widerLines(rule: string, place: Place): number[] {
    return this.andWider(rule).flatMap((id) => this.lines(id, place));
  }

  /** True where such a finding names the place, first or beside its first: the bucket of a policy, the call of a module. */
  names(rule: string, place: Place): boolean {
    return this.andWider(rule).some((id) => this.of(id).some(({ locations }) => linesIn(locations, place).length > 0));
  }

  isUndecided(rule: string, { file, range }: Place): boolean {
    return this.report.scan_run.issues.some(
      ({ kind, path, line = 0, reason }) =>
        (kind === 'unresolved' || kind === 'missing_include') &&
        reason.startsWith(`${rule} `) &&
        (file === undefined || path === file) &&
        (range === undefined || (range[0] <= line && line <= range[1])),
    );
  }

  private of(rule: string): Finding[] {
    return this.active.filter((finding) => finding.rule === rule);
  }

  private andWider(rule: string): string[] {
    return [rule, ...(this.wider.get(rule) ?? [])];
  }

  get issues(): string {
    return this.report.scan_run.issues
      .map(({ kind, path, line, reason }) => `${kind} ${path}:${line ?? ''} ${reason}`)
      .slice(0, 3)
      .join(' | ');
  }
}

type Place = Pick<Expectation, 'file' | 'range'>;

function linesIn(locations: Finding['locations'], { file, range }: Place): number[] {
  return locations
    .filter(({ path }) => file === undefined || path === file)
    .map(({ line = 0 }) => line)
    .filter((line) => range === undefined || (range[0] <= line && line <= range[1]));
}

function judgeCase(figures: IacFigures, item: IacCase, answers: Answers): void {
  figures.cases++;
  for (const expected of item.expect) judgeOne(figures, item, { expected, answers });
  for (const trap of item.must_not ?? []) quiet(figures, item, { expected: { ...trap, verdict: 'pass' }, answers });
  if (answers.isClean && item.expect.some(({ verdict, also = [] }) => verdict !== 'pass' && !also.includes('pass'))) {
    figures.falseCleans++;
    figures.misses.push(`${item.case}: false clean ${answers.issues}`);
  }
}

interface Judged {
  expected: Expectation;
  answers: Answers;
}

function judgeOne(figures: IacFigures, item: IacCase, judged: Judged): void {
  const { verdict, also = [], rule } = judged.expected;
  const { answers, expected } = judged;
  const where = `${item.case} ${rule} ${expected.file ?? ''}:${expected.line ?? ''} [${expected.range?.join('-') ?? ''}]`;
  if (verdict === 'pass') {
    if (!also.includes('fail')) quiet(figures, item, judged);
  } else if (verdict === 'unknown') {
    figures.unknowns++;
    const raised = answers.lines(rule, expected).length > 0;
    if (raised && !also.includes('fail')) {
      figures.raised++;
      figures.misses.push(`${where}: unknown raised`);
    } else if (raised || answers.isUndecided(rule, expected) || also.includes('pass')) figures.said++;
    else figures.misses.push(`${where}: unknown not said; ${answers.issues}`);
  } else {
    figures.fails++;
    const lines = answers.widerLines(rule, expected);
    if (answers.names(rule, expected) || also.includes('pass') || (also.includes('unknown') && answers.isUndecided(rule, expected)))
      figures.found++;
    else
      figures.misses.push(
        `${where}: missed; elsewhere ${answers.lines(rule, { ...(expected.file !== undefined && { file: expected.file }) }).join(', ')} ${answers.issues}`,
      );
    if (expected.line === undefined) return;
    figures.placed++;
    if (lines.includes(expected.line)) figures.exact++;
  }
}

function quiet(figures: IacFigures, item: IacCase, { expected, answers }: Judged): void {
  figures.quiet++;
  const lines = answers.lines(expected.rule, expected);
  if (lines.length === 0) return;
  figures.falseAlarms++;
  figures.misses.push(
    `${item.case} ${expected.rule} ${expected.file ?? ''} [${expected.range?.join('-') ?? ''}]: false alarm at ${lines.join(', ')}`,
  );
}

function judgeBad(figures: IacFigures, item: IacCase, report: ScanReport): void {
  figures.bad++;
  const active = report.findings.some(({ suppressed }) => suppressed === undefined);
  const right = (item.issues ?? []).every(({ file, kinds }) => {
    const named = report.scan_run.issues.some(({ path, kind }) => (file === '*' || path === file) && kinds.includes(kind));
    return named || kinds.includes('clean-ok') || (kinds.includes('finding') && active);
  });
  const clean = report.verdict.outcome === 'clean' && !item.issues?.some(({ kinds }) => kinds.includes('clean-ok'));
  if (right && !clean) figures.named++;
  else
    figures.misses.push(
      `${item.case}: wants ${item.issues?.map(({ kinds }) => kinds.join('/')).join(' ')}, has ${report.verdict.outcome} ${new Answers(report, new Map()).issues}`,
    );
}
