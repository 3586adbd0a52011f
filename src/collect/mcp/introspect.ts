import type { McpServer } from '../../model/agent.js';
import type { Issue } from '../../model/outcome.js';
import { InputError, OperationalError } from '../../support/errors.js';
import type { IssueKind } from '../../support/issue-kinds.js';
import { quote } from '../../support/quote.js';
import type { Fetch } from '../../system/fetch.js';
import type { Processes } from '../../system/processes.js';
import { boundedFetch } from './bounded-fetch.js';
import { ByteBudget } from './byte-budget.js';
import { INTROSPECTION, type Introspection, notIntrospected } from './introspection.js';
import { type Listing, listAll } from './listing.js';
import type { Session } from './session.js';
import type { StartRequest } from './start-request.js';

/** The means of reaching a server. Without one of them, servers of that kind cannot be reached. */
export interface IntrospectionDoors {
  processes?: Processes;
  fetch?: Fetch;
}

/** Limits of one introspection. */
export interface IntrospectionOptions {
  /** For the whole introspection. Default 20 s. */
  timeoutMs?: number;
  /** Total bytes that a server may send. Default 8 MiB. */
  maxBytes?: number;
  /** Total of tools, prompts and resources. Default 2 000. */
  maxItems?: number;
  signal?: AbortSignal;
}

const DEFAULTS = { timeoutMs: 20_000, maxBytes: 8 * 1024 * 1024, maxItems: 2_000 };

/**
 * Starts or connects to one server, asks for its lists, and ends it with all processes it has started. It only throws
 * when the caller aborts: a server that hangs, floods, crashes or answers garbage is reported as an issue.
 */
export async function introspect(
  server: McpServer,
  start: StartRequest,
  doors: IntrospectionDoors,
  options: IntrospectionOptions = {},
): Promise<Introspection> {
  const limits = { ...DEFAULTS, ...options };
  const visit = new Visit(server, limits);
  try {
    const session = await visit.within(visit.open(start, doors));
    const listing = await visit.within(listAll(session, limits.maxItems, visit.found));
    return visit.result(session.instructions, listing);
  } catch (error) {
    options.signal?.throwIfAborted();
    return visit.broken(error);
  } finally {
    await visit.close();
  }
}

type Limits = typeof DEFAULTS & { signal?: AbortSignal };

/** The connection to one server, from the first byte to the end of the last process. */
class Visit {
  readonly found: Listing = { tools: [], prompts: [], resources: [], problems: [] };
  private readonly budget: ByteBudget;
  private readonly deadline: AbortSignal;
  private readonly ends: (() => Promise<void>)[] = [];
  private session: Session | undefined;
  private excess: unknown;
  private strayLines = () => 0;
  private failure = (): Error | undefined => undefined;

  constructor(
    private readonly server: McpServer,
    private readonly limits: Limits,
  ) {
    this.budget = new ByteBudget(limits.maxBytes);
    const timeout = AbortSignal.timeout(limits.timeoutMs);
    this.deadline = limits.signal ? AbortSignal.any([limits.signal, timeout]) : timeout;
  }

  async open(start: StartRequest, { processes, fetch }: IntrospectionDoors): Promise<Session> {
    const way = start.kind === 'process' ? processes : fetch;
    if (way === undefined) throw new InputError({ issue: 'skipped', message: 'may not be reached in this scan' });
    this.session = start.kind === 'process' ? await this.local(start, processes) : await this.remote(start, fetch);
    return this.session;
  }

  /** Starts a server that refuses `initialize` again, and asks it by the newer method. */
  private async local(start: StartRequest & { kind: 'process' }, processes: Processes | undefined): Promise<Session> {
    const { isRefusal } = await import('./session.js');
    try {
      return await this.startOnce(start, processes, false);
    } catch (error) {
      if (!isRefusal(error)) throw error;
      await this.close();
      return this.startOnce(start, processes, true);
    }
  }

  private async startOnce(start: StartRequest & { kind: 'process' }, processes: Processes | undefined, modern: boolean): Promise<Session> {
    const [{ ProcessTransport }, { connectSession }] = await Promise.all([import('./process-transport.js'), import('./session.js')]);
    this.deadline.throwIfAborted();
    const child = await processes?.start(start);
    if (!child) throw new OperationalError({ message: 'was not started' });
    this.keep(() => child.stop());
    this.deadline.throwIfAborted();
    const transport = new ProcessTransport(child, this.budget);
    this.strayLines = () => transport.strayLines;
    this.failure = () => transport.failure;
    return connectSession(transport, { signal: this.deadline, timeoutMs: this.limits.timeoutMs }, modern);
  }

  /**
   * Tries Streamable HTTP first. A server without it answers with a client error (specification 2025-03-26,
   * compatibility).
   */
  private async remote(start: StartRequest & { kind: 'remote' }, fetch: Fetch | undefined): Promise<Session> {
    const { eventTransport, connectSession, statusOf, streamableTransport } = await import('./session.js');
    if (!fetch) throw new OperationalError({ message: 'was not reached' });
    const remote = { ...start, fetch: boundedFetch(fetch, this.budget, (error) => this.overflow(error)) };
    const limits = { signal: this.deadline, timeoutMs: this.limits.timeoutMs };
    const tries = start.events ? [eventTransport] : [streamableTransport, eventTransport];
    let last: unknown;
    for (const make of tries) {
      const transport = make(remote);
      this.keep(() => transport.close());
      try {
        return await connectSession(transport, limits);
      } catch (error) {
        last ??= error;
        const status = statusOf(error);
        if (status === undefined || status >= 500 || status === 401 || status === 403) break;
      }
    }
    throw last;
  }

  /** Whatever is created after the visit has ended is ended at once. */
  private keep(end: () => Promise<void>): void {
    if (this.deadline.aborted) void end().catch(() => {});
    else this.ends.push(end);
  }

  private overflow(error: unknown): void {
    this.excess ??= error;
  }

  /** Returns the result of the work, or rejects with the deadline's reason if that comes first. */
  within<T>(work: Promise<T>): Promise<T> {
    return new Promise((resolve, reject) => {
      const late = () => reject(this.deadline.reason);
      if (this.deadline.aborted) late();
      this.deadline.addEventListener('abort', late, { once: true });
      work.then(resolve, reject).finally(() => this.deadline.removeEventListener('abort', late));
    });
  }

  async close(): Promise<void> {
    const ends = this.ends.splice(0).map((end) => end().catch(() => {}));
    await Promise.all(ends);
  }

  result(instructions: string | undefined, { tools, prompts, resources, problems }: Listing): Introspection {
    const empty = tools.length + prompts.length + resources.length === 0;
    const issues = problems.map(({ kind, reason }) => this.issue(kind, reason));
    const stray = this.strayLines();
    if (stray > 0) issues.push({ ...this.issue('invalid_entry', `wrote ${plural(stray)} to its output`), note: true });
    const outcome = problems.length > 0 ? 'truncated' : empty ? 'empty' : 'scanned';
    return { server: this.server, outcome, tools, prompts, resources, issues, ...(instructions !== undefined && { instructions }) };
  }

  /** Keeps what was learnt before the error. */
  broken(error: unknown): Introspection {
    const { tools, prompts, resources } = this.found;
    const problem = this.explain(this.excess ?? this.failure() ?? error);
    if (tools.length + prompts.length + resources.length > 0) {
      const partial = this.result(this.session?.instructions, { ...this.found, problems: [...this.found.problems, problem] });
      return { ...partial, outcome: 'truncated' };
    }
    return notIntrospected(this.server, problem.kind === 'skipped' ? 'skipped' : 'failed', {
      kind: problem.kind,
      reason: this.sentence(problem.reason),
    });
  }

  private explain(error: unknown): { kind: IssueKind; reason: string } {
    if (error instanceof InputError) return { kind: error.issue, reason: error.message };
    const stray = this.strayLines();
    const garbage = stray > 0 ? `, only ${plural(stray)}` : '';
    if (this.deadline.aborted) return { kind: 'timeout', reason: `gave no answer within ${this.limits.timeoutMs / 1000} s${garbage}` };
    const kind = this.server.url === null ? 'unreadable' : 'network';
    if (error instanceof OperationalError) return { kind, reason: `${error.message}${garbage}` };
    const text = error instanceof Error ? error.message : String(error);
    return { kind, reason: `cannot be talked to: ${quote(text, 160)}` };
  }

  private issue(kind: IssueKind, reason: string): Issue {
    const { path, line } = this.server;
    return { collector: INTROSPECTION, path, ...(line !== undefined && { line }), kind, reason: this.sentence(reason) };
  }

  private sentence(reason: string): string {
    return `server ${quote(this.server.name, 60)} ${reason}`;
  }
}

function plural(lines: number): string {
  return lines === 1 ? 'a line that is no JSON-RPC' : `${lines} lines that are no JSON-RPC`;
}
