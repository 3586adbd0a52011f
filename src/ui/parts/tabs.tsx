interface Tab {
  label: string;
  /** Each tab has an address of its own. */
  to: string;
  count?: number | undefined;
}

/** Parts of a screen, each with its own address; `current` is one of the addresses. */
export function Tabs({ label, tabs, current }: { label: string; tabs: readonly Tab[]; current: string }) {
  return (
    <nav class="tabs" aria-label={label}>
      {tabs.map(({ label: name, to, count }) => (
        <a key={to} href={to} aria-current={to === current ? 'page' : undefined}>
          {name}
          {count !== undefined && <span class="count">{count}</span>}
        </a>
      ))}
    </nav>
  );
}
