/**
 * A makefile in the words of a shell, line by line: its variables are assignments, and its recipes the commands (GNU make manual,
 * 5 "Writing Recipes in Rules" and 6 "How to Use Variables"). All recipes are followed in their order, whichever target is asked for.
 */
export function shellOfMakefile(text: string): string {
  let rule: Rule = { target: '', sources: '', recipe: false, left: MAX_NAMED };
  let continued = false;
  return text
    .split('\n')
    .map((line) => {
      const isRest = continued;
      continued = /\\\r?$/.test(line);
      if (isRest) return rule.recipe ? expanded(line, rule) : '';
      const [, name, value = ''] = ASSIGNMENT.exec(line) ?? [];
      const recipe = name === undefined && rule.target !== '' ? RECIPE.exec(line)?.[0] : undefined;
      rule.recipe = recipe !== undefined;
      if (recipe !== undefined) return expanded(line.slice(recipe.length), rule);
      if (name !== undefined) return `${name}="${expanded(unquoted(value), rule).replaceAll('"', '\\"')}"`;
      const [, target, sources] = RULE.exec(line) ?? [];
      if (target !== undefined) rule = { ...rule, target: shortened(target), sources: shortened(sources ?? ''), recipe: false };
      return '';
    })
    .join('\n');
}

interface Rule {
  target: string;
  sources: string;
  /** True while the lines are those of its recipe. */
  recipe: boolean;
  /** How often a recipe may still name them. */
  left: number;
}

/** Limits of the length of a target and of how often all recipes name one: each time it is written out. */
const MAX_TARGET = 300;
const MAX_NAMED = 5_000;

function shortened(text: string): string {
  return text.trim().slice(0, MAX_TARGET);
}

const ASSIGNMENT = /^ {0,8}(?:export |override )*([A-Za-z_]\w*)[ \t]*(?:[:+?!]{0,3}=)([^\n#]*)/;
/** A tab, or the blanks of a justfile, and the marks that say how a command is shown. */
const RECIPE = /^(?:\t| {2})[ \t]*[@+-]*/;
const RULE = /^([^\s#:=][^:=#\n]*)::?(?!=)([^#\n;|]*)/;

/** A value without the mark of a line that goes on, and without the quotation marks that a justfile has. */
function unquoted(value: string): string {
  return value
    .trim()
    .replace(/\\$/, '')
    .replace(/^(['"])([^'"]*)\1$/, '$2');
}

/** Longest nesting of calls that is read. */
const MAX_NESTED = 4;

/** `$(NAME)` is `${NAME}`, `$(shell command)` its output, `$$` the shell's own dollar, `$@` the target. */
function expanded(line: string, rule: Rule): string {
  const written = (text: string) => (rule.left-- > 0 ? text : '');
  let text = line
    .replaceAll('$$', OWN)
    .replace(/\$@|\$\(@[DF]?\)/g, () => written(rule.target))
    .replace(/\$[<^+?]/g, () => written(rule.sources))
    .replace(/\$\*/g, '');
  for (let level = 0; level < MAX_NESTED; level++) {
    const before = text;
    text = text
      .replace(/\$[({]([A-Za-z_]\w*)[)}]|\{\{ ?(\w+) ?\}\}/g, (_all, name, given) => `${OPEN}${name ?? given}${CLOSE}`)
      .replace(/\$\(shell ([^()\n]*)\)/g, `${RUN}$1${END}`)
      .replace(/\$\([a-z][a-z-]* [^()\n]*\)/g, '');
    if (text === before) break;
  }
  return text.replaceAll(OPEN, '${').replaceAll(CLOSE, '}').replaceAll(RUN, '$(').replaceAll(END, ')').replaceAll(OWN, '$');
}

/** Stand for what is put in at the end, so that nothing is expanded twice. */
const [OWN, OPEN, CLOSE, RUN, END] = ['\uE000', '\uE001', '\uE002', '\uE003', '\uE004'] as const;
