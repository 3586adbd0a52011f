import type { Setting } from './setting.js';

/** `--fail-on-severity` of `--fail-on-severity <level>`; the key or variable of a setting without option. */
export function optionName(setting: Setting): string {
  return /--[a-z-]+/.exec(setting.flag ?? '')?.[0] ?? setting.yaml ?? `SERVICE_${setting.env}`;
}
