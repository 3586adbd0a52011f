import type { Problem } from '../../client/problem.js';

/** A refusal that belongs to no field of the form. */
export function Unplaced({ error, problems }: { error: Problem | null; problems: ReadonlyMap<string, string> }) {
  if (error === null || (problems.size > 0 && [...problems.keys()].every((path) => PLACED.test(path)))) return null;
  return (
    <p class="notice warn" role="alert">
      {error.message}
    </p>
  );
}

const PLACED = /^(?:kind|display_name|owner|description|connector_name|credential_ref|credential_mode|scope(?:\..*)?)$/;
