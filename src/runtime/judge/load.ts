import { randomBytes } from 'node:crypto';
import { type KeyRing, keyRing } from '../../audit/chain.js';
import type { PinSet } from '../../model/pins.js';
import type { GatewayPolicy } from '../../policy/gateway/policy.js';
import { OperationalError } from '../../support/errors.js';
import { secretFiles } from '../../system/secret-files.js';
import type { EventSink } from '../evidence/event.js';
import { EventLog, shapeKey } from '../evidence/event-log.js';
import { Inspection } from './inspection.js';
import { PinnedState } from './pinned-server.js';
import { type PresetName, presetPolicy, presets } from './presets.js';
import type { RelayMode } from './setup.js';

/** What a user has asked for, read and checked. */
export interface InspectionOptions {
  server: string;
  mode: RelayMode;
  preset: PresetName;
  /** Instead of the rules of the preset. */
  policies: readonly GatewayPolicy[] | undefined;
  pins: PinSet | undefined;
  rate: number | undefined;
  redact: boolean | undefined;
  logAll: boolean;
  /** Undefined: nothing is recorded. */
  log: string | undefined;
  /** The file of the keys that records are sealed with; made where it is missing. */
  keyFile: string;
  say(line: string): void;
}

/** Makes the inspector of one session. Throws what keeps it from being made. */
export function loadInspection(options: InspectionOptions): Inspection {
  const { server, preset, policies, pins, log, keyFile, say } = options;
  const ring = ringOf(keyFile);
  const clock = () => Date.now();
  const session = `ses_${randomBytes(10).toString('hex')}`;
  const events = log === undefined ? NOWHERE : new EventLog({ path: log, ring, session, server, clock });
  if (events instanceof EventLog && events.path !== log) say(`another relay writes that log: this one writes ${events.path}`);
  return new Inspection({
    ...options,
    policies: policies ?? [presetPolicy(preset)],
    detectors: presets[preset].detectors,
    pinned: pins && PinnedState.of(pins, server),
    events,
    shapeKey: shapeKey(ring, log ?? ''),
    clock,
  });
}

/** Takes events and keeps none. */
export const NOWHERE: EventSink = { isKept: false, take() {}, commit: () => true, close() {} };

/** Reads the keys of logs, or makes the first. */
export function ringOf(keyFile: string): KeyRing {
  const ring = keyRing(secretFiles.readOrCreate(keyFile, () => `${randomBytes(32).toString('base64')}\n`));
  if (!ring) throw new OperationalError({ where: keyFile, message: 'expected keys of at least 32 bytes in base64, one a line' });
  return ring;
}
