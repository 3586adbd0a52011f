import type { McpServer } from '../model/agent.js';
import type { PinnedServer } from '../model/pins.js';
import { OperationalError, UsageError } from '../support/errors.js';
import { redact } from '../support/redact.js';
import type { Fetch } from '../system/fetch.js';
import type { IntrospectionAccess } from '../system/introspection-access.js';
import type { CommandContext } from './command.js';
import { canAsk, Prompt } from './terminal/prompt.js';

/** Live servers of one command: asks the user before each, and keeps what they said. */
export class LiveServers {
  readonly access: IntrospectionAccess;
  readonly observed: PinnedServer[] = [];
  private readonly prompt: Prompt;
  private all: boolean;

  /** Throws UsageError when there is no terminal to ask the user and no consent was given by an option. */
  constructor(context: CommandContext, yes: boolean) {
    this.all = yes;
    this.prompt = new Prompt(context.signal);
    if (!yes && !canAsk()) {
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
    return this.all || this.prompt.agrees(text);
  }

  /** Closes the terminal's input. */
  close(): void {
    this.prompt.close();
  }

  private async ask(server: McpServer): Promise<boolean> {
    if (this.all) return true;
    const answer = await this.prompt.ask(`${question(server)} [y]es, [n]o, [a]ll: `);
    this.all = /^a(ll)?$/i.test(answer);
    return this.all || /^y(es)?$/i.test(answer);
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
