import { useMay } from '../../app/session.js';
import { Button } from '../../parts/button.js';
import { countOf, type Target } from './triage.js';
import type { FindingFilter } from './view.js';

/** Most findings that one decision takes by a filter, and by name. */
const MOST = 5000;
const MOST_NAMED = 500;

interface Props {
  /** Rows that are loaded. */
  shown: number;
  hasMore: boolean;
  /** How many match; at most 10 000 are counted. */
  total: number | undefined;
  capped: boolean;
  target: Target | undefined;
  selected: number;
  filter: FindingFilter;
  onTarget(target: Target): void;
  onClear(): void;
  onDecide(): void;
}

/** The line below the list: how many there are, or how many are selected and what can be done with them. */
export function BulkBar({ shown, hasMore, total, capped, target, selected, filter, onTarget, onClear, onDecide }: Props) {
  const may = useMay()('bulkTriage');
  const count = numbered(total ?? shown) + (capped || (total === undefined && hasMore) ? '+' : '');
  if (!target)
    return (
      <p class="bulk quiet" role="status">
        {count} {total === 1 ? 'finding' : 'findings'}
        {may && <span>Select with x or Shift and arrows to decide on several at once.</span>}
      </p>
    );
  const isAll = 'filter' in target;
  return (
    <fieldset class="bulk" aria-label="Selected findings">
      <span role="status">{isAll ? `All ${numbered(countOf(target))} that match are selected` : `${numbered(selected)} selected`}</span>
      {!isAll && total !== undefined && total > selected && !capped && total <= MOST && (
        <Button kind="quiet" onClick={() => onTarget({ filter, expected: total })}>
          Select all {numbered(total)} that match this filter
        </Button>
      )}
      {!isAll && total !== undefined && (capped || total > MOST) && (
        <span class="quiet">{`${count} match: narrow the filter to ${numbered(MOST)} to take all at once`}</span>
      )}
      {selected > MOST_NAMED && !isAll && <span>At most {MOST_NAMED} can be selected one by one.</span>}
      <Button kind="primary" disabled={selected > MOST_NAMED && !isAll} onClick={onDecide}>
        Triage …
      </Button>
      <Button kind="quiet" onClick={onClear}>
        Clear the selection
      </Button>
    </fieldset>
  );
}

function numbered(count: number): string {
  return count.toLocaleString('en');
}
