import type { ComponentChildren } from 'preact';
import { useEffect } from 'preact/hooks';
import { Problem } from '../client/problem.js';
import { Button } from './button.js';
import { Code } from './code.js';

interface HeadingProps {
  title: ComponentChildren;
  /** Name of the browser's tab, where the title is no text. */
  tab?: string;
  about?: ComponentChildren;
  children?: ComponentChildren;
}

/** A screen's title, what it is about, and what can be done on it. */
export function Heading({ title, tab, about, children }: HeadingProps) {
  const named = tab ?? (typeof title === 'string' ? title : undefined);
  useEffect(() => {
    if (named !== undefined) document.title = `${named} · Castellan`;
  }, [named]);
  return (
    <header class="heading">
      <div>
        <h1>{title}</h1>
        {about !== undefined && <p class="quiet">{about}</p>}
      </div>
      {children !== undefined && <div class="actions">{children}</div>}
    </header>
  );
}

export function Loading({ what }: { what: string }) {
  return (
    <p class="state loading" role="status">
      Loading {what} …
    </p>
  );
}

interface EmptyProps {
  /** Why there is nothing: never scanned, nothing found, filtered out, not allowed. */
  title: string;
  children?: ComponentChildren;
  /** A command that changes it. */
  command?: string | undefined;
}

/** An empty list says why it is empty; "nothing found" and "nothing was looked at" never look alike. */
export function Empty({ title, children, command }: EmptyProps) {
  return (
    <div class="state empty">
      <h2>{title}</h2>
      {children}
      {command !== undefined && <Code text={command} block />}
    </div>
  );
}

/** A failure, and what to do about it. */
export function Failed({ problem, onRetry }: { problem: unknown; onRetry?: () => unknown }) {
  if (problem instanceof Problem && problem.status === 403) return <Forbidden reason={problem.message} />;
  if (problem instanceof Problem && problem.status === 404) return <Absent />;
  const advice = problem instanceof Problem ? ADVICE[problem.status] : 'This is a fault of the console. Load the page anew.';
  return (
    <div class="state failed" role="alert">
      <h2>{problem instanceof Error ? problem.message : String(problem)}</h2>
      {advice !== undefined && <p>{advice}</p>}
      {problem instanceof Problem && problem.retryAfter !== undefined && <p>The service asks to wait {problem.retryAfter} seconds.</p>}
      {problem instanceof Problem && problem.requestId !== undefined && (
        <p class="quiet">
          Request <Code text={problem.requestId} />
        </p>
      )}
      {onRetry && <Button onClick={() => onRetry()}>Try again</Button>}
    </div>
  );
}

const ADVICE: Readonly<Record<number, string>> = {
  0: 'Is the service running, and the network up?',
  409: 'Somebody changed it in the meantime. Load it anew and decide again.',
  429: 'Wait a moment, then try again.',
  500: 'The log of the service has the cause under the request’s id.',
  503: 'Its database may be out of reach, or its disk full: /readyz says which.',
};

export function Forbidden({ reason }: { reason: string }) {
  return (
    <div class="state forbidden">
      <h2>Not allowed for your role</h2>
      <p>{reason}. An administrator of the tenant can change it under Account.</p>
    </div>
  );
}

/** Also the page of an unknown address. */
export function Absent() {
  return (
    <div class="state absent">
      <h2>There is nothing here</h2>
      <p>
        It was removed, never was, or belongs to another tenant. <a href="/">To the overview</a>
      </p>
    </div>
  );
}

interface AnswerProps<T> {
  query: { data: T | undefined; error: Problem | null; isPending: boolean; isRefetchError?: boolean; refetch(): unknown };
  what: string;
  children(data: T): ComponentChildren;
}

/** Shows an answer once it is there; before it, that it loads or why it cannot. An old answer stays, marked, when the next one fails. */
export function Shown<T>({ query: { data, error, refetch }, what, children }: AnswerProps<T>) {
  if (data === undefined) return error ? <Failed problem={error} onRetry={refetch} /> : <Loading what={what} />;
  return (
    <>
      {error && (
        <p class="notice stale" role="status">
          This may be out of date: {error.message} <Button onClick={() => refetch()}>Ask again</Button>
        </p>
      )}
      {children(data)}
    </>
  );
}
