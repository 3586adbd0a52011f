import { literalOf, type Pipeline, type ShellCommand } from '../../../../support/shell-parse.js';

const OPENS = /^(?:while|until|for|select|if|case|\{)$/;
/** The last word of a loop, test or group. */
export const CLOSES = /^(?:done|fi|esac|\})$/;
const LEADS = /^(?:then|do|else|!|time)$/;

/** Where a loop or group of commands ends, and the command with its last word, which says what all of it reads. */
export interface Ending {
  at: number;
  command: ShellCommand;
}

/** The loops, tests and groups that end with a redirection, by the number of the pipeline in which they begin. */
export function redirectedBlocks(pipelines: readonly Pipeline[]): ReadonlyMap<number, Ending> {
  const found = new Map<number, Ending>();
  const open: number[] = [];
  for (const [at, { commands }] of pipelines.entries())
    for (const command of commands)
      for (const word of keywordsOf(command)) {
        if (OPENS.test(word)) open.push(at);
        const begun = CLOSES.test(word) ? open.pop() : undefined;
        if (begun !== undefined && command.redirects.length > 0) found.set(begun, { at, command });
      }
  return found;
}

/** The words of a command up to the first that is no keyword. */
function keywordsOf({ words }: ShellCommand): string[] {
  const keywords: string[] = [];
  for (const word of words) {
    const text = literalOf(word);
    if (OPENS.test(text) || CLOSES.test(text)) keywords.push(text);
    else if (!LEADS.test(text)) break;
  }
  return keywords;
}
