import type { DockerStage } from '../views/dockerfile.js';
import type { CallWord } from '../views/shell-calls.js';

/** A variable of a word that has no known value in the stage: `$(…)` and loop variables never have one. */
export function unresolvedVariable({ open }: CallWord, stage: DockerStage): string | undefined {
  const name = open.find((variable) => stage.variable(variable)?.kind !== 'scalar');
  return name === undefined || name === '$(…)' ? name : `\${${name}}`;
}

/** The text of a word with the variables that the stage knows. */
export function resolvedText(word: CallWord, stage: DockerStage): string {
  return word.text.replace(/\$\{(\w+)\}/g, (written, name: string) => {
    const value = stage.variable(name);
    return value?.kind === 'scalar' ? String(value.value ?? '') : written;
  });
}
