import type { IacValue } from '../../../model/iac.js';
import type { Answer } from '../contract/values.js';
import { unknown } from '../contract/values.js';
import type { DockerInstruction } from '../views/dockerfile.js';

/** What ADD and COPY take: every word but the last. Here-documents are no files. */
export function sourcesOf(instruction: DockerInstruction): readonly IacValue[] {
  return instruction.words.slice(0, -1).filter((word) => !(word.kind === 'scalar' && String(word.value).startsWith('<<')));
}

/** True when the instruction has a flag of this name. */
export function hasFlag(instruction: DockerInstruction, name: string): boolean {
  return instruction.flags.some((flag) => flag.name === name);
}

const ADDRESS = /^(?:https?|ftp|git|ssh):\/\/|^git@[\w.-]+:/i;

/** Is it fetched from elsewhere? A known beginning decides. */
export function isRemote(source: IacValue): Answer {
  if (source.kind === 'scalar') return { is: ADDRESS.test(String(source.value)) ? 'yes' : 'no', at: source.at };
  if (source.kind !== 'unknown') return { is: 'no', at: source.at };
  const [first] = source.pieces ?? [];
  if (typeof first !== 'string' || first === '') return unknown(source);
  return { is: ADDRESS.test(first) ? 'yes' : 'no', at: source.at };
}

/** A source as written, for evidence. */
export function shownSource(source: IacValue): string {
  return source.kind === 'scalar' ? String(source.value) : source.kind === 'unknown' ? source.expression : '';
}
