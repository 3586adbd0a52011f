import type { Readable } from 'node:stream';

export interface JsonLines {
  take(value: unknown): void;
  /** Longest line that is read. */
  maxBytes: number;
  /** Called at most once, for a line that is too long. Nothing is read after that. */
  tooLong(): void;
}

/** Reads a stream of JSON values, one a line. Skips lines that are no JSON, and a last line without a line break. */
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
