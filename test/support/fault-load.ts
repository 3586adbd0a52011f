import { setTimeout as wait } from 'node:timers/promises';
import { type Ground, jobOperations, type Operation, quickOperations } from './fault-operations.js';

/** A write that was asked for, and what was said to it. */
export interface Asked {
  operation: Operation;
  /** By which its rows are found. */
  mark: string;
  /** Of every try. */
  requestIds: string[];
  /** `unknown`: the connection broke before an answer, and it was not asked again. */
  said: 'accepted' | 'refused' | 'unknown';
}

export interface LoadOptions {
  key: string;
  projects: readonly string[];
  sources: readonly string[];
  random(): number;
  /** Addresses of the servers that are there now; it may be none for a moment. */
  servers(): readonly string[];
  /** Sets the marks of this load apart from those of others. */
  name: string;
}

const PATIENCE_MS = 60_000;

/** Clients that write all the time, note what was accepted, and repeat what may be repeated until there is an answer. */
export class FaultLoad {
  readonly asked: Asked[] = [];
  /** Answers that no client should ever get. */
  readonly complaints: string[] = [];
  private readonly left = { key: [] as string[], 'brief source': [] as string[], job: [] as string[] };
  private number = 0;

  constructor(private readonly options: LoadOptions) {}

  /** One write by each of `clients` after the other, until `until` says so. */
  async run(clients: number, until: () => boolean): Promise<void> {
    const client = async () => {
      while (!until()) {
        await this.one(pick(quickOperations, this.options.random));
        await wait(5);
      }
    };
    await Promise.all(Array.from({ length: clients }, client));
  }

  /** Asks for a job. */
  job(): Promise<void> {
    return this.one(pick(jobOperations, this.options.random));
  }

  async one(operation: Operation): Promise<void> {
    const { projects, sources, random, name } = this.options;
    const mark = `${name}-${operation.name.replaceAll(' ', '-')}-${++this.number}`;
    const ground: Ground = { projects, sources, random, take: (kind) => this.left[kind].shift() };
    const request = operation.request(mark, ground);
    if (!request) return;
    const asked: Asked = { operation, mark: request.mark ?? mark, requestIds: [], said: 'unknown' };
    this.asked.push(asked);
    const first = await this.untilAnswered(asked, mark, request);
    if (asked.said !== 'accepted' || !first) return;
    if (operation.leaves) this.left[operation.leaves.kind].push(String(JSON.parse(first)[operation.leaves.field]));
    if (operation.repeatable && random() < 0.2) await this.again(asked, mark, { request, first });
  }

  private async untilAnswered(asked: Asked, mark: string, request: Sent): Promise<string | undefined> {
    const until = Date.now() + PATIENCE_MS;
    for (; Date.now() < until; await wait(50)) {
      const answer = await this.send(asked, mark, request);
      if (answer && answer.status < 300) {
        asked.said = 'accepted';
        return answer.text;
      }
      if (answer && answer.status !== 503 && !(answer.status === 409 && answer.text.includes('under way'))) {
        asked.said = 'refused';
        if (answer.status >= 500 || answer.status === 422) this.complaints.push(`${mark} was answered ${answer.status} ${answer.text}`);
        return undefined;
      }
      if (!asked.operation.repeatable && asked.requestIds.length > 0) return undefined;
    }
    this.complaints.push(`${mark} got no answer`);
    return undefined;
  }

  /** Whoever asks again gets the same answer. */
  private async again(asked: Asked, mark: string, { request, first }: { request: Sent; first: string }): Promise<void> {
    const answer = await this.send(asked, mark, request);
    if (answer?.status !== undefined && answer.status < 300 && answer.text !== first)
      this.complaints.push(`${mark} was answered differently the second time`);
  }

  /** Undefined: nobody answered. */
  private async send(asked: Asked, mark: string, { method, path, body }: Sent): Promise<{ status: number; text: string } | undefined> {
    const { key, servers, random } = this.options;
    const url = pick(servers(), random);
    if (url === undefined) return undefined;
    const requestId = `${mark}.${asked.requestIds.length}`;
    asked.requestIds.push(requestId);
    try {
      const response = await fetch(`${url}${path}`, {
        method,
        headers: {
          authorization: `Bearer ${key}`,
          'x-request-id': requestId,
          ...(asked.operation.repeatable && { 'idempotency-key': mark }),
          ...(body !== undefined && { 'content-type': 'application/json' }),
        },
        ...(body !== undefined && { body: JSON.stringify(body) }),
        signal: AbortSignal.timeout(20_000),
      });
      return { status: response.status, text: await response.text() };
    } catch {
      return undefined;
    }
  }
}

interface Sent {
  method: string;
  path: string;
  body?: unknown;
}

function pick<T>(items: readonly T[], random: () => number): T {
  return items[Math.floor(random() * items.length)] as T;
}
