import type { ComponentChildren } from 'preact';

/** A link into the guide that the service serves; it opens beside the console. `path` is a page's file in the guide. */
export function Guide({ path = '', children }: { path?: string; children: ComponentChildren }) {
  return (
    <a href={`/docs/guide/${encodeURI(path)}`} target="_blank" rel="noopener">
      {children}
    </a>
  );
}
