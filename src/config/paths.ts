import type { Environment } from './environment.js';

/** Where the program keeps its data on this machine. */
export interface DataPaths {
  data: string;
  database: string;
  logs: string;
  /** What layers of images told. */
  layers: string;
}

/** The inputs that decide the paths, handed in so that tests can check every system. */
export interface PathContext {
  platform: NodeJS.Platform;
  environment: Environment;
  /** The user's home folder. */
  home: string;
}

/** Data folder by platform convention (XDG on Linux, Library on macOS, LocalAppData on Windows), overridden by SERVICE_HOME and SERVICE_DB. */
export function dataPaths(machine: PathContext, home: string | undefined, database: string | undefined): DataPaths {
  // Service managers and compose files have no shell that would expand `~`, so we do.
  const data = home?.replace(/^~(?=\/|$)/, machine.home) ?? conventional(machine);
  const slash = machine.platform === 'win32' ? '\\' : '/';
  const inside = (name: string) => [data, name].join(slash);
  return { data, database: database ?? inside('advisories.db'), logs: inside('logs'), layers: inside('image-layers') };
}

function conventional({ platform, environment, home }: PathContext): string {
  if (platform === 'win32') return `${environment.LOCALAPPDATA ?? `${home}\\AppData\\Local`}\\castellan\\Data`;
  if (platform === 'darwin') return `${home}/Library/Application Support/castellan`;
  const xdg = environment.XDG_DATA_HOME;
  return `${xdg?.startsWith('/') ? xdg : `${home}/.local/share`}/castellan`;
}
