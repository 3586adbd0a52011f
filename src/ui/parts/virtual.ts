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
  /** The most rows that are in the document at once: a row that leaves it can become the one that comes. */
  most: number;
}

/** Rows beside those in sight, at each end: what a turn of the wheel shows before the next frame. */
const BESIDE = 8;

/** Which rows of a long list are in sight: only these are in the document. */
export function useVirtualRows({ count, size, scroller }: Wish): VirtualRows {
  const [, again] = useReducer((turn: number, _: undefined) => turn + 1, 0);
  const options = {
    count,
    getScrollElement: () => scroller.current,
    estimateSize: () => size,
    overscan: BESIDE,
    scrollToFn: elementScroll,
    observeElementOffset,
    observeElementRect,
    onChange: () => again(undefined),
  };
  const [virtual] = useState(() => new Virtualizer<HTMLElement, HTMLElement>(options));
  virtual.setOptions(options);
  useLayoutEffect(() => virtual._didMount(), [virtual]);
  useLayoutEffect(() => virtual._willUpdate());
  return {
    items: virtual.getVirtualItems(),
    height: virtual.getTotalSize(),
    scrollTo: (index) => virtual.scrollToIndex(index),
    most: Math.ceil((virtual.scrollRect?.height ?? 0) / size) + 1 + 2 * BESIDE,
  };
}
