import { useEffect, useRef, useState } from 'preact/hooks';

/** `live`: events come; `broken`: the browser tries again by itself; `ended`: the server closed the stream, or refused it. */
export type StreamState = 'connecting' | 'live' | 'broken' | 'ended';

/**
 * Follows a stream of server-sent events while the component is shown; undefined follows none. `names` are the kinds of events
 * listened to. The browser resumes after the last event it got.
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
    const source = new EventSource(address);
    setState('connecting');
    source.onopen = () => setState('live');
    source.onerror = () => setState(source.readyState === EventSource.CLOSED ? 'ended' : 'broken');
    for (const name of kinds.split(' '))
      source.addEventListener(name, ({ data }) => {
        const parsed = parse(data);
        if (parsed !== undefined) listener.current(name, parsed);
        if (name === 'finished') {
          source.close();
          setState('ended');
        }
      });
    return () => source.close();
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
