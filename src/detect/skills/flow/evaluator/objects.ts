import { type ClassType, nothing, type Value } from '../value.js';

/** Limit of classes that a member is searched in, because hostile code can make them inherit from one another. */
const MAX_CLASSES = 16;

/** A member of a class or of those it inherits from, and the class that has it. */
export function findMember(type: ClassType, name: string): { value: Value; owner: ClassType } | undefined {
  const queue = [type];
  for (let at = 0; at < queue.length && at < MAX_CLASSES; at++) {
    const owner = queue[at];
    const value = owner?.members.get(name);
    if (owner && value) return { value, owner };
    queue.push(...(owner?.bases ?? []));
  }
  return undefined;
}

/** Dotted name of the first base that the script does not define. */
export function foreignBase(type: ClassType, depth = MAX_CLASSES): string | undefined {
  if (type.path !== undefined || depth === 0) return type.path;
  for (const base of type.bases) {
    const path = foreignBase(base, depth - 1);
    if (path !== undefined) return path;
  }
  return undefined;
}

/** An object whose fields all of its names share. */
export function objectOf(fields: Iterable<readonly [string, Value]> = [], more: Partial<Value> = {}): Value {
  const held = new Map(fields);
  return { ...nothing, ...more, fields: held, held };
}

/** Names of the data fields that a class declares, in order: a data class takes them as arguments. */
export function declaredFields(type: ClassType): string[] {
  const inherited = type.bases.flatMap((base) => [...base.members]);
  return [...new Map([...inherited, ...type.members])].flatMap(([name, value]) => (value.func === undefined ? [name] : []));
}
