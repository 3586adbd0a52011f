import type { TypedLine } from './typed-line.js';

/** A word to choose, and a few words about it; '' where it speaks for itself. */
export interface Candidate {
  value: string;
  about: string;
}

/** What is completed, and on which machine. */
export interface Around {
  line: TypedLine;
  environment: NodeJS.ProcessEnv;
  cwd: string;
}
