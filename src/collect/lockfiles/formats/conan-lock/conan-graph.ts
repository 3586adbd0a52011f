import type { DependencyScope } from '../../../../model/component.js';
import { isObject, type JsonObject, own } from '../../../../support/json.js';
import { quoteJson } from '../../../quote.js';
import { emptyResult, type ReadResult } from '../../../reader.js';
import { addPackage } from '../../entries/package-entry.js';
import { addRoots, type Roots, scopesByReach } from '../../entries/reachability.js';
import { atLine, report, reportMissing } from '../../entries/report.js';
import { noteUnknownKeys, textMember, textMembers } from '../../entries/table-members.js';
import type { JsonTextLines } from '../../syntax/json-text-lines.js';
import { conanReference } from './conan-reference.js';

/** Members of a node in Conan 1's locks, versions 0.1 to 0.4. */
const KEYS = new Set([
  'ref',
  'pref',
  'path',
  'options',
  'settings',
  'package_id',
  'prev',
  'id',
  'requires',
  'build_requires',
  'python_requires',
  'context',
  'modified',
  'recipe',
  'binary',
]);

/** One node of a graph lock. */
interface GraphNode {
  name: string;
  version: string;
  line: { line?: number };
  /** Keys of the nodes that it links with, and of those that it is built with. */
  requires: string[];
  builds: string[];
  forBuilding: boolean;
}

/** The graph of a Conan 1 lock. The consumer is the node whose recipe has a path. */
export class ConanGraph {
  private readonly found = emptyResult();
  private readonly nodes = new Map<string, GraphNode>();
  private readonly direct = new Set<string>();
  private readonly roots: Roots = {};
  /**
   * Version 0.1 writes edges as an object and gives a path to every package under development, so the consumer is
   * unknown.
   */
  private consumerKnown = false;

  constructor(nodes: JsonObject, lines: JsonTextLines) {
    for (const [key, node] of Object.entries(nodes)) this.take(key, node, lines);
  }

  /** The packages with their scopes; call it once. */
  result(): ReadResult {
    const { found, nodes } = this;
    const needed = new Set([...nodes.values()].flatMap((node) => [...node.requires, ...node.builds]));
    for (const [key, node] of nodes) {
      if (!needed.has(key) && !this.direct.has(key)) addRoots(this.roots, node.forBuilding ? 'dev' : 'prod', [key]);
      addRoots(this.roots, 'dev', node.builds);
    }
    const scopes = scopesByReach(this.roots, (key) => nodes.get(key)?.requires ?? []);
    for (const [key, node] of nodes) this.add(key, node, scopes.get(key));
    reportMissing(this.missing(needed), found);
    return found;
  }

  private take(key: string, node: unknown, lines: JsonTextLines): void {
    const written = isObject(node) ? (textMember(node, 'ref') ?? textMember(node, 'pref') ?? '') : '';
    const isConsumer = isObject(node) && typeof own(node, 'path') === 'string';
    const reference = conanReference(written);
    if (!isObject(node) || (!reference && !isConsumer)) {
      report(this.found, `node ${quoteJson(key)} has no reference`);
      return;
    }
    noteUnknownKeys(node, KEYS, `node ${quoteJson(key)}`, this.found.issues);
    const line = atLine(written === '' ? undefined : lines.next(written));
    for (const text of textMembers(node, 'python_requires')) this.addPython(text);
    if (isConsumer) this.takeConsumer(node, reference?.name);
    else if (reference)
      this.nodes.set(key, {
        ...reference,
        line,
        requires: keysOf(node, 'requires'),
        builds: keysOf(node, 'build_requires'),
        forBuilding: textMember(node, 'context') === 'build',
      });
  }

  private takeConsumer(node: JsonObject, name: string | undefined): void {
    if (name !== undefined) this.found.local.push(name);
    const requires = keysOf(node, 'requires');
    const builds = keysOf(node, 'build_requires');
    this.consumerKnown ||= !isObject(own(node, 'requires'));
    for (const key of [...requires, ...builds]) this.direct.add(key);
    addRoots(this.roots, 'prod', requires);
    addRoots(this.roots, 'dev', builds);
  }

  private addPython(text: string): void {
    const reference = conanReference(text);
    if (reference) addPackage(this.found, { ...reference, scope: 'dev', direct: null });
    else report(this.found, `no reference: ${quoteJson(text)}`);
  }

  private add(key: string, node: GraphNode, reached: DependencyScope | undefined): void {
    const { name, version, line, requires, builds, forBuilding } = node;
    addPackage(this.found, {
      name,
      version,
      key,
      scope: reached ?? (forBuilding ? 'dev' : 'prod'),
      direct: this.consumerKnown ? this.direct.has(key) : null,
      dependencies: [...requires, ...builds],
      ...line,
    });
  }

  private missing(needed: ReadonlySet<string>): string[] {
    return [...needed, ...this.direct].filter((key) => !this.nodes.has(key)).sort();
  }
}

/** Edges are a list of keys; in version 0.1 an object from reference to key. */
function keysOf(node: JsonObject, member: string): string[] {
  const edges = own(node, member);
  return isObject(edges) ? Object.values(edges).filter((key) => typeof key === 'string') : textMembers(node, member);
}
