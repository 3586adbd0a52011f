import type { Settings } from '../config/settings.js';
import type { PresetName } from '../runtime/judge/presets.js';
import type { RelayMode } from '../runtime/judge/setup.js';
import type { Invocation } from './command.js';

/** A server to relay to, and what holds where the user says nothing. */
export interface RelayRun {
  argv: readonly string[];
  /** The server's whole environment. */
  env: Readonly<Record<string, string>>;
  cwd?: string;
  /** What the server is called where `--server` does not say. */
  name?: string;
  mode: RelayMode;
  preset: PresetName;
}

/** A remote server to relay to, and what holds where the user says nothing. */
export interface RemoteRun extends Pick<RelayRun, 'mode' | 'preset'> {
  url: URL;
  /** Values may be secret. */
  headers: Readonly<Record<string, string>>;
  /** It is known to speak HTTP with server-sent events only. */
  isEventsOnly: boolean;
  /** What the server is called where `--server` does not say. */
  name: string;
}

/** What the user wants of a relay. */
export interface RelayWishes {
  settings: Settings;
  /** Values that the user typed, by setting. */
  flags: Invocation['flags'];
  /** Calls a minute. */
  rate: number | undefined;
}
