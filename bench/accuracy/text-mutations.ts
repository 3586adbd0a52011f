import { judgeAll } from '../../src/detect/contract/rule.js';
import { skillRules } from '../../src/detect/skills/registry.js';
import { skillVerdict } from '../../src/detect/skills/verdict.js';
import { isOfKnownMaker } from '../../src/detect/text/reading/maker-hosts.js';
import type { BundleFile, SkillBundle } from '../../src/model/ai-evidence.js';
import type { SkillCase } from './skills.js';

/** A change of a text that changes nothing of what it asks for. */
interface Mutation {
  name: string;
  change(text: string): string;
  /** Every file is changed, not only the entry. */
  everywhere?: boolean;
}

/** How many verdicts a mutation changed: cases that alarmed and are quiet now, and the other way round. */
export interface MutationRow {
  name: string;
  cases: number;
  /** Cases that alarm without the mutation. */
  alarms: number;
  lost: number;
  raised: number;
}

const HEADINGS = ['Examples and techniques', 'Testing checklist'];
const HEADING = /^(#{1,6})[ \t]+(.*)$/gm;
const HOST = /\b(https?:\/\/)([\w.-]+\.[a-z]{2,}|\d{1,3}(?:\.\d{1,3}){3})(?=[/:\s)"'`>\]]|$)/gi;

const mutations: readonly Mutation[] = [
  ...HEADINGS.map((title) => ({ name: `heading "${title}" above`, change: (text: string) => headed(text, title) })),
  { name: 'every heading "Notes"', change: (text) => text.replace(HEADING, '$1 Notes') },
  { name: 'hosts of strangers in a bucket', change: inBucket, everywhere: true },
];

/** What a maker gives away is no longer theirs in a bucket of anybody: their hosts stay. */
function inBucket(text: string): string {
  return text.replace(HOST, (address, scheme: string, host: string) =>
    isOfKnownMaker(host) ? address : `${scheme}files-7f3a.s3.amazonaws.com`,
  );
}

/** Judges each case after each mutation of its texts, and counts the verdicts that differ from `before`, the ones by case. */
export function measureMutations(cases: readonly SkillCase[], before: ReadonlyMap<string, boolean>): MutationRow[] {
  return mutations.map((mutation) => {
    const row: MutationRow = { name: mutation.name, cases: cases.length, alarms: 0, lost: 0, raised: 0 };
    for (const { case: id, bundles } of cases) {
      const wasAlarm = before.get(id) ?? false;
      if (wasAlarm) row.alarms++;
      const isAlarm = alarmAfter(bundles, mutation, wasAlarm);
      if (wasAlarm && !isAlarm) row.lost++;
      if (!wasAlarm && isAlarm) row.raised++;
    }
    return row;
  });
}

function alarmAfter(bundles: readonly SkillBundle[], mutation: Mutation, wasAlarm: boolean): boolean {
  const changed = bundles.map((bundle) => mutated(bundle, mutation));
  const isSame = changed.every(({ files }, at) => files.every(({ text }, file) => text === bundles[at]?.files[file]?.text));
  return isSame ? wasAlarm : skillVerdict(judgeAll(skillRules, changed)) === 'malicious';
}

function mutated(bundle: SkillBundle, { change, everywhere = false }: Mutation): SkillBundle {
  const changed = (file: BundleFile): BundleFile =>
    (everywhere || file.role === 'entry') && file.text !== undefined ? { ...file, text: change(file.text) } : file;
  return { ...bundle, files: bundle.files.map(changed) };
}

/** One heading above the text, below the front matter; the other headings go one level down. */
function headed(text: string, title: string): string {
  const [front = ''] = /^---\r?\n[\s\S]*?\r?\n---\r?\n/.exec(text) ?? [];
  return `${front}\n# ${title}\n\n${text.slice(front.length).replace(HEADING, '#$1 $2')}`;
}
