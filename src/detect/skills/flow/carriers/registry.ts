import type { CodeLanguage } from '../script-language.js';
import { shellOfBatch } from './batch.js';
import { shellOfDockerfile } from './dockerfile.js';
import { shellOfMakefile } from './makefile.js';
import { shellOfRegistryFile } from './registry-file.js';

/** Files that carry commands of a shell: each in the words of a shell, with as many lines. */
export const carriers = {
  batch: shellOfBatch,
  make: shellOfMakefile,
  dockerfile: shellOfDockerfile,
  registry: shellOfRegistryFile,
} satisfies Partial<Record<CodeLanguage, (text: string) => string>>;

/** True for a language that is read in the words of a shell. */
export function isCarrier(language: CodeLanguage): language is keyof typeof carriers {
  return Object.hasOwn(carriers, language);
}
