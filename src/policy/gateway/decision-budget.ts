/**
 * Work is counted in units of about ten nanoseconds: one character looked at by one instruction of a regular expression. A test
 * is charged the most that it can cost. So counting needs no clock, and two processes come to the same decision.
 */
export const CHARGES = {
  /** Per character of a glob, times the text's, where it holds a `*`. */
  glob: 0.5,
  /** Per character of a text in which hosts, paths or secrets are looked for. */
  hosts: 40,
  paths: 16,
  secrets: 20,
  /** Per value of the arguments that a rule's path visits. */
  visit: 10,
  /** Per host or folder of a list that is compiled. */
  entry: 300,
  /** Per character of a regular expression that is compiled. */
  source: 100,
} as const;

/** A whole decision, over all rules of all policies: a second or so at the very worst. */
export const MOST_WORK = 130_000_000;

/** The work that may be done between other requests: a few milliseconds at the very worst. */
export const LITTLE_WORK = 300_000;

/** A test that would cost more than the work that is left is not begun. */
export class TooMuchWork extends Error {}

/** The work that one decision has left, and its results so far, so that no rule analyses the same text again. */
export class DecisionBudget {
  private readonly known = new Map<string, Map<string, unknown>>();
  private readonly places = new Map<string, unknown>();
  private left: number;

  constructor(most: number = MOST_WORK) {
    this.left = most;
  }

  /** Why a test held without its list being met, of the rule that is being judged; undefined where none did. */
  unclear: string | undefined;

  /** True once a test was refused for lack of work: the decision then leaves some rules out. */
  isOver = false;

  /** Throws TooMuchWork when less than `units` are left, and at every call after that. */
  spend(units: number): void {
    if (this.isOver || units > this.left) {
      this.isOver = true;
      throw new TooMuchWork('judging this call takes more work than a decision may take');
    }
    this.left -= units;
  }

  /** What lies at an argument path of the call that is decided, looked up once and charged once. Throws as `find` does. */
  at<T>(path: string, find: () => T): T {
    const known = this.places.get(path);
    if (known !== undefined) return known as T;
    const found = find();
    this.places.set(path, found);
    return found;
  }

  /** The result of `find` for a text, computed once, and charged once by the text's length. */
  once<T>(kind: 'hosts' | 'paths' | 'secrets', text: string, find: (text: string) => T): T {
    const results = (this.known.get(kind) ?? new Map<string, T>()) as Map<string, T>;
    this.known.set(kind, results);
    const known = results.get(text);
    if (known !== undefined) return known;
    this.spend(1 + text.length * CHARGES[kind]);
    const result = find(text);
    results.set(text, result);
    return result;
  }
}
