import type { SourcePlace } from '../../../../model/iac.js';
import type { TemplateValue } from './values.js';

/** A piece of rendered text: from which line of the template, and which values went into it. */
export interface Part {
  text: string;
  /** Line of the template where the piece begins; text of a template goes on line by line, what an action prints does not. */
  line: number;
  literal: boolean;
  via: readonly Via[];
}

/** A value that a piece was made of. */
export interface Via {
  at: SourcePlace;
  /** Set where it holds further values. */
  value?: TemplateValue;
}

export function textOfParts(parts: readonly Part[]): string {
  return parts.map(({ text }) => text).join('');
}
