import { createInterface, type Interface } from 'node:readline/promises';
import type { McpServer } from '../model/agent.js';
import type { PinnedServer } from '../model/pins.js';
import { OperationalError, UsageError } from '../support/errors.js';
import { redact } from '../support/redact.js';
import { safeText } from '../support/terminal.js';
import type { Fetch } from '../system/fetch.js';
import type { IntrospectionAccess } from '../system/introspection-access.js';
import type { CommandContext } from './command.js';

/** Live servers of one command: asks the user before each, and keeps what they said. */
export class LiveServers {
  readonly access: IntrospectionAccess;
  readonly observed: PinnedServer[] = [];
  private prompt: Interface | undefined;
  private all: boolean;

  /** Throws UsageError when there is no terminal to ask the user and no consent was given by an option. */
  constructor(
    private readonly context: CommandContext,
    yes: boolean,
  ) {
    this.all = yes;
    if (!yes && !(process.stdin.isTTY && process.stderr.isTTY)) {
      throw new UsageError({
        where: '--introspect',
        message: 'starts the configured servers and needs your consent',
        hint: 'add --yes where nobody can be asked',
      });
    }
    this.access = {
      processes: { start: async (request) => (await import('../system/processes.js')).systemProcesses.start(request) },
      fetch: lazyFetch(context.environment),
      environment: context.environment,
      consent: (server) => this.ask(server),
      observed: (server) => void this.observed.push(server),
    };
  }

  /** Asks a question of its own; agreed to beforehand where the user has agreed to everything. */
  async confirm(text: string): Promise<boolean> {
    if (this.all) return true;
    this.prompt ??= createInterface({ input: process.stdin, output: process.stderr });
    return /^y(es)?$/i.test((await this.prompt.question(`${safeText(text)}? [y]es, [n]o: `, { signal: this.context.signal })).trim());
  }

  /** Closes the terminal's input. */
  close(): void {
    this.prompt?.close();
  }

  private async ask(server: McpServer): Promise<boolean> {
    if (this.all) return true;
    this.prompt ??= createInterface({ input: process.stdin, output: process.stderr });
    const answer = await this.prompt.question(`${safeText(question(server))} [y]es, [n]o, [a]ll: `, { signal: this.context.signal });
    this.all = /^a(ll)?$/i.test(answer.trim());
    return this.all || /^y(es)?$/i.test(answer.trim());
  }
}

/** The question to the user: what would be started or contacted, for which client, and which variables it would get. */
export function question({ name, client, command, args, url, env_names, header_names }: McpServer): string {
  const what = url === null ? `Start ${[command ?? '', ...args].join(' ')}` : `Connect to ${url}`;
  const given = [...env_names, ...header_names];
  const gets = given.length === 0 ? '' : `, which gets ${given.join(', ')}`;
  return redact(`${what} (${name} of ${client})${gets}?`.slice(0, 2400)).slice(0, 600);
}

/** The client's library loads with the first request. */
function lazyFetch(environment: NodeJS.ProcessEnv): Fetch {
  let made: Promise<Fetch> | undefined;
  return async (url, init) => {
    made ??= import('../system/fetch.js').then((module) => module.createFetch(environment));
    const fetch = await made;
    try {
      return await fetch(url, init);
    } catch (cause) {
      if (cause instanceof Error && cause.name === 'AbortError') throw cause;
      throw new OperationalError({ message: `cannot be reached: ${reasonOf(cause)}`, cause });
    }
  };
}

function reasonOf(error: unknown): string {
  const inner = error instanceof Error && error.cause instanceof Error ? error.cause : error;
  return inner instanceof Error && 'code' in inner ? String(inner.code) : 'connection failed';
}
