import { useEffect } from 'preact/hooks';

/** A way by keyboard: keys pressed one after the other, as `g f`, or `?`. */
export interface Shortcut {
  keys: string;
  what: string;
  run(): void;
}

const PAUSE_MS = 1200;

/** Listens for shortcuts while the component is shown. Nothing is taken from fields, nor from keys with Ctrl, Alt or Meta. */
export function useShortcuts(shortcuts: readonly Shortcut[]): void {
  useEffect(() => {
    let pressed = '';
    let last = 0;
    const listen = (event: KeyboardEvent) => {
      if (event.ctrlKey || event.altKey || event.metaKey || event.defaultPrevented || isTyping(event.target)) return;
      pressed = event.timeStamp - last < PAUSE_MS && pressed !== '' ? `${pressed} ${event.key}` : event.key;
      last = event.timeStamp;
      const found = shortcuts.find(({ keys }) => keys === pressed) ?? shortcuts.find(({ keys }) => keys === event.key);
      if (found) {
        event.preventDefault();
        pressed = '';
        found.run();
      }
    };
    document.addEventListener('keydown', listen);
    return () => document.removeEventListener('keydown', listen);
  }, [shortcuts]);
}

function isTyping(target: EventTarget | null): boolean {
  return target instanceof HTMLElement && (target.isContentEditable || /^(input|textarea|select)$/i.test(target.tagName));
}
