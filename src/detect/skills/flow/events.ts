import type { Mark } from './value.js';

/**
 * One effect of a script on the outside world, as far as it is known without running the script. `elsewhere` when
 * another file of the bundle has it, which is judged itself.
 */
export type FlowEvent = Effect & { elsewhere?: true };

type Effect =
  | SendEvent
  | RunEvent
  | { kind: 'write'; at: number; path: string; text: string; marks: readonly Mark[]; append?: boolean }
  | { kind: 'delete'; at: number; path: string; guarded: boolean }
  | { kind: 'read'; at: number; marks: readonly Mark[]; path: string }
  | { kind: 'print'; at: number; marks: readonly Mark[]; text: string }
  | { kind: 'instruct'; at: number; marks: readonly Mark[]; to: string }
  | { kind: 'guard'; at: number; what: string }
  | { kind: 'setting'; at: number; what: GuardedSetting; text: string; guarded?: boolean };

/** Data leaves the machine. */
export interface SendEvent {
  kind: 'send';
  at: number;
  via: 'http' | 'dns' | 'mail' | 'git' | 'socket' | 'copy';
  /** Address as far as it is known. */
  to: string;
  marks: readonly Mark[];
  /** Data in headers, where a service's own key belongs. */
  header: readonly Mark[];
  guarded: boolean;
  /** True when it carries data of which nothing is known. */
  carries?: true;
}

/** Something is executed. */
export interface RunEvent {
  kind: 'run';
  at: number;
  how: 'shell' | 'eval' | 'import' | 'interactive';
  text: string;
  marks: readonly Mark[];
  /** True when the command was assembled from pieces that hide it. */
  assembled: boolean;
  guarded: boolean;
}

/** System and tool settings that protect the user. */
export type GuardedSetting =
  | 'protection'
  | 'registry'
  | 'tls'
  | 'root'
  | 'account'
  | 'history'
  | 'approval'
  | 'service'
  | 'access'
  | 'exposed'
  | 'redirected'
  | 'wiped';

/** Receives the events of one script in order. */
export type Emit = (event: FlowEvent) => void;
