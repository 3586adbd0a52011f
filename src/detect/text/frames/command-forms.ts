/** One word of a form: what the word in a text must be, or begin or end with. */
type Test = (word: string) => boolean;

/** Words between which a form may have others. */
const REACH = 14;
/** What parts the words of a command or of a setting: blanks, quotes, and the signs that give a value. */
const BETWEEN = /[\s"'`=:,;&(){}[\]<>@]+/;

/**
 * Commands and settings by their words: those of a form must follow each other in its order, others may stand between. Texts are in small
 * letters. In an entry `|` parts choices and `*` at the end or the beginning of a choice lets any letters stand there.
 */
export class CommandForms {
  private readonly byFirst = new Map<string, Test[][]>();
  private readonly open: Test[][] = [];

  constructor(entries: readonly string[]) {
    for (const entry of entries) {
      const words = entry.split(' ');
      const tests = words.map(testOf);
      const first = words[0] ?? '';
      if (first.includes('*')) this.open.push(tests);
      else for (const choice of first.split('|')) this.byFirst.set(choice, [...(this.byFirst.get(choice) ?? []), tests]);
    }
  }

  /** True where one of the forms stands in the text. */
  isIn(text: string): boolean {
    const words = text.split(BETWEEN);
    return words.some((word, at) => {
      const name = programOf(word);
      const forms = this.byFirst.get(word) ?? this.byFirst.get(name);
      return forms?.some((form) => follows(form, words, at)) || this.open.some((form) => form[0]?.(word) && follows(form, words, at));
    });
  }
}

/** The name of a program, without its folder and ending. */
function programOf(word: string): string {
  return word.replace(/^.*[\\/]/, '').replace(/\.(?:exe|cmd|bat)$/, '');
}

function follows(form: readonly Test[], words: readonly string[], from: number): boolean {
  let at = from;
  const most = from + REACH;
  return form.slice(1).every((test) => {
    at++;
    while (at < words.length && at <= most && !test(words[at] as string)) at++;
    return at < words.length && at <= most;
  });
}

function testOf(word: string): Test {
  const choices = word.split('|').map((choice): Test => {
    if (choice === '*') return (other) => other === '*';
    if (choice.endsWith('*')) return (other) => other.startsWith(choice.slice(0, -1));
    if (choice.startsWith('*')) return (other) => other.endsWith(choice.slice(1));
    return (other) => other === choice;
  });
  return (other) => choices.some((choice) => choice(other));
}
