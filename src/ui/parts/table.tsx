import type { ComponentChildren } from 'preact';
import { useEffect, useLayoutEffect, useMemo, useRef, useState } from 'preact/hooks';
import { useVirtualRows } from './virtual.js';

export interface Column<T> {
  key: string;
  label: string;
  /** Track of the CSS grid: `8rem`, `minmax(12rem, 2fr)`. */
  width: string;
  /** Hidden where the list is narrow; `very`: only where it is as narrow as a telephone; `first`: on a small screen already. */
  wide?: boolean | 'very' | 'first';
  /** Numbers stand at the end of their column. */
  number?: boolean;
  show(row: T): ComponentChildren;
}

interface Selection {
  selected: ReadonlySet<string>;
  onSelect(selected: ReadonlySet<string>): void;
}

/** What a screen can do with its table. */
export interface TableHandle {
  /** Puts the focus on the row that is `by` rows further. */
  move(by: number): void;
}

interface Props<T> {
  /** What the rows are, for readers of the screen. */
  label: string;
  /** The same list of columns each time: a new one draws all rows anew. */
  columns: readonly Column<T>[];
  rows: readonly T[];
  keyOf(row: T): string;
  /** Key of the row that is open beside the list. */
  open?: string | undefined;
  onOpen?(row: T): void;
  /** The focus has moved to a row. */
  onActive?(row: T): void;
  selection?: Selection | undefined;
  /** The end of the rows is near: load the next page. */
  onMore?(): void;
  /** How many rows there are, where that is known. */
  total?: number | undefined;
  /** The rows are those of another question, until the answer is there. */
  busy?: boolean;
  handle?: { current: TableHandle | null };
}

const ROW_PX = 40;
const NEAR_END = 60;

/**
 * A list of any length: only rows in sight are in the document. Arrows, Home, End, PageUp and PageDown move, Enter opens, `x` or
 * Space selects, Shift with an arrow selects on the way (WAI-ARIA grid pattern).
 */
export function Table<T>({ label, columns, rows, keyOf, open, onOpen, onActive, selection, onMore, total, busy, handle }: Props<T>) {
  const scroller = useRef<HTMLDivElement>(null);
  const [active, setActive] = useState(0);
  const wanted = useRef<number>();
  const { items, height, scrollTo, most } = useVirtualRows({ count: rows.length, size: ROW_PX, scroller });
  const last = items.at(-1)?.index ?? 0;
  useEffect(() => {
    if (last >= rows.length - NEAR_END) onMore?.();
  }, [last, rows.length, onMore]);

  const move = (to: number) => {
    const next = Math.max(0, Math.min(rows.length - 1, to));
    wanted.current = next;
    scrollTo(next);
    setActive(next);
    requestAnimationFrame(focusWanted);
    return next;
  };
  /** The row may come into the document only after a while. */
  const focusWanted = () => {
    const row =
      wanted.current === undefined ? null : scroller.current?.querySelector<HTMLElement>(`[aria-rowindex="${wanted.current + 2}"]`);
    if (!row) return;
    wanted.current = undefined;
    row.focus({ preventScroll: true });
  };
  useLayoutEffect(focusWanted);
  const isInside = () => scroller.current?.contains(document.activeElement) === true;
  useLayoutEffect(() => {
    if (handle) handle.current = { move: (by) => move(isInside() || open !== undefined ? active + by : active) };
  });
  const select = (index: number) => {
    const row = rows[index];
    if (!selection || row === undefined) return;
    const selected = new Set(selection.selected);
    if (!selected.delete(keyOf(row))) selected.add(keyOf(row));
    selection.onSelect(selected);
  };
  /** From the active row to another, both with it. */
  const selectOnTheWay = (to: number) => {
    if (!selection) return;
    const way = rows.slice(Math.min(active, to), Math.max(active, to) + 1);
    selection.onSelect(new Set([...selection.selected, ...way.map(keyOf)]));
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey || isControl(event.target)) return;
    const step = STEPS[event.key];
    const row = rows[active];
    if (step !== undefined) {
      const next = move(step === 'start' ? 0 : step === 'end' ? rows.length - 1 : active + step);
      if (event.shiftKey) selectOnTheWay(next);
    } else if (event.key === 'Enter' && row !== undefined && onOpen) onOpen(row);
    else if ((event.key === 'x' || event.key === ' ') && selection) select(active);
    else return;
    event.preventDefault();
  };
  const onFocus = ({ target }: Event) => {
    const index = indexOf(target);
    const row = index === undefined ? undefined : rows[index];
    if (index === undefined || row === undefined) return;
    setActive(index);
    onActive?.(row);
  };
  const onClick = (event: MouseEvent) => {
    const index = indexOf(event.target);
    const row = index === undefined ? undefined : rows[index];
    if (index === undefined || row === undefined) return;
    if (event.target instanceof HTMLInputElement && event.target.type === 'checkbox') {
      if (event.shiftKey) selectOnTheWay(index);
      else select(index);
      setActive(index);
    } else if (!isControl(event.target)) onOpen?.(row);
  };
  return (
    <div
      class="table"
      role="grid"
      aria-label={label}
      aria-rowcount={(total ?? rows.length) + 1}
      aria-multiselectable={selection ? true : undefined}
      aria-busy={busy}
      style={tracksOf(columns, selection !== undefined)}
      onKeyDown={onKeyDown}
    >
      <Head columns={columns} selects={selection !== undefined} />
      <div class="table-body" ref={scroller} role="rowgroup" onClick={onClick} onFocusCapture={onFocus}>
        <div role="presentation" style={{ height: `${height}px` }}>
          {items.map(({ index, start }) => {
            const row = rows[index];
            if (row === undefined) return null;
            const key = keyOf(row);
            return (
              <Row
                // What is scrolled out of sight is drawn anew as what comes into sight.
                key={index % most}
                row={row}
                index={index}
                start={start}
                columns={columns}
                selected={selection?.selected.has(key)}
                isOpen={open === key}
                isActive={index === Math.min(active, rows.length - 1)}
              />
            );
          })}
        </div>
      </div>
    </div>
  );
}

function Head<T>({ columns, selects }: { columns: readonly Column<T>[]; selects: boolean }) {
  return (
    <div class="table-head" role="row" aria-rowindex={1}>
      {selects && (
        <span role="columnheader">
          <span class="hidden">Selected</span>
        </span>
      )}
      {columns.map(({ key, label, wide, number }) => (
        <span key={key} role="columnheader" class={classOf(wide, number)}>
          {label}
        </span>
      ))}
    </div>
  );
}

interface RowProps<T> {
  row: T;
  index: number;
  start: number;
  columns: readonly Column<T>[];
  /** Undefined where rows cannot be selected. */
  selected: boolean | undefined;
  isOpen: boolean;
  isActive: boolean;
}

/** Drawn anew only when something of it changes: scrolling draws the rows that come into sight. */
function Row<T>({ row, index, start, columns, selected, isOpen, isActive }: RowProps<T>) {
  return useMemo(
    () => (
      <div
        role="row"
        class="row"
        tabIndex={isActive ? 0 : -1}
        aria-rowindex={index + 2}
        aria-selected={selected}
        data-open={isOpen ? '' : undefined}
        style={{ top: `${start}px`, height: `${ROW_PX}px` }}
      >
        {selected !== undefined && (
          <span role="gridcell">
            <input type="checkbox" tabIndex={-1} checked={selected} aria-label="Select" />
          </span>
        )}
        {columns.map(({ key, show, wide, number }) => (
          <span key={key} role="gridcell" class={classOf(wide, number)}>
            {show(row)}
          </span>
        ))}
      </div>
    ),
    [row, index, start, columns, selected, isOpen, isActive],
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

function tracksOf<T>(columns: readonly Column<T>[], selects: boolean) {
  const tracks = (own: readonly Column<T>[]) => `${selects ? '1.25rem ' : ''}${own.map(({ width }) => width).join(' ')}`;
  return {
    '--tracks': tracks(columns),
    '--tracks-small': tracks(columns.filter(({ wide }) => wide !== 'first')),
    '--tracks-narrow': tracks(columns.filter(({ wide }) => wide !== true && wide !== 'first')),
    '--tracks-least': tracks(columns.filter(({ wide }) => wide === undefined || wide === false)),
  };
}

function classOf(wide: Column<never>['wide'], number: boolean | undefined): string | undefined {
  return [wide === true ? 'wide' : wide && `${wide}-wide`, number && 'number'].filter(Boolean).join(' ') || undefined;
}

function indexOf(target: EventTarget | null): number | undefined {
  const row = target instanceof Element ? target.closest('[role="row"]') : null;
  const index = Number(row?.getAttribute('aria-rowindex') ?? Number.NaN) - 2;
  return Number.isNaN(index) ? undefined : index;
}

/** Links, buttons and fields of a row do their own work. */
function isControl(target: EventTarget | null): boolean {
  return target instanceof HTMLElement && target.closest('a, button, input, select, textarea') !== null;
}
