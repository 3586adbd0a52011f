/**
 * Strings of which one stands in every text that a pattern matches, found by reading the pattern; undefined where there are none. They are
 * never too few: what is not understood, may be left out or only looks ahead counts as nothing.
 */
export function neededBy(pattern: RegExp): readonly string[] | undefined {
  // Without case, letters beyond ASCII may stand for others.
  if (pattern.flags.includes('i')) return undefined;
  return needOf(new PatternReader(pattern.source).alternatives());
}

/** What a part of a pattern matches. */
interface Part {
  /** All strings that it matches, where they are few. */
  exact?: readonly string[] | undefined;
  /** Strings of which one is in whatever it matches. */
  need?: readonly string[] | undefined;
}

const NOTHING: Part = {};
/** Matches without taking letters. */
const EMPTY: Part = { exact: [''] };
/** Most strings that a part is told apart into. */
const MANY = 48;

function needOf({ exact, need }: Part): readonly string[] | undefined {
  return exact === undefined ? need : exact.includes('') ? undefined : exact;
}

/** How often one of some strings may stand in any text: the fewer and the longer they are, the rarer. */
function commonness(strings: readonly string[]): number {
  return strings.reduce((sum, { length }) => sum + 0.1 ** length, 0);
}

function rarer(a: readonly string[] | undefined, b: readonly string[] | undefined): readonly string[] | undefined {
  if (a === undefined || b === undefined) return a ?? b;
  return commonness(a) <= commonness(b) ? a : b;
}

/** One of several parts matches. */
function either(parts: readonly Part[]): Part {
  const exact = parts.every((part) => part.exact !== undefined) ? [...new Set(parts.flatMap((part) => part.exact ?? []))] : undefined;
  if (exact !== undefined && exact.length <= MANY) return { exact };
  const needs = parts.map(needOf);
  return needs.includes(undefined) ? NOTHING : { need: [...new Set(needs.flatMap((need) => need ?? []))] };
}

/** All parts match, one behind the other. */
function inOrder(parts: readonly Part[]): Part {
  let run: readonly string[] = [''];
  let need: readonly string[] | undefined;
  let whole = true;
  for (const part of parts) {
    const longer: readonly string[] | undefined = part.exact && run.flatMap((begin) => part.exact?.map((end) => begin + end) ?? []);
    if (longer !== undefined && longer.length <= MANY) {
      run = longer;
      continue;
    }
    need = rarer(rarer(need, needOf({ exact: run })), needOf(part));
    whole = false;
    run = part.exact ?? [''];
  }
  return whole ? { exact: run } : { need: rarer(need, needOf({ exact: run })) };
}

/** Letters with an own meaning behind a backslash: they take no letter, or one of many. */
const ANCHORS = 'bB';
const CLASSES = 'wWdDsSpP0123456789ktnrvfc';

class PatternReader {
  private at = 0;

  constructor(private readonly source: string) {}

  alternatives(): Part {
    const found = [this.sequence()];
    while (this.source[this.at] === '|') {
      this.at++;
      found.push(this.sequence());
    }
    return either(found);
  }

  private sequence(): Part {
    const parts: Part[] = [];
    while (this.at < this.source.length && !'|)'.includes(this.source[this.at] as string)) parts.push(this.repeated(this.single()));
    return inOrder(parts);
  }

  /** A part with the number of times that it may come behind it. */
  private repeated(part: Part): Part {
    const [marks, least, most] = /^(?:[*+?]|\{(\d+)(?:(,)\d*)?\})\??/.exec(this.source.slice(this.at)) ?? [];
    if (marks === undefined) return part;
    this.at += marks.length;
    if (marks.startsWith('?')) return part.exact === undefined ? NOTHING : either([part, EMPTY]);
    if (marks.startsWith('*') || least === '0') return NOTHING;
    return least === '1' && most === undefined ? part : { need: needOf(part) };
  }

  private single(): Part {
    const sign = this.source[this.at++];
    if (sign === '(') return this.group();
    if (sign === '[') return this.set();
    if (sign === '\\') return this.escaped();
    if (sign === '^' || sign === '$') return EMPTY;
    return sign === '.' || sign === undefined ? NOTHING : { exact: [sign] };
  }

  private group(): Part {
    const [begin, looks] = /^\?(?:[:]|<?([=!])|<\w+>)/.exec(this.source.slice(this.at)) ?? [''];
    this.at += begin.length;
    const inside = this.alternatives();
    this.at++;
    return looks === undefined ? inside : EMPTY;
  }

  /** Letters in brackets: told apart where they stand there one by one. */
  private set(): Part {
    const [inside = ''] = /^(?:[^\]\\]|\\.)*/s.exec(this.source.slice(this.at)) ?? [];
    this.at += inside.length + 1;
    return inside.length > 6 || /[\\^\ud800-\udfff]|.-./s.test(inside) ? NOTHING : { exact: [...inside] };
  }

  private escaped(): Part {
    const sign = this.source[this.at++] ?? '';
    if (ANCHORS.includes(sign)) return EMPTY;
    const [code] = sign === 'u' || sign === 'x' ? (/^(?:[\da-f]{4}|\{[\da-f]+\}|[\da-f]{2})/i.exec(this.source.slice(this.at)) ?? []) : [];
    if (code !== undefined) this.at += code.length;
    else if (/\d/.test(sign)) this.at += /^\d*/.exec(this.source.slice(this.at))?.[0].length ?? 0;
    else if ('pP'.includes(sign)) this.at += /^\{[^}]*\}/.exec(this.source.slice(this.at))?.[0].length ?? 0;
    return code !== undefined || CLASSES.includes(sign) ? NOTHING : { exact: [sign] };
  }
}
