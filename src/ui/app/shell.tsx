import { BookOpen, Search } from 'lucide-preact';
import { useEffect, useMemo, useRef, useState } from 'preact/hooks';
import { ErrorBoundary, lazy, Route, Router, useLocation } from 'preact-iso';
import { Guide } from '../parts/guide.js';
import { Keys } from '../parts/keys.js';
import { Mark } from '../parts/mark.js';
import { Modal } from '../parts/modal.js';
import { Absent, Failed } from '../parts/states.js';
import { navigation, screens } from '../screens/registry.js';
import { type Shortcut, shortcutsInUse, useShortcuts } from './keyboard.js';
import { useMe } from './session.js';

const loaded = Object.entries(screens).map(([path, load]) => ({ path, Screen: lazy(load) }));

/** Everything around a screen: the navigation, the search, who is signed in. */
export function Shell() {
  const { route } = useLocation();
  const search = useRef<HTMLInputElement>(null);
  const [helps, setHelps] = useState(false);
  const shortcuts = useMemo<Shortcut[]>(
    () => [
      { keys: '/', what: 'Search findings', run: () => search.current?.focus() },
      ...navigation.flatMap(({ entries }) => entries).map(({ to, label, keys }) => ({ keys, what: label, run: () => route(to) })),
      { keys: '?', what: 'Show these keys', run: () => setHelps(true) },
    ],
    [route],
  );
  useShortcuts(shortcuts);
  return (
    <div class="shell">
      <a class="skip" href="#content">
        Skip to the content
      </a>
      <Navigation />
      <header class="bar">
        <SearchField field={search} onSearch={(q) => route(q === '' ? '/findings' : `/findings?q=${encodeURIComponent(q)}`)} />
        <Who onKeys={() => setHelps(true)} />
      </header>
      <main id="content" tabIndex={-1}>
        <Screens />
      </main>
      {helps && (
        <Modal title="Keys" onClose={() => setHelps(false)}>
          <dl class="facts">
            {shortcutsInUse().map(({ keys, what }) => (
              <div key={keys}>
                <dt>{what}</dt>
                <dd>
                  <Keys keys={keys} />
                </dd>
              </div>
            ))}
          </dl>
        </Modal>
      )}
    </div>
  );
}

function Screens() {
  const [failure, setFailure] = useState<unknown>();
  const { path } = useLocation();
  // biome-ignore lint/correctness/useExhaustiveDependencies: another screen may work
  useEffect(() => setFailure(undefined), [path]);
  if (failure !== undefined) return <Failed problem={failure} onRetry={() => setFailure(undefined)} />;
  return (
    <ErrorBoundary onError={setFailure}>
      <Router onLoadEnd={() => document.getElementById('content')?.scrollTo(0, 0)}>
        {loaded.map(({ path: page, Screen }) => (
          <Screen key={page} path={page} />
        ))}
        <Route default component={Absent} />
      </Router>
    </ErrorBoundary>
  );
}

function Navigation() {
  const { path } = useLocation();
  const isCurrent = (to: string) => (to === '/' ? path === '/' : path === to || path.startsWith(`${to}/`));
  return (
    <nav class="rail" aria-label="Main">
      <a class="brand" href="/" aria-label="Castellan">
        <Mark />
        <span>Castellan</span>
      </a>
      {navigation.map(({ group, entries }) => (
        <div key={group} class="rail-group">
          <h2>{group}</h2>
          {entries.map(({ to, label, icon: Icon, keys }) => (
            <a key={to} href={to} aria-current={isCurrent(to) ? 'page' : undefined} title={`${label} (${keys})`}>
              <Icon size={16} aria-hidden="true" />
              <span>{label}</span>
            </a>
          ))}
        </div>
      ))}
      <div class="rail-group">
        <h2>Help</h2>
        <Guide>
          <BookOpen size={16} aria-hidden="true" />
          <span>Guide</span>
        </Guide>
      </div>
    </nav>
  );
}

interface SearchFieldProps {
  field: { current: HTMLInputElement | null };
  onSearch(q: string): void;
}

function SearchField({ field, onSearch }: SearchFieldProps) {
  const { query } = useLocation();
  return (
    <search>
      <form
        class="search"
        onSubmit={(event) => {
          event.preventDefault();
          onSearch(field.current?.value.trim() ?? '');
        }}
      >
        <Search size={16} aria-hidden="true" />
        <input
          ref={field}
          type="search"
          aria-label="Search findings"
          placeholder="Search findings: id, package, title"
          value={query['q'] ?? ''}
        />
        <Keys keys="/" />
      </form>
    </search>
  );
}

function Who({ onKeys }: { onKeys(): void }) {
  const { subject, tenant_id, role_display } = useMe();
  return (
    <div class="who">
      <button type="button" class="plain" onClick={onKeys} aria-label="Show keys">
        <Keys keys="?" />
      </button>
      <a href="/account" title={`${subject}, ${role_display} of ${tenant_id}`}>
        <b>{tenant_id}</b>
        <span>
          {subject} · {role_display}
        </span>
      </a>
    </div>
  );
}
