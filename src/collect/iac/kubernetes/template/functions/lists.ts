import { type TemplateValue, truth, Unknown } from '../values.js';
import { aware, type FunctionTable, known, listArg, numberArg, textArg } from './table.js';

/** With `must` before its name a function of sprig does the same, and fails where the other returns nothing. */
export function withMust(table: FunctionTable): FunctionTable {
  const also = Object.entries(table).map(([name, work]) => [`must${name.charAt(0).toUpperCase()}${name.slice(1)}`, work]);
  return { ...table, ...Object.fromEntries(also) };
}

type Work = (args: TemplateValue[]) => TemplateValue;

/** A function of the list at a place of its arguments, which may hold unknown items, but must itself be known. */
function ofList(at: number, work: Work): Work {
  return (args) => {
    const list = args.at(at);
    return list instanceof Unknown && !list.unset ? list : work(args);
  };
}

export const listFunctions: FunctionTable = withMust({
  ...aware({
    list: (args) => args,
    tuple: (args) => args,
    first: ofList(0, ([list]) => (typeof list === 'string' ? list.charAt(0) : (listArg(list)[0] ?? null))),
    last: ofList(0, ([list]) => (typeof list === 'string' ? list.charAt(list.length - 1) : (listArg(list).at(-1) ?? null))),
    rest: ofList(0, ([list]) => listArg(list).slice(1)),
    initial: ofList(0, ([list]) => listArg(list).slice(0, -1)),
    append: ofList(0, ([list, item = null]) => [...listArg(list), item]),
    push: ofList(0, ([list, item = null]) => [...listArg(list), item]),
    prepend: ofList(0, ([list, item = null]) => [item, ...listArg(list)]),
    concat: (args) => args.find((arg) => arg instanceof Unknown && !arg.unset) ?? args.flatMap(listArg),
    reverse: ofList(0, ([list]) => [...listArg(list)].reverse()),
    slice: ofList(0, ([list, from, to]) => listArg(list).slice(numberArg(from), to === undefined ? undefined : numberArg(to))),
    compact: ofList(0, ([list]) => listArg(list).filter((item) => truth(item) !== false)),
    uniq: ofList(0, ([list]) => [...new Set(listArg(list))]),
    index: ([holder = null, ...keys]) => keys.reduce(indexed, holder),
  }),
  ...known({
    has: ([item = null, list]) => listArg(list).includes(item),
    without: ([list, ...left]) => listArg(list).filter((item) => !left.includes(item)),
    sortAlpha: ([list]) => listArg(list).map(textArg).sort(),
    chunk: ([size, list]) => {
      const chunks: TemplateValue[] = [];
      const width = Math.max(Math.trunc(numberArg(size)), 1);
      for (let at = 0; at < listArg(list).length; at += width) chunks.push(listArg(list).slice(at, at + width));
      return chunks;
    },
  }),
});

function indexed(holder: TemplateValue, key: TemplateValue): TemplateValue {
  if (holder instanceof Unknown) return holder;
  if (key instanceof Unknown) return key;
  if (holder instanceof Map) return holder.get(textArg(key)) ?? new Unknown(`index … "${textArg(key)}"`, true);
  return listArg(holder)[numberArg(key)] ?? new Unknown(`index … ${textArg(key)}`, true);
}
