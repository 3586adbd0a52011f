import type { BundleFile } from '../../../model/ai-evidence.js';
import type { CodeLanguage } from '../flow/script-language.js';

/** A piece of code in a bundle: a script, a fence, a hook, a lifecycle command. */
export interface CodeUnit {
  file: BundleFile;
  language: CodeLanguage;
  text: string;
  /** Offset of the piece in the file's text; -1 when it comes from a decoded structure. */
  offset: number;
  kind: 'script' | 'fence' | 'hook' | 'lifecycle' | 'server' | 'markup';
  /** Text before a fence: the headings above it and the line that introduces it. */
  context: string;
}
