import type { ComponentChildren } from 'preact';
import { Button } from './button.js';
import { Modal } from './modal.js';

interface Props {
  title: string;
  /** What the button says: a verb and its object. */
  verb: string;
  busy: boolean;
  /** Why it was refused. */
  problem?: string | undefined;
  onConfirm(): void;
  onClose(): void;
  /** What it does, and what stays. */
  children: ComponentChildren;
}

/** Asks once more before something that cannot be taken back. */
export function Confirm({ title, verb, busy, problem, onConfirm, onClose, children }: Props) {
  return (
    <Modal title={title} onClose={onClose}>
      <div class="stack">
        {children}
        {problem !== undefined && (
          <p class="notice warn" role="alert">
            {problem}
          </p>
        )}
        <div class="row-of">
          <Button kind="danger" busy={busy} onClick={onConfirm}>
            {verb}
          </Button>
          <Button onClick={onClose}>Keep it</Button>
        </div>
      </div>
    </Modal>
  );
}
