import { followed, legible } from '../words/legible.js';

/** An address that evidence names: a link if it is of the web, else text. */
export function Reference({ address, label = address }: { address: string; label?: string }) {
  const target = followed(address);
  if (target === undefined) return <span class="break">{legible(label, 200)}</span>;
  return (
    <a class="break" href={target} target="_blank" rel="noreferrer noopener">
      {legible(label, 200)}
    </a>
  );
}
