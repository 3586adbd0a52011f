import { nodeLooks } from '../../words/node.js';
import { asList, type GraphAddress } from './address.js';
import type { Picture } from './picture.js';

/** The kinds of nodes in the picture, each to be hidden or shown; the legend as well. */
export function Layers({ address, picture }: { address: GraphAddress; picture: Picture }) {
  const toggle = (kind: string) => {
    const hide = new Set(address.hide);
    if (!hide.delete(kind)) hide.add(kind);
    address.change({ hide: asList(hide) }, 'replace');
  };
  return (
    <fieldset class="layers">
      <legend class="hidden">Layers</legend>
      {[...picture.kinds].map(([kind, count]) => (
        <button key={kind} type="button" aria-pressed={!address.hide.has(kind)} onClick={() => toggle(kind)}>
          <span class={`node-sign ${nodeLooks[kind].hue}`} aria-hidden="true">
            {nodeLooks[kind].sign}
          </span>{' '}
          {count === 1 ? kind : nodeLooks[kind].many} <span class="count">{count.toLocaleString('en')}</span>
        </button>
      ))}
    </fieldset>
  );
}
