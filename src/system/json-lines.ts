import type { Readable } from 'node:stream';

export interface JsonLines {
  take(value: unknown): void;
  /** Of one line. */
  maxBytes: number;
  /** Told once; nothing is read after it. */
  tooLong(): void;
}

/** Reads a stream of JSON values, one a line. A line that is no JSON is passed over, as is the last one without its end. */
export function takeJsonLines(stream: Readable, { take, maxBytes, tooLong }: JsonLines): void {
  let parts: Buffer[] = [];
  let size = 0;
  const keep = (part: Buffer) => {
    size += part.length;
    parts.push(part);
  };
  const end = () => {
    const value = parsed(Buffer.concat(parts));
    [parts, size] = [[], 0];
    if (value !== undefined) take(value);
  };
  stream.on('data', (chunk: Buffer) => {
    if (size > maxBytes) return;
    let from = 0;
    for (let at = chunk.indexOf(10); at !== -1; at = chunk.indexOf(10, from)) {
      keep(chunk.subarray(from, at));
      end();
      from = at + 1;
    }
    keep(chunk.subarray(from));
    if (size <= maxBytes) return;
    parts = [];
    tooLong();
  });
}

function parsed(line: Buffer): unknown {
  try {
    return JSON.parse(line.toString('utf8'));
  } catch {
    return undefined;
  }
}
