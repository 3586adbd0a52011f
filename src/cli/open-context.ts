import { homedir } from 'node:os';
import { type DataPaths, dataPaths } from '../config/paths.js';
import type { Settings } from '../config/settings.js';
import type { ScanEvent } from '../model/request.js';
import { openScanContext } from '../scan/open-context.js';
import { makeClock } from '../system/clock.js';
import type { CloudDoor, Context, JudgeDoor, UserSystem } from '../system/context.js';
import { diskFiles } from '../system/files.js';
import { lazyHistory } from '../system/git/lazy-history.js';
import { lazyTrees } from '../system/git/lazy-trees.js';
import type { LayerStore } from '../system/layer-store.js';
import { lazyHttp } from '../system/lazy-http.js';
import { silentLog } from '../system/log.js';
import type { CommandContext } from './command.js';
import { imageDoor } from './image-access.js';
import { ownEnvironment } from './own-environment.js';
import { stderrLog } from './terminal/stderr-log.js';
import { version } from './version.js';

export interface ContextOptions {
  settings: Settings;
  command: CommandContext;
  demo: boolean;
  onEvent(event: ScanEvent): void;
  /** Access to clouds, for a scan that names one. */
  cloud?: CloudDoor;
  /** The judge of texts, where the user names one. */
  judge?: JudgeDoor | undefined;
}

/** The paths of this user's data, from the settings. */
export function pathsOf(settings: Settings, environment: NodeJS.ProcessEnv): DataPaths {
  return dataPaths({ platform: process.platform, environment, home: homedir() }, settings.dataFolder, settings.db);
}

/** The real context of a command. Offline it has no http, so nothing can open a connection. */
export function openContext({ settings, command, demo, onEvent, cloud, judge }: ContextOptions): Context {
  const { environment, signal, io } = command;
  return openScanContext({
    files: diskFiles,
    user: thisUser(environment),
    images: imageDoor(settings, command, () => keptLayers(settings, environment)),
    ...(cloud && { cloud }),
    ...(judge && { judge }),
    ...(!settings.offline && { history: lazyHistory, trees: lazyTrees }),
    database: pathsOf(settings, environment).database,
    lookUp: !demo && settings.vulnerabilities,
    online: settings.offline || demo ? undefined : { http: lazyHttp(environment), baseUrl: settings.osvApiUrl },
    clock: makeClock(environment.SOURCE_DATE_EPOCH),
    log: settings.verbose ? stderrLog(io) : silentLog,
    emit(event) {
      if (event.event === 'issue') io.err(`warning: ${event.issue.reason}`);
      onEvent(event);
    },
    signal,
  });
}

/** Bytes that are kept of layers. */
const MAX_LAYERS = 2 ** 30;

async function keptLayers(settings: Settings, environment: NodeJS.ProcessEnv): Promise<LayerStore | undefined> {
  const { folderStore } = await import('../system/layer-store.js');
  return folderStore(pathsOf(settings, environment).layers, version, MAX_LAYERS);
}

/** Who runs the program. The home folder is looked up only when a scan asks for it. */
function thisUser(environment: NodeJS.ProcessEnv): UserSystem {
  const { platform } = process;
  return {
    os: platform === 'darwin' || platform === 'win32' ? platform : 'linux',
    get home() {
      return homedir().replaceAll('\\', '/');
    },
    environment: ownEnvironment(environment),
  };
}
