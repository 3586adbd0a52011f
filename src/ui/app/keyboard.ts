import { useEffect } from 'preact/hooks';

/** A way by keyboard: keys pressed one after the other, as `g f`, or `?`. */
export interface Shortcut {
  keys: string;
  what: string;
  run(): void;
}

const PAUSE_MS = 1200;

/** Those of the components that are shown, the outermost first. */
const lists: (readonly Shortcut[])[] = [];
let pressed = '';
let last = 0;

/** Shortcuts that work at the moment, in the order of the components that have them. */
export function shortcutsInUse(): readonly Shortcut[] {
  return lists.flat();
}

/**
 * Offers shortcuts while the component is shown. Nothing is taken from fields and dialogs, nor from keys with Ctrl, Alt or Meta. Keys
 * one after the other come before a single one, so that `g c` is not `c`.
 */
export function useShortcuts(shortcuts: readonly Shortcut[]): void {
  useEffect(() => {
    if (lists.length === 0) document.addEventListener('keydown', listen);
    lists.push(shortcuts);
    return () => {
      lists.splice(lists.indexOf(shortcuts), 1);
      if (lists.length === 0) document.removeEventListener('keydown', listen);
    };
  }, [shortcuts]);
}

function listen(event: KeyboardEvent): void {
  if (event.ctrlKey || event.altKey || event.metaKey || event.defaultPrevented || isTyping(event.target)) return;
  pressed = event.timeStamp - last < PAUSE_MS && pressed !== '' ? `${pressed} ${event.key}` : event.key;
  last = event.timeStamp;
  const known = shortcutsInUse();
  const found = known.find(({ keys }) => keys === pressed) ?? known.find(({ keys }) => keys === event.key);
  if (!found) return;
  event.preventDefault();
  pressed = '';
  found.run();
}

const NOT_TYPED = new Set(['checkbox', 'radio', 'button', 'submit', 'reset']);

function isTyping(target: EventTarget | null): boolean {
  if (document.querySelector('dialog[open]')) return true;
  if (target instanceof HTMLInputElement) return !NOT_TYPED.has(target.type);
  return target instanceof HTMLElement && (target.isContentEditable || /^(textarea|select)$/i.test(target.tagName));
}
