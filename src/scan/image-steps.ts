import type { ImageStep } from '../model/image-evidence.js';

/** Instructions that set what is at a place of the configuration. */
const SETTERS: Readonly<Record<string, string>> = {
  Env: 'ENV',
  Labels: 'LABEL',
  User: 'USER',
  Cmd: 'CMD',
  Entrypoint: 'ENTRYPOINT',
  ExposedPorts: 'EXPOSE',
  Healthcheck: 'HEALTHCHECK',
};

/** The step that set a place of the configuration: `history.3`, `config.Env.PATH`. Undefined: none did, or several may have. */
export function stepOfPlace(steps: readonly ImageStep[], place: string): number | undefined {
  const number = /^history\.(\d+)$/.exec(place)?.[1];
  if (number !== undefined) return Number(number);
  const [, part = '', name] = /^config\.([A-Za-z]+)(?:\.(.+))?$/s.exec(place) ?? [];
  const setter = SETTERS[part];
  if (setter === undefined) return undefined;
  const setting = steps.flatMap(({ instruction }, index) =>
    instruction.startsWith(`${setter} `) && sets(instruction, name) ? [index] : [],
  );
  // Ports add up, and which of the steps named this one is not told.
  return setter === 'EXPOSE' && setting.length > 1 ? undefined : setting.at(-1);
}

/** True where an instruction gives a value to the name; every one does to what has none. */
function sets(instruction: string, name: string | undefined): boolean {
  if (name === undefined) return true;
  return instruction.split(/\s+/).some((word) => word === name || word.replace(/^"/, '').startsWith(`${name}=`));
}
