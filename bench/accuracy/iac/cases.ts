import { cpSync, mkdirSync, mkdtempSync, readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import type { ScanReport } from '../../../src/model/report.js';
import { readJsonLines, referencePath } from '../../../test/support/reference-data.js';
import { scanSample } from '../../../test/support/sample-scan.js';

type Verdict = 'fail' | 'pass' | 'unknown';

/** What a labelled case expects of one rule at one place. */
export interface Expectation {
  rule: string;
  verdict: Verdict;
  file?: string;
  line?: number;
  range?: [number, number];
  /** Verdicts that are right as well. */
  also?: Verdict[];
}

export interface IacCase {
  case: string;
  format: string;
  expect: Expectation[];
  must_not?: { rule: string; file?: string; range?: [number, number] }[];
  /** Inputs that must end in a named issue. */
  issues?: { file: string; kinds: string[] }[];
  place?: Record<string, string>;
  /** A file that is made: `head`, `times` × `repeat`, `tail`; `files` of them, numbered. */
  recipe?: { path: string; head: string; repeat: string; times: number; tail: string; files?: number };
}

/** The labelled cases, those of `formats` alone if any are named. */
export function iacCases(formats: readonly string[]): IacCase[] {
  return readJsonLines<IacCase>('iac', 'index.jsonl').filter(({ format }) => formats.length === 0 || formats.includes(format));
}

/** Ids of wider rules by the narrow rule that a finding of theirs stands for. */
export async function swallowers(): Promise<Map<string, readonly string[]>> {
  const { readFileSync } = await import('node:fs');
  const rules: { key: string; swallowed_by?: string[] }[] = JSON.parse(readFileSync(referencePath('iac', 'rules.json'), 'utf8'));
  return new Map(rules.map(({ key, swallowed_by: by = [] }) => [key, by]));
}

/** Scans a copy of a case, with the names that the real tools expect. */
export async function scanCase({ case: name, place = {}, recipe }: IacCase): Promise<ScanReport> {
  return scanCopy(join(...(name.startsWith('bad/') ? [] : ['cases']), name), place, recipe);
}

/** Scans files of a public project. */
export function scanRealworld(name: string): Promise<ScanReport> {
  return scanCopy(join('realworld', name), {});
}

export function realworldNames(): string[] {
  return readdirSync(referencePath('iac', 'realworld')).filter((name) => !name.endsWith('.json'));
}

async function scanCopy(from: string, place: Record<string, string>, recipe?: IacCase['recipe']): Promise<ScanReport> {
  const folder = mkdtempSync(join(tmpdir(), 'castellan-iac-'));
  try {
    if (recipe) make(folder, recipe);
    else cpSync(referencePath('iac', from), folder, { recursive: true });
    for (const [stored, real] of Object.entries(place)) {
      mkdirSync(dirname(join(folder, real)), { recursive: true });
      renameSync(join(folder, stored), join(folder, real));
    }
    return await scanSample({ targets: [{ kind: 'iac', value: folder }], cwd: folder });
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function make(folder: string, { path, head, repeat, times, tail, files }: NonNullable<IacCase['recipe']>): void {
  for (let at = 0; at < (files ?? 1); at++) {
    const numbered = (text: string) =>
      files === undefined ? text : text.replaceAll('{i}', String(at)).replaceAll('{{', '{').replaceAll('}}', '}');
    writeFileSync(join(folder, numbered(path)), numbered(head) + repeat.repeat(times) + tail);
  }
}
