import { ReportShelf, type ServerAccess } from './contract/access.js';
import type { HttpOptions } from './http.js';

/** Serves the tools on one of the transports. Only that transport is loaded. */
export function openTools(given: Omit<ServerAccess, 'reports'>) {
  const access = { ...given, reports: new ReportShelf() };
  return {
    onStdio: async (signal: AbortSignal) => (await import('./stdio.js')).serveOnStdio(access, signal),
    onHttp: async (options: HttpOptions) => (await import('./http.js')).serveOnHttp(access, options),
  };
}
