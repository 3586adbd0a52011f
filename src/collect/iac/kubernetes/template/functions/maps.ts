import { copied, merged, type TemplateMap, type TemplateValue, Unknown } from '../values.js';
import { withMust } from './lists.js';
import { aware, byKey, type FunctionContext, type FunctionTable, mapArg, textArg } from './table.js';

type Call = (args: TemplateValue[], context: FunctionContext) => TemplateValue;

/** A function of maps, which may hold unknown values, but must themselves be known. */
function ofMaps(work: Call): Call {
  return (args, context) => {
    context.spend(args.reduce<number>((size, arg) => size + (arg instanceof Map ? arg.size : 1), 0));
    return args.find((arg) => arg instanceof Unknown && !arg.unset) ?? work(args, context);
  };
}

export const mapFunctions: FunctionTable = withMust(
  aware({
    dict: (args) => {
      const map: TemplateMap = new Map();
      for (let at = 0; at < args.length; at += 2) map.set(textArg(args[at]), args[at + 1] ?? null);
      return map;
    },
    get: ([map, key = null]) => {
      if (map instanceof Unknown && !map.unset) return map;
      return key instanceof Unknown ? key : (mapArg(map).get(textArg(key)) ?? '');
    },
    set: ([map = null, key, value = null], { uncertain }) => {
      if (map instanceof Map) map.set(textArg(key), uncertain === undefined ? value : new Unknown(uncertain));
      return map;
    },
    unset: ([map = null, key], { uncertain }) => {
      if (map instanceof Map) {
        if (uncertain === undefined) map.delete(textArg(key));
        else if (map.has(textArg(key))) map.set(textArg(key), new Unknown(uncertain));
      }
      return map;
    },
    hasKey: ofMaps(([map, key]) => mapArg(map).has(textArg(key))),
    keys: ofMaps((maps) => maps.flatMap((map) => [...mapArg(map).keys()].sort())),
    values: ofMaps(([map]) => [...mapArg(map)].sort(byKey).map(([, value]) => value)),
    pick: ofMaps(([map, ...keys]) => {
      const wanted = new Set(keys.map(textArg));
      return new Map([...mapArg(map)].filter(([key]) => wanted.has(key)));
    }),
    omit: ofMaps(([map, ...keys]) => {
      const left = new Set(keys.map(textArg));
      return new Map([...mapArg(map)].filter(([key]) => !left.has(key)));
    }),
    pluck: ofMaps(([key, ...maps]) => maps.flatMap((map) => mapArg(map).get(textArg(key)) ?? [])),
    merge: ofMaps(([first, ...others], context) => {
      const over = mapArg(first);
      for (const other of others) merged(over, mapArg(other), context.origins);
      return over;
    }),
    mergeOverwrite: ofMaps(([first, ...others]) => {
      const result = mapArg(first);
      for (const other of others) overwritten(result, mapArg(other), 0);
      return result;
    }),
    deepCopy: ([value = null], context) => copied(value, context.origins),
    dig: (args) => {
      const map = args.at(-1) ?? null;
      let found: TemplateValue | undefined = map;
      for (const key of args.slice(0, -2)) {
        if (found instanceof Unknown && !found.unset) return found;
        found = found instanceof Map ? found.get(textArg(key)) : undefined;
      }
      return found ?? args.at(-2) ?? null;
    },
  }),
);

function overwritten(result: TemplateMap, by: TemplateMap, depth: number): void {
  for (const [key, value] of by) {
    const own = result.get(key);
    if (own instanceof Map && value instanceof Map && depth < 100) overwritten(own, value, depth + 1);
    else result.set(key, value);
  }
}
