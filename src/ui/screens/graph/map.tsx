import { Maximize, ZoomIn, ZoomOut } from 'lucide-preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import { Failed } from '../../parts/states.js';
import type { GraphAddress } from './address.js';
import { Chain } from './chain.js';
import type { GraphMap } from './draw.js';
import { layOut } from './layout.js';
import type { Picture } from './picture.js';

interface Props {
  address: GraphAddress;
  picture: Picture;
}

/** The picture as a map to move in. Where the browser has no WebGL, the chain stands in for it. */
export function MapView(props: Props) {
  const [drawn] = useState(hasWebGl);
  if (drawn) return <Canvas {...props} />;
  return (
    <>
      <p class="notice warn" role="status">
        This browser has no WebGL, so the map is not drawn. The chain shows the nearest nodes, the table all.
      </p>
      <Chain {...props} />
    </>
  );
}

const STEP = 0.1;
const CLOSER = 1.4;

function Canvas({ address, picture }: Props) {
  const container = useRef<HTMLDivElement>(null);
  const map = useRef<GraphMap>();
  const [state, setState] = useState<'busy' | 'drawn' | Error>('busy');
  const choose = useRef((_: string | undefined) => undefined as unknown);
  choose.current = (node) => address.change({ node });
  const isDark = useDark();
  const end = () => {
    map.current?.end();
    map.current = undefined;
  };
  useEffect(() => end, []);
  useEffect(() => {
    const stop = new AbortController();
    setState('busy');
    draw({ container, map, choose }, picture, stop.signal).then(
      () => stop.signal.aborted || setState('drawn'),
      (error: Error) => {
        if (stop.signal.aborted) return;
        // What is said instead takes the place of the canvas.
        end();
        setState(error);
      },
    );
    return () => stop.abort();
  }, [picture, isDark]);
  useEffect(() => map.current?.choose(address.node), [address.node, state]);
  const keys: Readonly<Record<string, () => void>> = {
    ArrowLeft: () => map.current?.move({ x: -STEP }),
    ArrowRight: () => map.current?.move({ x: STEP }),
    ArrowUp: () => map.current?.move({ y: STEP }),
    ArrowDown: () => map.current?.move({ y: -STEP }),
    '+': () => map.current?.move({ closer: CLOSER }),
    '-': () => map.current?.move({ closer: 1 / CLOSER }),
    '0': () => map.current?.fit(),
  };
  if (state instanceof Error) return <Failed problem={state} />;
  return (
    <div class="graph-map" data-state={state}>
      <div
        ref={container}
        class="graph-canvas"
        role="application"
        // biome-ignore lint/a11y/noNoninteractiveTabindex: it is moved by keys
        tabIndex={0}
        aria-label={`Map of ${picture.nodes.length} nodes and ${picture.edges.length} edges. Arrows move it, plus and minus zoom, 0 shows all. The tab Table says the same.`}
        onKeyDown={(event) => {
          const run = keys[event.key];
          if (!run || event.ctrlKey || event.metaKey || event.altKey) return;
          event.preventDefault();
          run();
        }}
      />
      {state === 'busy' && (
        <p class="graph-busy" role="status">
          Laying out {picture.nodes.length.toLocaleString('en')} nodes …
        </p>
      )}
      <div class="graph-zoom">
        <button type="button" class="button" aria-label="Zoom in" onClick={keys['+']}>
          <ZoomIn size={14} aria-hidden="true" />
        </button>
        <button type="button" class="button" aria-label="Zoom out" onClick={keys['-']}>
          <ZoomOut size={14} aria-hidden="true" />
        </button>
        <button type="button" class="button" aria-label="Show all" onClick={keys['0']}>
          <Maximize size={14} aria-hidden="true" />
        </button>
      </div>
    </div>
  );
}

interface Held {
  container: { current: HTMLDivElement | null };
  map: { current: GraphMap | undefined };
  choose: { current(id: string | undefined): unknown };
}

async function draw({ container, map, choose }: Held, picture: Picture, signal: AbortSignal): Promise<void> {
  // What draws is large, and loaded only here.
  const [{ GraphMap: Made }, isDone] = await Promise.all([import('./draw.js'), layOut(picture, signal)]);
  if (!isDone || signal.aborted || !container.current) return;
  map.current ??= new Made(container.current, (id) => choose.current(id));
  await map.current.show(picture, signal);
}

/** Whether the theme is the dark one, which may change while the page is open. */
function useDark(): boolean {
  const [theme] = useState(() => matchMedia('(prefers-color-scheme: dark)'));
  const [isDark, setDark] = useState(theme.matches);
  useEffect(() => {
    const listen = () => setDark(theme.matches);
    theme.addEventListener('change', listen);
    return () => theme.removeEventListener('change', listen);
  }, []);
  return isDark;
}

function hasWebGl(): boolean {
  const canvas = document.createElement('canvas');
  const context = canvas.getContext('webgl2') ?? canvas.getContext('webgl');
  // Browsers allow few contexts at a time.
  context?.getExtension('WEBGL_lose_context')?.loseContext();
  return context !== null;
}
