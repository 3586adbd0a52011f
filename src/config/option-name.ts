import type { Setting } from './setting.js';

/** The option without its value: `--fail-on-severity` of `--fail-on-severity <level>`. A setting without an option: its key or variable. */
export function optionName(setting: Setting): string {
  return /--[a-z-]+/.exec(setting.flag ?? '')?.[0] ?? setting.yaml ?? `SERVICE_${setting.env}`;
}
