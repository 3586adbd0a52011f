/** Kinds of values. `resolve.ts` parses each kind. */
export type SettingType = 'flag' | 'text' | 'list' | 'pairs' | 'choice' | 'duration' | 'number';

/** What words of a command line may name. */
export type NamedThing =
  | 'command'
  | 'ecosystem'
  | 'client'
  | 'cloud'
  | 'family'
  | 'finding'
  | 'node'
  | 'preset'
  | 'rule'
  | 'server'
  | 'shell';

/** One setting: everything the help, the configuration page and the readers of flags, environment and file need to know. */
export interface Setting {
  /** commander's flag text: `--fail-on-severity <level>`. Absent: not on the command line. */
  flag?: string;
  /** Name without prefix: `DB` for `SERVICE_DB`. */
  env?: string;
  /** Key in castellan.yaml. */
  yaml?: string;
  type: SettingType;
  /** For pairs `value=name`: the allowed names. */
  choices?: readonly string[];
  /** What a value names, where that is no fixed choice; or what it names in these commands. Completion offers what there is. */
  names?: NamedThing | Readonly<Record<string, NamedThing>>;
  /** Extensions of the files that a value usually names, without the dot. */
  files?: readonly string[];
  /** Former choices, each with the message that refuses it. */
  retired?: Readonly<Record<string, string>>;
  /** Bounds of a whole number, both inclusive. */
  least?: number;
  most?: number;
  /** True: one option may hold several values, separated by commas. Every list option may be repeated. */
  commas?: true;
  /** Keys of settings of which at least one must be given; without them this setting has no effect. */
  needs?: readonly string[];
  /** The default, as a user would write it. */
  default?: string;
  /** Of a flag: `--no-x` may be said, too, and is not the same as to say nothing. */
  negatable?: true;
  /** Shown in the short help of commands whose options do not fit a screen: of all that have it, or of these. */
  common?: true | readonly string[];
  group:
    | 'what to scan'
    | 'cloud'
    | 'what to show'
    | 'control plane'
    | 'server'
    | 'identity'
    | 'gates'
    | 'output'
    | 'data'
    | 'relay'
    | 'gateway'
    | 'general';
  /** The value is a secret, or may hold one: nobody shows it. */
  isSecret?: true;
  /** One line, without a full stop. */
  help: string;
  /** The line for commands in which the setting means something else. */
  helpFor?: Readonly<Record<string, string>>;
  /** Commands that have it; `*` for all. */
  commands: readonly string[];
}
