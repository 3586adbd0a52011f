import { useEffect, useMemo, useState } from 'preact/hooks';
import { useShortcuts } from '../app/keyboard.js';
import { Button } from './button.js';
import { Keys } from './keys.js';

interface Toast {
  text: string;
  /** Takes back what was done. */
  undo?: (() => unknown) | undefined;
  failed?: boolean;
}

const SHOWN_MS = 10_000;
let show: (toast: Toast) => void = () => undefined;

/** Says in a corner what was done, with a way back where there is one. */
export function toast(text: string, undo?: () => unknown): void {
  show({ text, undo });
}

/** Says in a corner what could not be done; it stays until it is closed. */
export function toastFailure(problem: unknown): void {
  show({ text: problem instanceof Error ? problem.message : String(problem), failed: true });
}

export function Toasts() {
  const [shown, setShown] = useState<Toast>();
  useEffect(() => {
    show = setShown;
  }, []);
  useEffect(() => {
    if (!shown || shown.failed) return undefined;
    const timer = setTimeout(() => setShown(undefined), SHOWN_MS);
    return () => clearTimeout(timer);
  }, [shown]);
  const undo = shown?.undo;
  const takeBack = () => {
    undo?.();
    setShown(undefined);
  };
  const shortcuts = useMemo(() => (undo ? [{ keys: 'u', what: 'Undo', run: takeBack }] : []), [undo]);
  useShortcuts(shortcuts);
  return (
    <div aria-live="polite">
      {shown && (
        <div class={shown.failed ? 'toast failed' : 'toast'} role={shown.failed ? 'alert' : 'status'}>
          <span>{shown.text}</span>
          {undo && (
            <Button onClick={takeBack}>
              Undo <Keys keys="u" />
            </Button>
          )}
          <Button kind="quiet" onClick={() => setShown(undefined)}>
            Close
          </Button>
        </div>
      )}
    </div>
  );
}
