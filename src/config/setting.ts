/** Kinds of values; each knows how text becomes it (see `resolve.ts`). */
export type SettingType = 'flag' | 'text' | 'list' | 'pairs' | 'choice' | 'duration' | 'number';

/** One setting: everything the help, the configuration page and the readers of flags, environment and file need to know. */
export interface Setting {
  /** commander's flag text: `--fail-on-severity <level>`. Absent: not on the command line. */
  flag?: string;
  /** Name without prefix: `DB` for `SERVICE_DB`. */
  env?: string;
  /** Key in castellan.yaml. */
  yaml?: string;
  type: SettingType;
  /** Of pairs `value=name`: the names. */
  choices?: readonly string[];
  /** Former choices, each with the sentence that refuses it. */
  retired?: Readonly<Record<string, string>>;
  /** Of a whole number the bounds, both allowed. */
  least?: number;
  most?: number;
  /** A list whose values may stand in one option, with commas between. Every list may be repeated. */
  commas?: true;
  /** Settings, by key, of which one must be given for this one to mean anything. */
  needs?: readonly string[];
  /** As a user would write it. */
  default?: string;
  /** Stands in the help of a command that has more options than fit a screen. */
  common?: true;
  group: 'what to scan' | 'what to show' | 'control plane' | 'server' | 'identity' | 'gates' | 'output' | 'data' | 'general';
  /** One line, no stop at the end. */
  help: string;
  /** The line for commands where it means something else. */
  helpFor?: Readonly<Record<string, string>>;
  /** Commands that have it; `*` for all. */
  commands: readonly string[];
}
