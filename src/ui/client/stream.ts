import { useEffect, useRef, useState } from 'preact/hooks';

/** `live`: events come; `broken`: it is tried again; `ended`: what was followed has come to its end. */
export type StreamState = 'connecting' | 'live' | 'broken' | 'ended';

/** After a refusal the browser does not try again by itself. */
const AGAIN_MS = 10_000;

/**
 * Follows a stream of server-sent events while the component is shown; undefined follows none. `names` are the kinds of events
 * listened to. The browser resumes after the last event it got; after a refusal (429, 503) the stream is opened anew, from its beginning.
 */
export function useStream(
  address: string | undefined,
  names: readonly string[],
  onEvent: (name: string, data: unknown) => void,
): StreamState {
  const [state, setState] = useState<StreamState>('connecting');
  const listener = useRef(onEvent);
  listener.current = onEvent;
  const kinds = names.join(' ');
  useEffect(() => {
    if (address === undefined) return undefined;
    let source: EventSource;
    let again: ReturnType<typeof setTimeout> | undefined;
    const open = () => {
      source = new EventSource(address);
      source.onopen = () => setState('live');
      source.onerror = () => {
        setState('broken');
        if (source.readyState === EventSource.CLOSED) again = setTimeout(open, AGAIN_MS);
      };
      for (const name of kinds.split(' '))
        source.addEventListener(name, ({ data }) => {
          const parsed = parse(data);
          if (parsed !== undefined) listener.current(name, parsed);
          if (name === 'finished') {
            source.close();
            setState('ended');
          }
        });
    };
    setState('connecting');
    open();
    return () => {
      clearTimeout(again);
      source.close();
    };
  }, [address, kinds]);
  return state;
}

/** Undefined for half an event. */
function parse(data: unknown): unknown {
  try {
    return JSON.parse(String(data));
  } catch {
    return undefined;
  }
}
