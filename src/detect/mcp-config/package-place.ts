import type { Placed } from '../../model/ai-evidence.js';
import type { ServerSubject } from './subject.js';

/** The word of the launch line that names the package; the last command that holds it is the one that fetches. */
export function packagePlace({ configured: { argv }, server }: ServerSubject, name: string): Placed | undefined {
  const candidates = server.package?.ecosystem === 'git' ? [name, name.slice(name.indexOf('/') + 1)] : [name];
  return candidates.map((wanted) => argv.find(({ value }) => holdsName(value, wanted))).find((word) => word !== undefined);
}

/** True where the name stands in the word and no letter of a longer name follows or precedes it. */
function holdsName(word: string, name: string): boolean {
  const at = word.indexOf(name);
  if (at === -1) return false;
  return !/[A-Za-z0-9@/_-]/.test(word.charAt(at - 1).replace(/[/:]/, '')) && !/[A-Za-z0-9_-]/.test(word.charAt(at + name.length));
}
