import { elementScroll, observeElementOffset, observeElementRect, type VirtualItem, Virtualizer } from '@tanstack/virtual-core';
import { useLayoutEffect, useReducer, useState } from 'preact/hooks';

interface Wish {
  count: number;
  /** Height of a row in pixels. */
  size: number;
  scroller: { current: HTMLElement | null };
}

export interface VirtualRows {
  items: readonly VirtualItem[];
  /** Height of all rows in pixels. */
  height: number;
  scrollTo(index: number): void;
}

/** Which rows of a long list are in sight: only these are in the document. */
export function useVirtualRows({ count, size, scroller }: Wish): VirtualRows {
  const [, again] = useReducer((turn: number, _: undefined) => turn + 1, 0);
  const options = {
    count,
    getScrollElement: () => scroller.current,
    estimateSize: () => size,
    overscan: 12,
    scrollToFn: elementScroll,
    observeElementOffset,
    observeElementRect,
    onChange: () => again(undefined),
  };
  const [virtual] = useState(() => new Virtualizer<HTMLElement, HTMLElement>(options));
  virtual.setOptions(options);
  useLayoutEffect(() => virtual._didMount(), [virtual]);
  useLayoutEffect(() => virtual._willUpdate());
  return { items: virtual.getVirtualItems(), height: virtual.getTotalSize(), scrollTo: (index) => virtual.scrollToIndex(index) };
}
