import { ciInputs, spelled } from '../src/cli/ci/inputs.js';
import { ciOutputs } from '../src/cli/ci/outputs.js';
import { ciSystems } from '../src/cli/ci/registry.js';
import { table } from './markdown-table.js';

const code = (text: string | undefined) => (text === undefined ? '' : `\`${text}\``);

/** The inputs and outputs of `castellan ci`. */
export function ciPage(): string {
  const names = Object.keys(ciInputs) as (keyof typeof ciInputs)[];
  const inputs = names.map((name) => {
    const input: { default?: string; help: string } = ciInputs[name];
    return [code(name), code(`SERVICE_CI_${spelled(name)}`), code(input.default), input.help];
  });
  const systems = ciSystems.map((system) => [system.title, code(system.id), 'inputPrefix' in system ? code(`${system.inputPrefix}*`) : '']);
  return `# CI inputs and outputs

[In CI](ci.md) shows how \`castellan ci\` is used. This page lists what it can be asked, and what it tells.

## Inputs

The names on the left are those of the action; everywhere else a variable is set. Every \`SERVICE_\` may be written \`CASTELLAN_\`. An empty one
counts as not given. A value that an input does not take is exit code 2. Paths are relative to the folder that the job runs in.

${table(['Input', 'Variable', 'Default', 'Meaning'], inputs)}

The action has \`program\` besides: the path of an installed castellan; empty installs the version that the action was released with.

## Outputs

${table(
  ['Output', 'Meaning'],
  Object.entries(ciOutputs).map(([name, help]) => [code(name), help]),
)}

## Systems

The first one whose job it is.

${table(['System', 'Id', 'Own variables for inputs'], systems)}
`;
}
