import type { IacEstate } from '../contract/estate.js';
import { itemsOf, textOf } from '../contract/values.js';
import type { WorkflowJob, WorkflowStep } from './actions.js';

/** Longest condition that is taken apart. */
const MAX_LENGTH = 4_000;
const MAX_DEPTH = 20;
const MEMBERS = /\b(?:OWNER|MEMBER|COLLABORATOR)\b/;
const OTHERS = /\b(?:CONTRIBUTOR|FIRST_TIME_CONTRIBUTOR|FIRST_TIMER|MANNEQUIN|NONE)\b/;
/** A named person, or a branch of the repository itself: strangers are neither. */
const KNOWN_CALLER =
  /(?:\bgithub\.(?:actor|triggering_actor)|\.(?:user|sender|author)\.login)\s*==\s*(?:'|github\.repository_owner\b)|\.head\.repo\.full_name\s*==\s*github\.repository\b|\.head\.repo\.fork\s*==\s*false|!\s*github\.event\.pull_request\.head\.repo\.fork/;
const SAFE_EVENT = /\bgithub\.event_name\s*==\s*'(?:workflow_dispatch|schedule|push|merge_group|repository_dispatch|release)'/;

/** True where a condition of a job, of a job that it waits for, or of the step lets only people with rights in. */
export function letsMembersOnly(job: WorkflowJob, step: WorkflowStep, estate: IacEstate): boolean {
  if (isGate(textOf(step.get('if'))) || isGate(textOf(job.get('if')))) return true;
  if (/\balways\(\)|!\s*cancelled\(\)|\bfailure\(\)/.test(textOf(job.get('if')) ?? '')) return false;
  const needed = itemsOf(job.get('needs')).items.map(textOf);
  return job.workflow.jobs(estate).some((other) => needed.includes(other.name) && isGate(textOf(other.get('if'))));
}

function isGate(condition: string | undefined): boolean {
  if (condition === undefined || condition.length > MAX_LENGTH) return false;
  return holds(condition.replace(/\$\{\{|\}\}/g, ' '), 0);
}

/** Each side of an OR must keep strangers out; of an AND one is enough. */
function holds(condition: string, depth: number): boolean {
  const text = condition.trim();
  if (depth > MAX_DEPTH) return false;
  const sides = split(text, '||');
  if (sides.length > 1) return sides.every((side) => holds(side, depth + 1));
  const parts = split(text, '&&');
  if (parts.length > 1) return parts.some((part) => holds(part, depth + 1));
  if (text.startsWith('(') && text.endsWith(')')) return holds(text.slice(1, -1), depth + 1);
  if (KNOWN_CALLER.test(text) || SAFE_EVENT.test(text)) return true;
  return /\bauthor_association\b/.test(text) && !/!=|^!/.test(text) && MEMBERS.test(text) && !OTHERS.test(text);
}

/** The parts of a text between an operator outside of parentheses and quotes. */
function split(text: string, operator: string): string[] {
  const parts: string[] = [];
  let depth = 0;
  let from = 0;
  let quoted = false;
  for (let at = 0; at < text.length; at++) {
    const character = text[at];
    if (character === "'") quoted = !quoted;
    if (quoted) continue;
    if (character === '(') depth++;
    if (character === ')') depth--;
    if (depth !== 0 || !text.startsWith(operator, at)) continue;
    parts.push(text.slice(from, at));
    from = at + operator.length;
    at = from - 1;
  }
  return [...parts, text.slice(from)];
}
