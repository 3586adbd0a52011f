import type { SourcePlace } from '../../../model/iac.js';
import type { IacJudgement } from '../contract/iac-rule.js';
import { isTrueWord, textOf } from '../contract/values.js';
import type { Publication, Variable } from '../views/ai/ai-container.js';
import type { AiWorkload } from '../views/ai/ai-workload.js';
import { MCP_AUTHENTICATION, MCP_AUTHENTICATION_FLAG } from '../views/ai/programs.js';
import { flagValue } from '../views/ai/words.js';

/** Does the workload itself ask callers who they are? For `open`, where it says so; absent: nothing says anything. */
export type Protection = { is: 'closed' } | { is: 'open'; at?: SourcePlace; evidence?: string } | { is: 'unknown'; expression: string };

/** How a known program is protected: by a flag, a variable, or what holds without them. */
export function protectionOf(workload: AiWorkload): Protection {
  const { program, words, variables, openVariables } = workload;
  if (!program) return protectionOfMcp(workload);
  const { keyFlags = [], keyVariables, openWhen = {}, configuration = [] } = program;
  if (flagValue(words, keyFlags)) return { is: 'closed' };
  const key = keyVariables && variables.find(({ name }) => keyVariables.test(name));
  if (key && !isEmpty(key)) return { is: 'closed' };
  for (const [name, word] of Object.entries(openWhen)) {
    const found = variables.find((variable) => variable.name === name);
    if (!found) continue;
    if (found.value?.kind === 'unknown' || !found.value) return { is: 'unknown', expression: name };
    if (saysOpen(found, word)) return { is: 'open', at: found.at, evidence: `${name}: ${textOf(found.value)}` };
  }
  if (!program.openByDefault) return openVariables === undefined ? { is: 'closed' } : { is: 'unknown', expression: openVariables };
  const file = flagValue(words, configuration);
  if (file) return { is: 'unknown', expression: file.text };
  return openVariables !== undefined && keyVariables ? { is: 'unknown', expression: openVariables } : { is: 'open' };
}

function saysOpen({ name, value }: Variable, word: 'true' | 'false'): boolean {
  const text = textOf(value) ?? '';
  if (name === 'POSTGRES_HOST_AUTH_METHOD') return text === 'trust';
  return isTrueWord(text) === (word === 'true');
}

function protectionOfMcp({ words, variables, openVariables }: AiWorkload): Protection {
  const setting = variables.find(({ name }) => MCP_AUTHENTICATION.test(name));
  if (setting && !isEmpty(setting) && textOf(setting.value)?.toLowerCase() !== 'none' && textOf(setting.value) !== 'false')
    return { is: 'closed' };
  if (words.some(({ text }) => MCP_AUTHENTICATION_FLAG.test(text))) return { is: 'closed' };
  return openVariables === undefined ? { is: 'open' } : { is: 'unknown', expression: openVariables };
}

function isEmpty({ value }: Variable): boolean {
  return textOf(value) === '';
}

/** Judges a workload that anybody may use who reaches it. */
export function* judgeExposure(workload: AiWorkload): Iterable<IacJudgement> {
  const protection = protectionOf(workload);
  if (protection.is === 'closed') return void (yield { verdict: 'pass' });
  const publications = relevant(workload);
  const told = worst(publications);
  if (!told || told.reach === 'loopback' || told.guard === 'yes') return void (yield { verdict: 'pass' });
  if (protection.is === 'unknown') return void (yield { verdict: 'unknown', at: told.at, expression: protection.expression });
  if (told.reach === 'unknown') return void (yield { verdict: 'unknown', at: told.at, expression: told.expression ?? told.evidence });
  yield {
    verdict: 'fail',
    at: told.at,
    evidence: `${workload.title}, ${told.evidence}${protection.evidence === undefined ? '' : `, ${protection.evidence}`}`,
    ...(told.port !== undefined && { part: String(told.port) }),
    related: [workload.at, ...(protection.at ? [protection.at] : [])],
    ...(told.reach === 'internal' && { severity: 'low' as const }),
    ...(workload.program && { fix: workload.program.fix }),
  };
}

/** Publications of other ports of the same workload say nothing of the program, where its own ports are known. */
function relevant({ publications, program }: AiWorkload): readonly Publication[] {
  if (program?.id !== 'ray') return publications;
  return publications.filter(({ port }) => port === undefined || program.ports.includes(port));
}

const RANK = { everywhere: 3, unknown: 2, internal: 1, loopback: 0 } as const;

function worst(publications: readonly Publication[]): Publication | undefined {
  return [...publications].sort((a, b) => RANK[b.reach] - RANK[a.reach] || Number(a.guard === 'yes') - Number(b.guard === 'yes'))[0];
}
