import type { FlowEvent } from '../../../src/detect/skills/flow/events.js';
import { traceScript } from '../../../src/detect/skills/flow/follow.js';
import type { CodeLanguage } from '../../../src/detect/skills/flow/script-language.js';
import { type Mark, UNKNOWN_PART } from '../../../src/detect/skills/flow/value.js';

/** What a script does, one readable line an event: `send http a.example < secret ~/.netrc`. A `?` is what cannot be known. */
export function flowsOf(code: string, language: CodeLanguage): string[] {
  return traceScript(code, language).events.map((event) => lineOf(event).replaceAll(UNKNOWN_PART, '?'));
}

/** The same, each line once and sorted, for what does not depend on order. */
export function flowSetOf(code: string, language: CodeLanguage): string[] {
  return [...new Set(flowsOf(code, language))].sort();
}

function lineOf(event: FlowEvent): string {
  switch (event.kind) {
    case 'send':
      return `${guarded(event)}send ${event.via} ${event.to}${from(event.marks)}${event.header.length > 0 ? ` header${from(event.header)}` : ''}`;
    case 'run':
      return `${guarded(event)}run ${event.how} ${event.text}${from(event.marks)}${event.assembled ? ' (assembled)' : ''}`;
    case 'write':
      return `${event.append ? 'append' : 'write'} ${event.path}: ${event.text}${from(event.marks)}`;
    case 'delete':
      return `${guarded(event)}delete ${event.path}`;
    case 'read':
      return `read ${event.path}${from(event.marks)}`;
    case 'print':
      return `print${from(event.marks)}`;
    case 'instruct':
      return `instruct ${event.to}${from(event.marks)}`;
    case 'guard':
      return `guard ${event.what}`;
    case 'setting':
      return `setting ${event.what}`;
  }
}

function guarded(event: { guarded: boolean }): string {
  return event.guarded ? 'guarded ' : '';
}

function from(marks: readonly Mark[]): string {
  return marks.length === 0 ? '' : ` < ${marks.map(({ source, label }) => `${source} ${label}`).join(', ')}`;
}
