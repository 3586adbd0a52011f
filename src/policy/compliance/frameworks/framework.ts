import type { TopicId } from './topics.js';

/** What scans can say about a control. */
export interface ControlTest {
  /** Weaknesses that violate the control. None: only people can assess it. */
  topics: readonly TopicId[];
  /** True when the control passes if everything was checked and none of them was found. Otherwise people decide after a clean scan. */
  passes: boolean;
}

/** One control of a framework. */
export interface Control extends ControlTest {
  /** The framework's own number. */
  id: string;
  title: string;
  /** References by which rules name the control: `OWASP LLM01`. Parts of it count too: `MITRE ATLAS AML.T0010.003`. */
  tags?: readonly string[];
  /** What has to assess it besides scans, or instead of them. */
  evidence: string;
}

export interface Framework {
  /** Id in the address: `owasp-llm`. */
  id: string;
  title: string;
  version: string;
  publisher: string;
  reference: string;
  /** Who wrote the titles of controls: the publisher, or we, where the publisher writes whole sentences. */
  titles: 'official' | 'paraphrased';
  /** The document with which ids and titles were compared. */
  confirmed_with: string;
  /** The controls that this program says something about, in the framework's order. */
  controls: readonly Control[];
}

/** Scans assess the control: it passes when they looked at everything and found nothing. */
export function scans(...topics: TopicId[]): ControlTest {
  return { topics, passes: true };
}

/** Findings can fail the control, but it covers more than scans see, so scans alone never pass it. */
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
