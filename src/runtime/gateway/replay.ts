/** Events and bytes of one session that are kept for a client that comes back. */
const MAX_EVENTS = 256;
const MAX_BYTES = 256 * 1024;

interface Kept {
  stream: string;
  seq: number;
  data: Buffer;
}

/** What was sent last, so that a client whose connection broke can go on after the last event that it got. */
export class Replay {
  private readonly events: Kept[] = [];
  private bytes = 0;
  private seq = 0;

  /** Keeps an event; gives its id. */
  keep(stream: string, data: Buffer): string {
    const seq = ++this.seq;
    this.events.push({ stream, seq, data });
    this.bytes += data.length;
    while (this.events.length > MAX_EVENTS || this.bytes > MAX_BYTES) this.bytes -= this.events.shift()?.data.length ?? 0;
    return idOf(stream, seq);
  }

  /** The stream that an event id belongs to, and what followed there; undefined for what is no id. */
  after(lastId: string): { stream: string; events: { id: string; data: Buffer }[] } | undefined {
    const [, stream, last] = /^([a-z0-9]{1,20})-(\d{1,15})$/.exec(lastId) ?? [];
    if (stream === undefined) return undefined;
    const events = this.events.filter((one) => one.stream === stream && one.seq > Number(last));
    return { stream, events: events.map(({ seq, data }) => ({ id: idOf(stream, seq), data })) };
  }
}

function idOf(stream: string, seq: number): string {
  return `${stream}-${seq}`;
}
