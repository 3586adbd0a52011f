import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';
import { DAY_MS, HOUR_MS } from '../../support/durations.js';
import { programFile } from '../../system/program-file.js';
import { changeText } from '../../system/scratch-folder.js';
import type { ControlPlane } from '../http/plane.js';
import { startPool } from '../jobs/claim.js';
import { launchOccurrence } from '../jobs/launch-occurrence.js';
import { fireDue } from '../jobs/scheduler.js';
import { JobQueue } from '../store/job-queue.js';
import { type Answer, type Ask, callRoute, type RouteKey } from './calls.js';

/** Who acts in the demo: people and programs of its company. */
export type Actor = 'bootstrap' | 'maria' | 'tomas' | 'yuki' | 'ines' | 'ci' | 'devices' | 'relay';

/** What the story of the demo acts on: the tenant through the service's own routes, its workers, and the folder with its projects. */
export class DemoTenant {
  private readonly keys = new Map<Actor, string>();
  private readonly ids = new Map<string, string>();

  constructor(
    private readonly plane: ControlPlane,
    private readonly app: FastifyInstance,
    /** The folder with the projects. */
    readonly estate: string,
  ) {}

  giveKey(actor: Actor, secret: string): void {
    this.keys.set(actor, secret);
  }

  keyOf(actor: Actor): string {
    const secret = this.keys.get(actor);
    if (secret === undefined) throw new Error(`${actor} has no key yet`);
    return secret;
  }

  call<K extends RouteKey>(actor: Actor, key: K, ask: Ask<K> = {}): Promise<Answer<K>> {
    return callRoute(this.app, key, this.keyOf(actor), ask);
  }

  /** Remembers the id of something under the name that the story uses for it. */
  remember(name: string, id: string): void {
    this.ids.set(name, id);
  }

  id(name: string): string {
    const id = this.ids.get(name);
    if (id === undefined) throw new Error(`there is no ${name} yet`);
    return id;
  }

  /** A time before or after the present of the story, in RFC 3339. */
  time(offsetMs = 0): string {
    return new Date(this.plane.clock() + offsetMs).toISOString();
  }

  inDays(days: number): string {
    return this.time(days * DAY_MS);
  }

  path(...parts: string[]): string {
    return join(this.estate, ...parts);
  }

  /** Replaces one text in a file of a project, as a commit does. */
  edit(file: string, from: string, to: string): void {
    changeText(this.path(...file.split('/')), (text) => {
      if (text.split(from).length !== 2) throw new Error(`${file} does not hold ${JSON.stringify(from)} once`);
      return text.replace(from, () => to);
    });
  }

  /** Runs sources for somebody, and waits for the ends of their jobs. */
  async run(actor: Actor, names: readonly string[]): Promise<void> {
    for (const name of names) await this.call(actor, 'runSource', { params: { source_id: this.id(name) } });
    await this.work();
  }

  /** Fires the schedules that are due, and waits for the ends of their jobs. */
  async fireSchedules(): Promise<void> {
    if ((await fireDue(this.plane, launchOccurrence)) > 0) await this.work();
  }

  /** Runs the workers until no job waits. They see the time of the story. */
  private async work(): Promise<void> {
    const pool = startPool(this.plane, {
      program: programFile(),
      environment: { SOURCE_DATE_EPOCH: String(Math.floor(this.plane.clock() / 1000)) },
      // The clock of the story is faster than that of the heartbeats.
      leaseMs: HOUR_MS,
      backoffMs: 0,
    });
    try {
      while (await this.hasOpenJobs()) await pause(POLL_MS);
    } finally {
      await pool.close();
    }
  }

  private hasOpenJobs(): Promise<boolean> {
    return this.plane.store.shared(
      async (shared) => (await new JobQueue(shared).counts(new Date(this.plane.clock()).toISOString())).jobs > 0,
    );
  }
}

const POLL_MS = 25;

/** Workers at a time while the story is told. */
export const storyWorkers = Math.max(2, Math.min(8, availableParallelism()));
