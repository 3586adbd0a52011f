import { answersHead, type RouteTable } from '../../api/route.js';

/**
 * Returns the methods of a path; none for unknown paths. A path that is in the table literally has only its own
 * methods, not those of a sibling whose `{id}` would match it.
 */
export function allowedMethods(routes: RouteTable): (path: string) => string[] {
  const known = Object.values(routes).map((route) => ({ ...route, methods: answersHead(route) ? ['GET', 'HEAD'] : [route.method] }));
  const fixed = known.filter(({ path }) => !path.includes('{'));
  const shaped = known.filter(({ path }) => path.includes('{')).map(({ path, methods }) => ({ methods, shape: shapeOf(path) }));
  return (path) => {
    const own = fixed.filter((route) => route.path === path);
    const found = own.length > 0 ? own : shaped.filter(({ shape }) => shape.test(path));
    return [...new Set(found.flatMap(({ methods }) => methods))].sort();
  };
}

function shapeOf(path: string): RegExp {
  const pattern = path
    .split('/')
    .map((part) => (/^\{[a-z_]+\}$/.test(part) ? '[^/]+' : part.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')))
    .join('/');
  return new RegExp(`^${pattern}$`);
}
