import type { ComponentChildren } from 'preact';

/** A titled part of what is known of one thing; inside `.sections`. */
export function Section({ title, children }: { title: string; children: ComponentChildren }) {
  return (
    <section>
      <h2>{title}</h2>
      {children}
    </section>
  );
}
