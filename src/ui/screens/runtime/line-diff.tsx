import { diffLines } from 'diff';
import { useMemo } from 'preact/hooks';
import { legible } from '../../words/legible.js';

const SIGNS = { added: '+', removed: '−', same: ' ' } as const;

/** What differs between two texts, line by line; signs say it as well as colours. */
export function LineDiff({ before, now }: { before: string; now: string }) {
  const parts = useMemo(() => diffLines(before, now), [before, now]);
  if (parts.every(({ added, removed }) => !added && !removed)) return <p class="quiet">They are the same.</p>;
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls by keys
    <section class="line-diff" tabIndex={0} aria-label="Differences, line by line">
      <pre>
        {parts.map(({ value, added, removed }, at) => {
          const kind = added ? 'added' : removed ? 'removed' : 'same';
          return (
            <span key={at} class={kind}>
              {value
                .replace(/\n$/, '')
                .split('\n')
                .map((line) => `${SIGNS[kind]} ${legible(line)}\n`)}
            </span>
          );
        })}
      </pre>
    </section>
  );
}
