import { randomBytes } from 'node:crypto';
import { type KeyRing, keyRing } from '../../audit/chain.js';
import type { PinSet } from '../../model/pins.js';
import type { GatewayPolicy } from '../../policy/gateway/policy.js';
import { OperationalError } from '../../support/errors.js';
import { secretFiles } from '../../system/secret-files.js';
import type { EventSink, RuntimeEvent } from '../evidence/event.js';
import { EventLog, shapeKey } from '../evidence/event-log.js';
import type { Link } from '../link/link.js';
import type { SpanExporter } from '../link/span-exporter.js';
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
  /** Undefined: nothing is recorded here. */
  log: string | undefined;
  /** To a control plane whose policies hold as well, and which is told what is decided. */
  link?: Link | undefined;
  /** Takes a span of each call. */
  exporter?: SpanExporter | undefined;
  /** Who calls, where the launcher says so. */
  agent?: string | undefined;
  /** The file of the keys that records are sealed with; made where it is missing. */
  keyFile: string;
  say(line: string): void;
}

/** Makes the inspector of one session. Throws what keeps it from being made. */
export function loadInspection(options: InspectionOptions): Inspection {
  const { server, mode, preset, policies, pins, log, link, exporter, agent, keyFile, say } = options;
  const ring = ringOf(keyFile);
  const clock = () => Date.now();
  const session = `ses_${randomBytes(10).toString('hex')}`;
  const file = log === undefined ? undefined : new EventLog({ path: log, ring, session, server, clock });
  if (file && file.path !== log) say(`another relay writes that log: this one writes ${file.path}`);
  const linked = link?.session(session, { server, mode, agent });
  return new Inspection({
    ...options,
    policies: policies ?? [presetPolicy(preset)],
    detectors: presets[preset].detectors,
    pinned: pins && PinnedState.of(pins, server),
    events: joinSinks([file, linked?.events].filter((sink) => sink !== undefined)),
    live: linked?.policies,
    spans: exporter?.session(session),
    shapeKey: shapeKey(ring, log ?? ''),
    clock,
  });
}

/** Takes events and keeps none. */
export const NOWHERE: EventSink = { isKept: false, take() {}, commit: () => true, close() {} };

/** Takes events wherever they go. What one of them cannot keep is not kept. */
export function joinSinks(sinks: readonly EventSink[]): EventSink {
  const [only, ...others] = sinks;
  if (only && others.length === 0) return only;
  return {
    isKept: sinks.length > 0,
    take(event: RuntimeEvent) {
      for (const sink of sinks) sink.take(event);
    },
    commit: (isBinding) => sinks.map((sink) => sink.commit(isBinding)).every((isSafe) => isSafe),
    async close() {
      await Promise.all(sinks.map((sink) => sink.close()));
    },
  };
}

/** Reads the keys of logs, or makes the first. */
export function ringOf(keyFile: string): KeyRing {
  const ring = keyRing(secretFiles.readOrCreate(keyFile, () => `${randomBytes(32).toString('base64')}\n`));
  if (!ring) throw new OperationalError({ where: keyFile, message: 'expected keys of at least 32 bytes in base64, one a line' });
  return ring;
}
