import type { RouteTable } from '../../api/route.js';

/** Says which methods a path has, for requests that found no route. Empty for unknown paths. */
export function allowedMethods(routes: RouteTable): (path: string) => string[] {
  const known = Object.values(routes).map(({ method, path }) => ({ method, shape: shapeOf(path) }));
  return (path) => [...new Set(known.filter(({ shape }) => shape.test(path)).map(({ method }) => method))].sort();
}

function shapeOf(path: string): RegExp {
  const pattern = path
    .split('/')
    .map((part) => (/^\{[a-z_]+\}$/.test(part) ? '[^/]+' : part.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')))
    .join('/');
  return new RegExp(`^${pattern}$`);
}
