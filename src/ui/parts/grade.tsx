import { legible } from '../words/legible.js';

/** The grade of the tenant, and why. */
export function Grade({ grade, reason }: { grade: string; reason: string }) {
  return (
    <p class="grade">
      <b class={`grade-letter ${grade}`} title={`Grade ${grade}`}>
        {grade === 'unknown' ? '?' : grade}
      </b>
      <span>
        <span class="hidden">Grade {grade}: </span>
        {legible(reason)}
      </span>
    </p>
  );
}
