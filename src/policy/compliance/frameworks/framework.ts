import type { TopicId } from './topics.js';

/** What scans can say of a control. */
export interface ControlTest {
  /** Weaknesses that speak against it. None: people assess it, no scan can. */
  topics: readonly TopicId[];
  /** True when finding none of them, with everything looked at, is enough for a pass. Else a clean scan leaves it to people. */
  passes: boolean;
}

/** One control of a framework. */
export interface Control extends ControlTest {
  /** As the framework numbers it. */
  id: string;
  title: string;
  /** References of rules that speak against it: `OWASP LLM01`; parts of it, too: `MITRE ATLAS AML.T0010.003`. */
  tags?: readonly string[];
  /** What assesses it besides scans, or in their place. */
  evidence: string;
}

export interface Framework {
  /** Of its address: `owasp-llm`. */
  id: string;
  title: string;
  version: string;
  publisher: string;
  reference: string;
  /** Whose words the titles of controls are: the publisher's own short ones, or ours where it writes sentences. */
  titles: 'official' | 'paraphrased';
  /** What ids and titles were compared with. */
  confirmed_with: string;
  /** The selection of controls that this program says anything about, in the framework's order. */
  controls: readonly Control[];
}

/** Scans assess the control: it passes when they looked at everything and found nothing. */
export function scans(...topics: TopicId[]): ControlTest {
  return { topics, passes: true };
}

/** Findings speak against the control, but it is about more than scans see: it never passes by them. */
export function part(...topics: TopicId[]): ControlTest {
  return { topics, passes: false };
}

/** Only people can assess the control. */
export const people: ControlTest = part();

type ControlRow = readonly [id: string, title: string, judged: ControlTest, evidence: string];

/** Controls from rows; `tag` gives each control the reference that rules name it by. */
export function controlsOf(rows: readonly ControlRow[], tag?: (id: string) => string): Control[] {
  return rows.map(([id, title, judged, evidence]) => ({ id, title, ...judged, evidence, ...(tag && { tags: [tag(id)] }) }));
}
