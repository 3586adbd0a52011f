import type { HttpResponse } from '../../system/http.js';
import { EventParser, type StreamEvent } from './event-parser.js';
import { bufferOf } from './frame-buffer.js';
import type { Inbox } from './inbox.js';

/** What is known of a stream: where to go on when it is lost, and after how long. */
export interface StreamPlace {
  lastId?: string;
  retryMs?: number;
}

/** The events of an answer, as they come. */
export async function* eventsOf({ body }: Pick<HttpResponse, 'body'>, maxBytes: number): AsyncGenerator<StreamEvent> {
  const events = new EventParser(maxBytes);
  for await (const chunk of body) yield* events.push(bufferOf(chunk));
}

/** Reads one stream until it ends or is lost. True: something came. */
export async function readEvents(
  response: Pick<HttpResponse, 'body'>,
  place: StreamPlace,
  { inbox, maxBytes }: { inbox: Inbox; maxBytes: number },
): Promise<boolean> {
  let hasSome = false;
  try {
    for await (const { id, retry, type, frame } of eventsOf(response, maxBytes)) {
      hasSome = true;
      if (id !== undefined && isHeaderText(id)) place.lastId = id;
      if (retry !== undefined) place.retryMs = retry;
      if (frame && isMessage(type)) await inbox.frame(frame);
    }
  } catch {
    // It is lost: what follows is the same as where it has ended.
  }
  return hasSome;
}

/** Events of other types are no messages of the protocol. */
export function isMessage(type: string | undefined): boolean {
  return type === undefined || type === 'message';
}

function isHeaderText(text: string): boolean {
  return /^[\t\x20-\x7e\x80-\xff]{1,4096}$/.test(text);
}
