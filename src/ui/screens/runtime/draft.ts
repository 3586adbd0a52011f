import { isNode, LineCounter, parseDocument, stringify } from 'yaml';
import type { Answer, Input } from '../../client/call.js';
import type { Problem } from '../../client/problem.js';

export type Draft = Input<'createGatewayPolicy'>['body'];

/** What is wrong with a draft, and where: lines and columns count from 1. */
export interface Spot {
  line: number;
  column: number;
  message: string;
}

interface Read {
  /** Undefined for a text that cannot be read. */
  draft: Draft | undefined;
  problems: readonly Spot[];
  /** Where the API's problems are in the text. */
  locate(problem: Problem): readonly Spot[];
}

/** Reads a policy written as JSON or YAML, of which JSON is a part. The API alone says whether it can be used. */
export function readDraft(text: string): Read {
  const lines = new LineCounter();
  const document = parseDocument(text, { lineCounter: lines, prettyErrors: false });
  const spot = (offset: number, message: string): Spot => {
    const { line, col } = lines.linePos(offset);
    return { line: Math.max(1, line), column: Math.max(1, col), message };
  };
  const problems = document.errors.map(({ pos, message }) => spot(pos[0], message));
  const locate = (problem: Problem) =>
    problem.message.split('; ').map((part) => {
      const [, path = '', message = part] = /^([\w.[\]*/-]+): (.*)$/s.exec(part) ?? [];
      return spot(offsetOf(document, path.split('.')), message === part ? part : `${path}: ${message}`);
    });
  if (problems.length > 0) return { draft: undefined, problems, locate };
  const value: unknown = document.toJS({ maxAliasCount: 10 });
  if (isDraft(value)) return { draft: value, problems, locate };
  return { draft: undefined, problems: [spot(0, 'Expected the fields of a policy: name, rules, …')], locate };
}

/** Where the value of a path begins; of a path that is not there, the nearest one around it. */
function offsetOf(document: ReturnType<typeof parseDocument>, path: readonly string[]): number {
  for (let length = path.length; length > 0; length--) {
    const keys = path.slice(0, length).map((key) => (/^\d+$/.test(key) ? Number(key) : key));
    const node: unknown = document.hasIn(keys) ? document.getIn(keys, true) : undefined;
    if (isNode(node) && node.range) return node.range[0];
  }
  return 0;
}

/** Only that it is an object: every field is the API's to judge. */
function isDraft(value: unknown): value is Draft {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

export function writeDraft(draft: unknown, form: 'json' | 'yaml'): string {
  return form === 'json' ? `${JSON.stringify(draft, null, 2)}\n` : stringify(draft);
}

/** A policy as it is edited; its bindings have a part of their own. */
export function textOf({ name, description, mode, enabled, default_effect, rules }: Answer<'getGatewayPolicy'>): string {
  return writeDraft({ name, description, mode, enabled, default_effect, rules }, 'json');
}
