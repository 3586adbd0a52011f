import { useRef } from 'preact/hooks';
import type { Spot } from './draft.js';

interface Props {
  label: string;
  text: string;
  problems: readonly Spot[];
  readOnly?: boolean;
  onText(text: string): void;
}

const ROWS = { least: 12, most: 32 };

/** A plain text field with the numbers of its lines; lines with problems are marked, and each problem leads to its line. */
export function Editor({ label, text, problems, readOnly = false, onText }: Props) {
  const field = useRef<HTMLTextAreaElement>(null);
  const gutter = useRef<HTMLDivElement>(null);
  const lines = text.split('\n').length;
  const wrong = new Set(problems.map(({ line }) => line));
  const go = ({ line, column }: Spot) => {
    const before = text.split('\n').slice(0, line - 1);
    const offset = before.reduce((sum, one) => sum + one.length + 1, 0) + column - 1;
    field.current?.focus();
    field.current?.setSelectionRange(offset, offset);
  };
  return (
    <div class="editor">
      <div class="editor-frame">
        <div class="editor-gutter" aria-hidden="true">
          <div ref={gutter}>
            {Array.from({ length: lines }, (_, at) => (
              <span key={at} class={wrong.has(at + 1) ? 'wrong' : undefined}>
                {at + 1}
              </span>
            ))}
          </div>
        </div>
        <textarea
          ref={field}
          aria-label={label}
          aria-invalid={problems.length > 0}
          aria-describedby="editor-problems"
          value={text}
          rows={Math.max(ROWS.least, Math.min(ROWS.most, lines + 1))}
          wrap="off"
          spellcheck={false}
          autocomplete="off"
          readOnly={readOnly}
          onInput={(event) => onText(event.currentTarget.value)}
          onScroll={(event) => {
            if (gutter.current) gutter.current.style.transform = `translateY(-${event.currentTarget.scrollTop}px)`;
          }}
        />
      </div>
      <ul id="editor-problems" class="editor-problems" aria-live="polite">
        {problems.map((problem, at) => (
          <li key={`${at} ${problem.message}`}>
            <button type="button" onClick={() => go(problem)}>
              <b>Line {problem.line}</b> {problem.message}
            </button>
          </li>
        ))}
      </ul>
    </div>
  );
}
