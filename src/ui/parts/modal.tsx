import { X } from 'lucide-preact';
import type { ComponentChildren } from 'preact';
import { useEffect, useId, useRef } from 'preact/hooks';

interface Props {
  title: string;
  onClose(): void;
  /** False: only its own work can end it. */
  closable?: boolean;
  children: ComponentChildren;
}

/** A dialog over the page, by the browser's own: it holds the focus and gives it back, and Esc closes it. */
export function Modal({ title, onClose, closable = true, children }: Props) {
  const dialog = useRef<HTMLDialogElement>(null);
  const heading = useId();
  useEffect(() => {
    const before = document.activeElement;
    dialog.current?.showModal();
    return () => {
      if (before instanceof HTMLElement) before.focus();
    };
  }, []);
  return (
    <dialog
      ref={dialog}
      class="modal"
      aria-labelledby={heading}
      onCancel={(event) => {
        event.preventDefault();
        if (closable) onClose();
      }}
    >
      <header>
        <h2 id={heading}>{title}</h2>
        {closable && (
          <button type="button" class="plain" aria-label="Close" onClick={onClose}>
            <X size={16} aria-hidden="true" />
          </button>
        )}
      </header>
      {children}
    </dialog>
  );
}
