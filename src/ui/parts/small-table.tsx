import type { ComponentChildren } from 'preact';

interface Column<T> {
  label: string;
  number?: boolean;
  show(row: T): ComponentChildren;
}

interface Props<T> {
  /** What the rows are. */
  caption: string;
  columns: readonly Column<T>[];
  rows: readonly T[];
  keyOf(row: T): string;
}

/** A table of few rows, whole in the document, so that it prints. Long lists have `Table`. */
export function SmallTable<T>({ caption, columns, rows, keyOf }: Props<T>) {
  return (
    // No landmark: it is often alone in a section of the same name.
    // biome-ignore lint/a11y/useSemanticElements: no fields are in it
    // biome-ignore lint/a11y/noNoninteractiveTabindex: where it is wider than its room, it scrolls by keys
    <div class="small-table" role="group" tabIndex={0} aria-label={caption}>
      <table>
        <caption class="hidden">{caption}</caption>
        <thead>
          <tr>
            {columns.map(({ label, number }) => (
              <th key={label} scope="col" class={number ? 'number' : undefined}>
                {label}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={keyOf(row)}>
              {columns.map(({ label, number, show }) => (
                <td key={label} class={number ? 'number' : undefined}>
                  {show(row)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
