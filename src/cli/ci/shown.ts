import type { ScanReport } from '../../model/report.js';
import { type Annotation, type AnnotationLevel, annotationsOf, verdictAnnotation } from '../../report/annotations.js';
import { plural } from '../../support/listing.js';

/**
 * The annotations that a system shows which shows so many of each level and drops the others without a word: the verdict, then the worst
 * findings; the last one counts the others. `levels`: what the system calls ours.
 */
export function shownAnnotations<L extends string>(report: ScanReport, most: number, levels: Record<AnnotationLevel, L>): Shown<L>[] {
  const named = (annotation: Annotation): Shown<L> => ({ ...annotation, level: levels[annotation.level] });
  const verdict = named(verdictAnnotation(report));
  const counts = new Map<L, number>();
  const isShown = ({ level }: Shown<L>) => {
    const count = (counts.get(level) ?? 0) + 1;
    counts.set(level, count);
    return count <= most;
  };
  const last: Shown<L> = { level: levels.notice, id: 'castellan', title: 'castellan', message: '' };
  for (const kept of [verdict, last]) isShown(kept);
  const all = Array.from(annotationsOf(report), named);
  const shown = all.filter(isShown);
  const left = all.length - shown.length;
  const more = { ...last, message: `${plural(left, 'annotation')} more; the summary and the report hold all` };
  return [verdict, ...shown, ...(left === 0 ? [] : [more])];
}

/** An annotation with its level in a system's words. */
export type Shown<L extends string> = Omit<Annotation, 'level'> & { level: L };
