import { isMaker, isUserContent } from '../../text/reading/maker-hosts.js';
import type { Mark } from '../flow/value.js';
import type { FlowCheck, TracedCode } from './hits.js';
import { isRelated, outsideHost } from './hosts.js';

/** Files that agents read as their instructions, wherever they are. */
const INSTRUCTIONS =
  /(?:^|[\\/])(?:SKILL|CLAUDE(?:\.local)?|AGENTS|GEMINI|QWEN|SOUL|MEMORY|COPILOT-INSTRUCTIONS)\.md$|[\\/]\.?(?:cursor[\\/]rules|windsurf[\\/]rules|agents|commands|prompts?)[\\/][^\\/]+\.(?:md|mdc|txt)$/i;

/** INJ-07 in code: what an address answers becomes instructions of the agent, or the system prompt of another one. */
export const liveInstructions: FlowCheck = function* (code) {
  if (code.unit.kind === 'fence') return;
  for (const event of code.events) {
    if (event.kind !== 'write' && event.kind !== 'instruct') continue;
    const host = foreignSource(event.marks, code);
    if (host === undefined) continue;
    if (event.kind === 'instruct') yield { rule: 'INJ-07', at: event.at, evidence: `${host} → ${event.to}` };
    else if (isInstructions(event.path, code)) yield { rule: 'INJ-07', at: event.at, evidence: `${host} → ${event.path}` };
  }
};

/** A file that the agent is sent to, or one that clients load by themselves. */
function isInstructions(path: string, { bundle }: TracedCode): boolean {
  if (INSTRUCTIONS.test(path)) return true;
  const name = path.slice(path.lastIndexOf('/') + 1);
  const isOwn = bundle.files.some((file) => /\.(?:md|txt)$/i.test(name) && file.name.endsWith(name) && file.role === 'referenced');
  return isOwn || (/\.(?:md|txt)$/i.test(name) && isFollowed(name, bundle.files));
}

/** The agent is told to do what a file says. */
function isFollowed(name: string, files: TracedCode['bundle']['files']): boolean {
  const order = new RegExp(
    `\\b(?:follow|obey|apply|execute|carry out|go through|do what|work through|act on|as (?:stated|described) in)\\b[^\\n]{0,80}${name.replaceAll(/[.+*?^$()[\]{}|\\]/g, '\\$&')}`,
    'i',
  );
  return files.some(({ role, text = '' }) => (role === 'entry' || role === 'referenced') && order.test(text));
}

/** The host that something was fetched from, if it is neither the subject's nor a maker's. */
function foreignSource(marks: readonly Mark[], { subject }: TracedCode): string | undefined {
  for (const { source, label } of marks) {
    const host = source === 'fetched' ? outsideHost(label) : undefined;
    if (host !== undefined && !isRelated(host, subject) && (!isMaker(host) || isUserContent(host, label))) return host;
  }
  return undefined;
}
