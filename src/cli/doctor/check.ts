import type { DataPaths } from '../../config/paths.js';
import type { SettingSources } from '../../config/resolve.js';
import type { SettingKey, Settings } from '../../config/settings.js';
import type { Http } from '../../system/http.js';
import type { CommandContext } from '../command.js';

/** Raised whenever the answer in JSON changes in a way that breaks its readers. */
export const DOCTOR_SCHEMA_VERSION = 1;

/** `fail`: something does not work. `warn`: it works, and will not for long or not as meant. `note`: worth knowing. */
export const states = ['ok', 'note', 'warn', 'fail'] as const;
export type CheckState = (typeof states)[number];

/** What one check found. */
export interface Diagnosis {
  state: CheckState;
  /** One line; never a secret's value. */
  text: string;
  /** What mends it: a command that can be pasted, or one sentence where no command does. */
  fix?: string;
  /** More lines, for `--verbose` and for programs. */
  details?: readonly string[];
}

/** One thing that doctor looks at. A check reads and asks; it writes nothing and starts no server of the user. */
export interface Check {
  /** Stays for ever: programs look for it. */
  id: string;
  /** What it looks at, in half a sentence. */
  about: string;
  /** Of this user's program, or of the service that `serve` would run with these settings. */
  of: 'user' | 'server';
  /** What it throws becomes a failure with the error's own line and hint. */
  run(ground: DoctorGround): Promise<Diagnosis> | Diagnosis;
}

/** A setting that was given, and where: `SERVICE_DB`, `--db`, `castellan.yaml:3`. */
export interface GivenSetting {
  key: SettingKey;
  where: string;
  shown: string;
}

/** A value that makes no sense, left out of the settings. */
export interface WrongSetting {
  line: string;
  where: string;
}

/** What all checks stand on, made once. */
export interface DoctorGround {
  context: CommandContext;
  flags: SettingSources['flags'];
  /** Every setting; those with a wrong value have their default. */
  settings: Settings;
  given: readonly GivenSetting[];
  wrong: readonly WrongSetting[];
  /** castellan.yaml that holds here, or why it cannot be used. */
  configuration: { path?: string; problem?: string };
  paths: DataPaths;
  /** Milliseconds since 1970. */
  now: number;
  /** Absent with `--offline`. */
  http: Http | undefined;
  /** Ends the check's own requests when its time is over. */
  signal: AbortSignal;
}

/** What a check says that would have to ask the network, and must not. */
export const notAsked: Diagnosis = { state: 'ok', text: 'not asked (--offline)' };
