/** The sign of the program. */
export function Mark({ large = false }: { large?: boolean }) {
  const size = large ? 48 : 20;
  return (
    <svg class="mark" width={size} height={size} viewBox="0 0 32 32" aria-hidden="true">
      <path fill="currentColor" d="M4 5h5v4h4V5h6v4h4V5h5v12c0 6-5 9.500-12 12C9 26.500 4 23 4 17z" />
      <path class="mark-door" d="M14 15h4v8h-4z" />
    </svg>
  );
}
