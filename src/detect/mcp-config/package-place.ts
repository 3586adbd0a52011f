import type { Placed } from '../../model/ai-evidence.js';
import type { ServerSubject } from './subject.js';

/**
 * The word of the launch line that names the package; of several, the last one belongs to the command that fetches it.
 */
export function packagePlace({ configured: { argv }, server }: ServerSubject, name: string): Placed | undefined {
  const candidates = server.package?.ecosystem === 'git' ? [name, name.slice(name.indexOf('/') + 1)] : [name];
  return candidates.map((wanted) => argv.find(({ value }) => holdsName(value, wanted))).find((word) => word !== undefined);
}

/** True when the word contains the name and not just as part of a longer name. */
function holdsName(word: string, name: string): boolean {
  const at = word.indexOf(name);
  if (at === -1) return false;
  return !/[A-Za-z0-9@/_-]/.test(word.charAt(at - 1).replace(/[/:]/, '')) && !/[A-Za-z0-9_-]/.test(word.charAt(at + name.length));
}
