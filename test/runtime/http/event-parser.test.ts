import { createParser, type EventSourceMessage } from 'eventsource-parser';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseFrame } from '../../../src/runtime/frames/parse-frame.js';
import { EventParser, eventBytes, type StreamEvent } from '../../../src/runtime/http/event-parser.js';
import { onOneLine } from '../../../src/runtime/http/frame-buffer.js';

const LIMIT = 1_000;

interface Seen {
  type?: string;
  id?: string;
  retry?: number;
  data?: string;
  ids?: unknown;
}

function seen({ frame, ...fields }: StreamEvent): Seen {
  if (!frame) return fields;
  return { ...fields, ...(frame.tooLong ? { ids: frame.tooLong.ids } : { data: frame.buffer.toString('utf8', frame.from, frame.to) }) };
}

/** `cuts`: sizes of the pieces, one after the other. */
function read(bytes: Buffer, cuts: readonly number[] = [bytes.length]): Seen[] {
  const stream = new EventParser(LIMIT);
  const events: StreamEvent[] = [];
  for (let at = 0, turn = 0; at < bytes.length; turn++) {
    const size = cuts[turn % cuts.length] ?? 1;
    events.push(...stream.push(Buffer.from(bytes.subarray(at, at + size))));
    at += size;
  }
  return events.map(seen);
}

const fields = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 20 }).map((text) => `data: ${text}`),
  fc.constantFrom(
    'data',
    'data:',
    'data:x',
    'data:  two',
    ': ping',
    'id: 7',
    'id',
    'id:a\0b',
    'event: message',
    'event:',
    'event: endpoint',
  ),
  fc.constantFrom('retry: 250', 'retry: -1', 'retry: 1e3', 'dataset: 1', 'DATA: 1', 'dat', '\uFEFFdata: 1', 'x'.repeat(60), ''),
  fc.constantFrom(`data: {"id":3,"x":"${'y'.repeat(LIMIT)}"}`, `: ${'c'.repeat(20_000)}`),
);
const streams = fc
  .tuple(fc.array(fc.tuple(fields, fc.constantFrom('\n', '\r', '\r\n')), { maxLength: 25 }), fc.constantFrom('', '\uFEFF'))
  .map(([lines, mark]) => Buffer.from(`${mark}${lines.map(([text, end]) => text + end).join('')}\n\n`));

describe('a stream of events', () => {
  it('is read the same, however its bytes are cut', { timeout: 120_000 }, () => {
    fc.assert(
      fc.property(streams, fc.array(fc.integer({ min: 1, max: 9 }), { minLength: 1, maxLength: 5 }), (bytes, cuts) => {
        const whole = read(bytes);
        expect(read(bytes, [1])).toEqual(whole);
        expect(read(bytes, cuts)).toEqual(whole);
        for (let at = 1; at < Math.min(bytes.length, 150); at++) expect(read(bytes, [at, bytes.length])).toEqual(whole);
      }),
      { numRuns: 60 },
    );
  });

  it('is read as another reader reads it', () => {
    fc.assert(
      fc.property(streams, (bytes) => {
        const theirs: EventSourceMessage[] = [];
        const parser = createParser({ onEvent: (event) => theirs.push(event) });
        parser.feed(bytes.toString('latin1'));
        const told = theirs.filter(({ data }) => data !== '' && Buffer.from(data, 'latin1').length <= LIMIT);
        const ours = read(bytes).filter(({ data }) => data !== undefined);
        const plain = (text: string) => onOneLine(Buffer.from(text, 'latin1')).toString('utf8');
        expect(ours.map(({ type, id, data }) => [type, id, data])).toEqual(told.map(({ event, id, data }) => [event, id, plain(data)]));
      }),
      { numRuns: 300 },
    );
  });

  it('tells id and time to wait also of an event without data', () => {
    expect(read(Buffer.from('id: 1\ndata: \n\nid: 2\n\nretry: 10\n\n: ping\n\n'))).toEqual([{ id: '1' }, { id: '2' }, { retry: 10 }]);
  });

  it('keeps no more of data that is too long than its ids, and reads on', () => {
    const long = Buffer.from(`data: {"id":5,"result":"${'x'.repeat(5_000)}"}\n\ndata: {"id":6}\n\n`);
    expect(read(long, [7])).toEqual([{ ids: [5] }, { data: '{"id":6}' }]);
  });

  it('keeps nothing of a line without end', () => {
    const stream = new EventParser(LIMIT);
    const piece = Buffer.alloc(64 * 1024, 'x');
    const before = process.memoryUsage().rss;
    for (const head of ['data: ', 'id: ', ': ', '']) {
      stream.push(Buffer.from(head));
      for (let times = 0; times < 500; times++) expect(stream.push(piece)).toEqual([]);
      stream.push(Buffer.from('\n'));
    }
    expect(process.memoryUsage().rss - before).toBeLessThan(100 * 1024 * 1024);
    expect(stream.push(Buffer.from('\ndata: 1\n\n'))).toHaveLength(2);
  });

  it('goes out as it is read', () => {
    const bytes = eventBytes({ id: 'é', retry: 5 }, Buffer.from('{"id":"ü"}'));
    expect(read(bytes)).toEqual([{ id: 'é', retry: 5, data: '{"id":"ü"}' }].map((event) => ({ ...event, id: expect.any(String) })));
    expect(eventBytes({ id: '3' }, undefined).toString()).toBe('id: 3\ndata: \n\n');
  });
});

describe('a message on several lines', () => {
  it('is put on one, and stays the same message', () => {
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        const line = onOneLine(Buffer.from(JSON.stringify(value, null, 2).replaceAll('\n', '\r\n')));
        expect(line.includes('\n')).toBe(false);
        expect(JSON.parse(line.toString('utf8'))).toEqual(value);
      }),
    );
  });

  it('is not mended: a line break within a text is refused', () => {
    const buffer = onOneLine(Buffer.from('{"a":"b\nc"}'));
    expect(parseFrame({ buffer, from: 0, to: buffer.length }, LIMIT)).toMatchObject({ fault: { reason: 'not valid JSON' } });
  });
});
