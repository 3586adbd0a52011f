import { join } from 'node:path';
import { updateFrom } from '../../advisories/update-from.js';
import type { Role } from '../../api/route.js';
import type { ServeOptions } from '../../config/serve-options.js';
import { DAY_MS } from '../../support/durations.js';
import { programFolder } from '../../system/program-file.js';
import { copyFolder } from '../../system/scratch-folder.js';
import type { LinkUser } from '../auth/sign-in-link.js';
import { buildApp } from '../http/app.js';
import type { ControlPlane } from '../http/plane.js';
import { bootstrapAdmin, openControlPlane } from '../start/start.js';
import { type DemoFolder, demoFolder } from './demo-folder.js';
import { DemoTenant, storyWorkers } from './demo-tenant.js';
import { ADMINISTRATOR, TENANT } from './estate/people.js';
import { STORY_DAYS } from './estate/step.js';
import { story } from './estate/story.js';
import { PastClock } from './past-clock.js';
import { type Telling, tellStory } from './tell-story.js';

/** How many times faster than time the clock goes while a story is told: jobs then take seconds, as they do with larger projects. */
const SPEED = 12;

export interface DemoWish {
  /** Settings of the server that it will have. */
  options: ServeOptions;
  version: string;
  /** Folder for its data; absent: a temporary one. */
  dataFolder: string | undefined;
  onDay: Telling['onDay'];
  signal: AbortSignal;
}

/** A key that is shown once. */
export interface RoleKey {
  role: Role;
  secret: string;
}

/** A demo that can be served. */
export interface Demo {
  options: ServeOptions;
  /** The user whom the demo's link signs in. */
  user: LinkUser;
  /** Keys with which one looks at the demo in other roles; empty where the estate is from an earlier start. */
  keys: readonly RoleKey[];
  /** Removes what was made for this run alone. */
  drop(): void;
}

/**
 * Makes the estate of a demo, unless the folder has it from an earlier start: a company's two weeks, told to a service of its own through
 * the routes of the API, with the real workers and the clock set back. Rejects with UsageError for a folder with other data.
 */
export async function prepareDemo(wish: DemoWish): Promise<Demo> {
  const folder = demoFolder(wish.dataFolder);
  const options = optionsFor(wish.options, folder.path);
  try {
    const keys = folder.isWhole ? [] : await makeEstate({ ...wish, options }, folder);
    return { options, user: { tenantId: TENANT, subject: ADMINISTRATOR, role: 'admin' }, keys, drop: folder.drop };
  } catch (error) {
    folder.drop();
    throw error;
  }
}

/** Nothing of the user's own service or environment is used, and nothing outside is asked. */
function optionsFor(options: ServeOptions, dataFolder: string): ServeOptions {
  const { host, port, maxBodyBytes, hstsPreload, workers, retention } = options;
  return {
    ...{ host, port, maxBodyBytes, hstsPreload, workers, retention },
    dataFolder,
    advisoryDatabase: join(dataFolder, 'advisories.db'),
    scanRoots: [join(dataFolder, 'estate')],
    environment: {},
    offline: true,
    accessLog: false,
    signInLinks: true,
  };
}

async function makeEstate({ options, version, onDay, signal }: DemoWish, folder: DemoFolder): Promise<RoleKey[]> {
  const fixtures = join(programFolder(), 'fixtures');
  const estate = join(folder.path, 'estate');
  copyFolder(join(fixtures, 'demo', 'estate'), estate);
  const clock = new PastClock(SPEED);
  clock.forwardTo(Date.now() - (STORY_DAYS + 1) * DAY_MS);
  await updateFrom(join(fixtures, 'feeds'), { dbPath: options.advisoryDatabase, ecosystems: [], clock: clock.now, signal });
  const plane = await openControlPlane({ ...options, workers: storyWorkers }, { version, clock: clock.now });
  try {
    const keys = await tell(plane, estate, { clock, onDay, signal });
    folder.markWhole();
    return keys;
  } finally {
    await plane.store.close();
  }
}

async function tell(plane: ControlPlane, estate: string, telling: Omit<Telling, 'demo'>): Promise<RoleKey[]> {
  const app = buildApp(plane);
  await app.ready();
  try {
    const demo = new DemoTenant(plane, app, estate);
    demo.giveKey('bootstrap', await bootstrapAdmin(plane, TENANT));
    await tellStory(story, { ...telling, demo });
    return [
      { role: 'analyst', secret: demo.keyOf('tomas') },
      { role: 'viewer', secret: demo.keyOf('ines') },
    ];
  } finally {
    await app.close();
  }
}
