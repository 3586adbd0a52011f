import type { ComponentChildren } from 'preact';
import { inWords, type Tone, toneOf } from '../words/state.js';

const SHAPES: Readonly<Record<Tone, string>> = { good: '✓', bad: '✕', warn: '!', busy: '…', idle: '·' };

/** A state of the API as word, shape and colour. */
export function State({ state }: { state: string }) {
  return <Badge tone={toneOf(state)}>{inWords(state)}</Badge>;
}

export function Badge({ tone = 'idle', title, children }: { tone?: Tone; title?: string; children: ComponentChildren }) {
  return (
    <span class={`badge ${tone}`} title={title}>
      <span aria-hidden="true">{SHAPES[tone]}</span> {children}
    </span>
  );
}
