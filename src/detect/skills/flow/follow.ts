import { evaluate } from './evaluate.js';
import type { FlowEvent } from './events.js';
import { parseJavaScript } from './javascript.js';
import { runLoose } from './loose.js';
import { parsePython } from './python.js';
import { runShell } from './shell-run.js';
import { shellState } from './shell-state.js';
import type { Value } from './value.js';

const MAX_CODE = 1024 * 1024;

/** Events of a piece of code, or why they cannot be told. */
export interface Followed {
  events: FlowEvent[];
  unread?: string;
}

/** Follows data through a piece of code without running any of it. Linear in its length but for small factors. */
export function follow(text: string, language: 'python' | 'javascript' | 'shell' | 'powershell' | 'ruby', stdin?: Value): Followed {
  const events: FlowEvent[] = [];
  const emit = (event: FlowEvent) => {
    if (events.length < 20_000) events.push(event);
  };
  if (text.length > MAX_CODE) return { events, unread: 'script larger than 1 MiB' };
  if (language === 'powershell' || language === 'ruby') runLoose(text, language, emit);
  else if (language === 'shell') {
    const state = shellState(emit);
    state.nested = (name, code, at) => events.push(...nested(name, code).map((event) => ({ ...event, at })));
    runShell(text, state, stdin);
  } else {
    const statements = language === 'python' ? parsePython(text) : parseJavaScript(text);
    if (statements === undefined) return { events, unread: 'script nested deeper than 200 levels' };
    evaluate(statements, language, emit);
  }
  return { events };
}

/** A program given to another interpreter on its command line. */
function nested(name: string, code: string): FlowEvent[] {
  if (code.length < 8) return [];
  if (/^python/.test(name)) return follow(code, 'python').events;
  if (/^(?:node|deno|bun)$/.test(name)) return follow(code, 'javascript').events;
  if (/^(?:ruby|perl|php)$/.test(name)) return follow(code, 'ruby').events;
  if (/^(?:pwsh|powershell)$/.test(name)) return follow(code, 'powershell').events;
  const shells = shellState(() => undefined);
  const events: FlowEvent[] = [];
  shells.emit = (event) => {
    if (events.length < 2000) events.push(event);
  };
  shells.steps.left = 4000;
  runShell(code, shells);
  return events;
}
