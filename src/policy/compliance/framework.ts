import type { TopicId } from './topics.js';

/** One control of a framework, in our words. */
export interface Control {
  /** As the framework numbers it. */
  id: string;
  title: string;
  /** Weaknesses that speak against it. None: people assess it, no scan can. */
  topics: readonly TopicId[];
  /** References of rules that speak against it: `OWASP LLM01`. One that ends in a stop stands for all that begin with it. */
  tags?: readonly string[];
  /** What assesses it besides scans, or in their place. */
  evidence: string;
}

export interface Framework {
  /** Of its address: `owasp-llm`. */
  id: string;
  title: string;
  version: string;
  reference: string;
  /** The selection of controls that this program says anything about, in the framework's order. */
  controls: readonly Control[];
}

type ControlRow = readonly [id: string, title: string, topics: readonly TopicId[], evidence: string];

/** Controls from rows; `tag` gives each control the reference that rules name it by. */
export function controlsOf(rows: readonly ControlRow[], tag?: (id: string) => string): Control[] {
  return rows.map(([id, title, topics, evidence]) => ({ id, title, topics, evidence, ...(tag && { tags: [tag(id)] }) }));
}
