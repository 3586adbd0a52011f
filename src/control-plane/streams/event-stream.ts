import { Readable } from 'node:stream';
import type { Bell } from './news.js';

const KEEP_ALIVE_MS = 15_000;

/** What a stream of server-sent events tells, and for how long. */
export interface Followed {
  /** What rings when there may be more; asked for when the stream is read, and closed with it. */
  openBell(): Bell;
  /** What is new since the last look, as frames. `ended`: nothing will come after these. */
  look(): Promise<{ frames: readonly string[]; ended: boolean }>;
  /** Rejects when the credential of the stream is no longer valid, or cannot be checked. */
  checkAccess(): Promise<unknown>;
  keepAliveMs?: number | undefined;
  /** The stream ends after so long, once there is nothing more to tell; absent: it ends with what it follows. */
  lastsMs?: number;
}

/** Server-sent events (HTML Standard, section 9.2): first the existing ones, then new ones up to the last. */
export function eventStream(followed: Followed): Readable {
  const gone = new AbortController();
  const stream = Readable.from(framesOf(followed, gone.signal));
  // Signalled before the generator is asked to return, because it only returns at a `yield` and may be waiting for
  // events.
  const end = stream._destroy.bind(stream);
  stream._destroy = (error, done) => {
    gone.abort();
    end(error, done);
  };
  // A client that disconnects in the middle is not an error of the service.
  stream.on('error', () => {});
  return stream;
}

/** One event as a frame. */
export function eventFrame(id: number, event: string, data: object): string {
  return `id: ${id}\nevent: ${event}\ndata: ${JSON.stringify(data)}\n\n`;
}

/** The number that a client resumes after (`Last-Event-ID`); undefined where it names none. */
export function lastEventId(given: string | string[] | undefined): number | undefined {
  return typeof given === 'string' && /^\d{1,15}$/.test(given) ? Number(given) : undefined;
}

async function* framesOf(followed: Followed, gone: AbortSignal): AsyncGenerator<string> {
  const { keepAliveMs = KEEP_ALIVE_MS, lastsMs = Number.POSITIVE_INFINITY } = followed;
  const due = pulse(keepAliveMs);
  const end = performance.now() + lastsMs;
  const leftMs = () => Math.max(0, end - performance.now());
  const bell = followed.openBell();
  try {
    yield 'retry: 2000\n\n';
    for (let told = true; !gone.aborted; told = await bell.rung(Math.min(due.inMs(), leftMs()), gone)) {
      // Checked also between events, so that a client without access gets no more of them.
      if (due.passed() && !(await hasAccess(followed))) return;
      if (!told) yield ': keep-alive\n\n';
      const { frames, ended } = await followed.look();
      yield* frames;
      if (ended || (frames.length === 0 && leftMs() === 0)) return;
      // One query may not return all events.
      if (frames.length > 0) bell.ring();
    }
  } finally {
    bell.close();
  }
}

/** Fires every `ms`, by a monotonic clock. */
function pulse(ms: number): { inMs(): number; passed(): boolean } {
  let next = performance.now() + ms;
  const inMs = () => Math.max(0, next - performance.now());
  return {
    inMs,
    passed() {
      if (inMs() > 0) return false;
      next = performance.now() + ms;
      return true;
    },
  };
}

/** False when access has ended; the client reconnects and is then told why. */
function hasAccess({ checkAccess }: Followed): Promise<boolean> {
  return checkAccess().then(
    () => true,
    () => false,
  );
}
