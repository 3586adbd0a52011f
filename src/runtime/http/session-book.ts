import { randomBytes } from 'node:crypto';
import type { Inspector } from '../relay/inspector.js';
import { Conversation } from './conversation.js';
import type { GatewayClient, InspectorOf } from './exchange.js';

export interface BookLimits {
  /** Sessions that are kept at once; the one that was not used for longest makes room. */
  maxSessions: number;
  /** Milliseconds without use after which a session is forgotten. */
  idleMs: number;
}

export interface SessionBookOptions extends BookLimits {
  inspectorOf: InspectorOf;
  stray(reason: string): void;
  /** Milliseconds that only grow. */
  clock(): number;
  /** A session of the server is forgotten without its client having ended it. */
  forgotten(conversation: Conversation): void;
}

/** What is kept, and how many exchanges use it. */
interface Entry {
  inspector: Promise<Inspector>;
  conversation?: Conversation;
  users: number;
  lastUsed: number;
}

/** A conversation that an exchange may use until it releases it. */
export interface ConversationHold {
  conversation: Conversation;
  release(): void;
}

/** The sessions of all clients, each bound to the one that opened it; and one inspector for all that a client asks without a session. */
export class SessionBook {
  private readonly sessions = new Map<string, Entry>();
  private readonly shared = new Map<string, Entry>();

  constructor(private readonly options: SessionBookOptions) {}

  get size(): number {
    return this.sessions.size;
  }

  /** The session of this id, if this client has opened it. */
  find(id: string, client: GatewayClient): ConversationHold | undefined {
    const entry = this.sessions.get(id);
    const { conversation } = entry ?? {};
    if (!entry || !conversation || conversation.client.id !== client.id) return undefined;
    // The map keeps the order of use.
    this.sessions.delete(id);
    this.sessions.set(id, entry);
    return { conversation, release: this.use(entry) };
  }

  /** A session that the server has not named yet: `name` keeps it. */
  async begin(client: GatewayClient): Promise<ConversationHold & { name(id: string | undefined): boolean }> {
    const entry = this.entryFor(client);
    const conversation = this.conversation(client, await entry.inspector);
    entry.conversation = conversation;
    let isKept = false;
    const release = this.use(entry);
    const name = (id: string | undefined) => {
      isKept = id === undefined ? this.share(client, entry) : this.keep(id, entry);
      return isKept;
    };
    return { conversation, name, release: () => (isKept ? release() : conversation.inspector.close()) };
  }

  /** For one exchange without a session. */
  async single(client: GatewayClient): Promise<ConversationHold> {
    let entry = this.shared.get(client.id);
    if (entry) this.shared.delete(client.id);
    else entry = this.entryFor(client);
    this.shared.set(client.id, entry);
    makeRoom(this.shared, this.options.maxSessions, (id) => this.unshare(id));
    const release = this.use(entry);
    try {
      return { conversation: this.conversation(client, await entry.inspector), release };
    } catch (error) {
      if (this.shared.get(client.id) === entry) this.shared.delete(client.id);
      throw error;
    }
  }

  /** Its client, or the server, has ended it. */
  end({ id }: Conversation): void {
    const entry = id === undefined ? undefined : this.sessions.get(id);
    if (id === undefined || !entry) return;
    this.sessions.delete(id);
    closeLater(entry);
  }

  /** Forgets what was not used for long. */
  sweep(): void {
    const oldest = this.options.clock() - this.options.idleMs;
    const isIdle = ({ users, lastUsed }: Entry) => users === 0 && lastUsed <= oldest;
    for (const [id, entry] of [...this.sessions]) if (isIdle(entry)) this.forget(id);
    for (const [id, entry] of [...this.shared]) if (isIdle(entry)) this.unshare(id);
  }

  close(): void {
    for (const id of [...this.sessions.keys()]) this.forget(id);
    for (const id of [...this.shared.keys()]) this.unshare(id);
  }

  private conversation(client: GatewayClient, inspector: Inspector): Conversation {
    return new Conversation(client, inspector, this.options.stray);
  }

  private entryFor(client: GatewayClient): Entry {
    const inspector = this.options.inspectorOf({ id: `ses_${randomBytes(10).toString('hex')}`, client });
    inspector.catch(() => {});
    return { inspector, users: 0, lastUsed: this.options.clock() };
  }

  /** False where another client has a session of this id. */
  private keep(id: string, entry: Entry): boolean {
    const { conversation } = entry;
    const known = this.sessions.get(id);
    if (!conversation || (known && known.conversation?.client.id !== conversation.client.id)) return false;
    if (known?.conversation) this.end(known.conversation);
    conversation.id = id;
    this.sessions.set(id, entry);
    makeRoom(this.sessions, this.options.maxSessions, (oldest) => this.forget(oldest));
    return true;
  }

  /** A server without sessions: what it has said is known to the client's later exchanges. */
  private share(client: GatewayClient, entry: Entry): boolean {
    if (this.shared.has(client.id)) return false;
    this.shared.set(client.id, entry);
    return true;
  }

  private use(entry: Entry): () => void {
    entry.users++;
    return () => {
      entry.users--;
      entry.lastUsed = this.options.clock();
    };
  }

  private forget(id: string): void {
    const entry = this.sessions.get(id);
    if (!entry) return;
    this.sessions.delete(id);
    closeLater(entry);
    if (entry.conversation) this.options.forgotten(entry.conversation);
  }

  private unshare(id: string): void {
    const entry = this.shared.get(id);
    this.shared.delete(id);
    if (entry) closeLater(entry);
  }
}

function closeLater({ inspector }: Entry): void {
  void inspector.then((ready) => ready.close()).catch(() => {});
}

/** What is in use stays, whatever the limit is. */
function makeRoom(entries: ReadonlyMap<string, Entry>, most: number, forget: (id: string) => void): void {
  for (const [id, { users }] of entries) {
    if (entries.size <= most) return;
    if (users === 0) forget(id);
  }
}
