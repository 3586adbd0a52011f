import { nodeLooks } from '../../words/node.js';

type Hue = (typeof nodeLooks)[keyof typeof nodeLooks]['hue'];

export interface Colours {
  ground: string;
  panel: string;
  text: string;
  quiet: string;
  line: string;
  accent: string;
  font: string;
  kinds: Readonly<Record<Hue, string>>;
}

/** The colours of the tokens as they are now, light or dark, for what is drawn without CSS. */
export function colours(): Colours {
  const probe = document.createElement('span');
  document.body.append(probe);
  const read = (token: string) => {
    probe.style.color = `var(--${token})`;
    return getComputedStyle(probe).color;
  };
  const kinds = Object.fromEntries(Object.values(nodeLooks).map(({ hue }) => [hue, read(`node-${hue}`)])) as Record<Hue, string>;
  const read5 = { ground: read('ground'), panel: read('panel'), text: read('text'), quiet: read('quiet'), line: read('line-strong') };
  const found = { ...read5, accent: read('accent'), font: getComputedStyle(probe).fontFamily, kinds };
  probe.remove();
  return found;
}
