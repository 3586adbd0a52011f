import { type ExposurePath, type Graph, INTERNET, leadingEdges, OPEN_TO_THE_INTERNET } from '../model/graph.js';
import { firstOf } from '../support/listing.js';
import { type NameDirectory, pathReasons } from './words.js';

/** An exposure path as people read it, with the other findings that lead the same way. */
export interface ToldPath {
  path: ExposurePath;
  /** Names of the walk; from the internet where anybody may begin it, else from its finding. */
  names: string[];
  /** What the score is made of, behind the name of the finding where the walk does not begin with it. */
  reasons: string;
}

/** Paths, each way told once with all its findings, in their order. */
export function toldPaths(paths: readonly ExposurePath[], directory: NameDirectory, graph: Graph): ToldPath[] {
  const into = arrivals(graph);
  const ways = new Map<string, { path: ExposurePath; nodes: readonly string[]; isOpen: boolean; also: Set<string> }>();
  for (const path of paths) {
    const [finding = '', subject = '', ...rest] = path.nodes;
    const isOpen = path.why.includes(OPEN_TO_THE_INTERNET);
    const walk = [...(isOpen ? wayIn(subject, into) : []), subject, ...rest];
    const known = ways.get(walk.join('\n'));
    if (known) known.also.add(directory.label(path.finding));
    else ways.set(walk.join('\n'), { path, nodes: isOpen ? walk : [finding, ...walk], isOpen, also: new Set() });
  }
  return [...ways.values()].map(({ path, nodes, isOpen, also }) => {
    const finding = directory.label(path.finding);
    const others = [...also].filter((name) => name !== finding);
    const more = others.length === 0 ? '' : `; also by ${firstOf(others, 3)}`;
    return { path, names: directory.walk(nodes), reasons: `${isOpen ? `${finding}: ` : ''}${pathReasons(path)}${more}` };
  });
}

/** What leads to each node. */
function arrivals({ edges }: Graph): ReadonlyMap<string, string[]> {
  const into = new Map<string, string[]>();
  for (const { from, to, kind } of edges) {
    if (!leadingEdges.has(kind)) continue;
    const known = into.get(to);
    if (known) known.push(from);
    else into.set(to, [from]);
  }
  return into;
}

/** The shortest way from the internet, to which nothing leads, up to a node. */
function wayIn(subject: string, into: ReadonlyMap<string, string[]>): string[] {
  const next = new Map([[subject, '']]);
  for (const id of next.keys()) {
    if (id === INTERNET) {
      const way: string[] = [];
      for (let at: string = id; at !== subject; at = next.get(at) ?? subject) way.push(at);
      return way;
    }
    for (const from of into.get(id) ?? []) if (!next.has(from)) next.set(from, id);
  }
  return [];
}
