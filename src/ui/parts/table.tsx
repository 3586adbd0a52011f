import type { ComponentChildren } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import { useVirtualRows } from './virtual.js';

export interface Column<T> {
  key: string;
  label: string;
  /** Track of the CSS grid: `8rem`, `minmax(12rem, 2fr)`. */
  width: string;
  /** Hidden where the list is narrow. */
  wide?: boolean;
  /** Numbers stand at the end of their column. */
  number?: boolean;
  show(row: T): ComponentChildren;
}

interface Selection {
  selected: ReadonlySet<string>;
  onSelect(selected: ReadonlySet<string>): void;
}

interface Props<T> {
  /** What the rows are, for readers of the screen. */
  label: string;
  columns: readonly Column<T>[];
  rows: readonly T[];
  keyOf(row: T): string;
  /** Key of the row that is open beside the list. */
  open?: string | undefined;
  onOpen?(row: T): void;
  selection?: Selection;
  /** The end of the rows is near: load the next page. */
  onMore?(): void;
  /** How many rows there are, where that is known. */
  total?: number | undefined;
}

const ROW_PX = 40;
const NEAR_END = 20;

/**
 * A list of any length: only rows in sight are in the document. Arrows, Home, End, PageUp and PageDown move, Enter opens, `x` or
 * Space selects, Shift with an arrow selects on the way (WAI-ARIA grid pattern).
 */
export function Table<T>({ label, columns, rows, keyOf, open, onOpen, selection, onMore, total }: Props<T>) {
  const scroller = useRef<HTMLDivElement>(null);
  const [active, setActive] = useState(0);
  const { items, height, scrollTo } = useVirtualRows({ count: rows.length, size: ROW_PX, scroller });
  const last = items.at(-1)?.index ?? 0;
  useEffect(() => {
    if (last >= rows.length - NEAR_END) onMore?.();
  }, [last, rows.length, onMore]);

  const move = (to: number) => {
    const next = Math.max(0, Math.min(rows.length - 1, to));
    setActive(next);
    scrollTo(next);
    // The row may come into the document only now.
    requestAnimationFrame(() => scroller.current?.querySelector<HTMLElement>(`[aria-rowindex="${next + 2}"]`)?.focus());
    return next;
  };
  const select = (...indexes: number[]) => {
    if (!selection) return;
    const selected = new Set(selection.selected);
    const keys = indexes.flatMap((index) => (rows[index] === undefined ? [] : [keyOf(rows[index])]));
    const all = keys.every((key) => selected.has(key));
    for (const key of keys)
      if (all) selected.delete(key);
      else selected.add(key);
    selection.onSelect(selected);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey || isControl(event.target)) return;
    const step = STEPS[event.key];
    const row = rows[active];
    if (step !== undefined) {
      const next = move(step === 'start' ? 0 : step === 'end' ? rows.length - 1 : active + step);
      if (event.shiftKey && selection && rows[next] !== undefined && !selection.selected.has(keyOf(rows[next]))) select(next);
    } else if (event.key === 'Enter' && row !== undefined && onOpen) onOpen(row);
    else if ((event.key === 'x' || event.key === ' ') && selection) select(active);
    else return;
    event.preventDefault();
  };
  const tracks = `${selection ? '2rem ' : ''}${columns.map(({ width }) => width).join(' ')}`;
  const narrow = `${selection ? '2rem ' : ''}${columns
    .filter(({ wide }) => !wide)
    .map(({ width }) => width)
    .join(' ')}`;
  return (
    <div
      class="table"
      role="grid"
      aria-label={label}
      aria-rowcount={(total ?? rows.length) + 1}
      aria-multiselectable={selection ? true : undefined}
      style={{ '--tracks': tracks, '--tracks-narrow': narrow }}
      onKeyDown={onKeyDown}
    >
      <div class="table-head" role="row" aria-rowindex={1}>
        {selection && <span role="columnheader" aria-label="Selected" />}
        {columns.map(({ key, label: name, wide, number }) => (
          <span key={key} role="columnheader" class={classOf(wide, number)}>
            {name}
          </span>
        ))}
      </div>
      <div class="table-body" ref={scroller} role="rowgroup">
        <div role="presentation" style={{ height: `${height}px` }}>
          {items.map(({ index, start }) => {
            const row = rows[index];
            if (row === undefined) return null;
            const key = keyOf(row);
            const selected = selection?.selected.has(key);
            return (
              <div
                key={key}
                role="row"
                class="row"
                tabIndex={index === Math.min(active, rows.length - 1) ? 0 : -1}
                aria-rowindex={index + 2}
                aria-selected={selection ? selected === true : undefined}
                data-open={open === key ? '' : undefined}
                style={{ transform: `translateY(${start}px)`, height: `${ROW_PX}px` }}
                onFocus={() => setActive(index)}
                onClick={(event) => {
                  if (!isControl(event.target)) onOpen?.(row);
                }}
              >
                {selection && (
                  <span role="gridcell">
                    <input type="checkbox" tabIndex={-1} checked={selected === true} aria-label="Select" onClick={() => select(index)} />
                  </span>
                )}
                {columns.map(({ key: column, show, wide, number }) => (
                  <span key={column} role="gridcell" class={classOf(wide, number)}>
                    {show(row)}
                  </span>
                ))}
              </div>
            );
          })}
        </div>
      </div>
    </div>
  );
}

const PAGE_ROWS = 12;
const STEPS: Readonly<Record<string, number | 'start' | 'end'>> = {
  ArrowDown: 1,
  ArrowUp: -1,
  j: 1,
  k: -1,
  PageDown: PAGE_ROWS,
  PageUp: -PAGE_ROWS,
  Home: 'start',
  End: 'end',
};

function classOf(wide: boolean | undefined, number: boolean | undefined): string | undefined {
  return [wide && 'wide', number && 'number'].filter(Boolean).join(' ') || undefined;
}

/** Links, buttons and fields of a row do their own work. */
function isControl(target: EventTarget | null): boolean {
  return target instanceof HTMLElement && target.closest('a, button, input, select, textarea') !== null;
}
