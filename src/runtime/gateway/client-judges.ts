import { randomBytes } from 'node:crypto';
import type { PinSet } from '../../model/pins.js';
import type { GatewayPolicy } from '../../policy/gateway/policy.js';
import type { EventSink, RuntimeEvent } from '../evidence/event.js';
import { EventLog, shapeKey } from '../evidence/event-log.js';
import type { InspectorOf } from '../http/exchange.js';
import { Inspection } from '../judge/inspection.js';
import { joinSinks, NOWHERE, ringOf } from '../judge/load.js';
import { PinnedState } from '../judge/pinned-server.js';
import { type PresetName, presetPolicy, presets } from '../judge/presets.js';
import type { RelayMode } from '../judge/setup.js';
import type { Link } from '../link/link.js';
import type { SpanExporter } from '../link/span-exporter.js';

/** What all sessions of a gateway are judged by. */
export interface InspectionsOptions {
  mode: RelayMode;
  pins: PinSet | undefined;
  redact: boolean | undefined;
  logAll: boolean;
  /** Undefined: nothing is recorded. */
  log: string | undefined;
  /** The file of the keys that records are sealed with; made where it is missing. */
  keyFile: string;
  /** To a control plane whose policies hold as well, and which is told what is decided. */
  link: Link | undefined;
  /** Takes a span of each call. */
  exporter: SpanExporter | undefined;
  /** What a client may use at all. */
  accessOf(client: string): GatewayPolicy | undefined;
  /** Undefined: nobody counts. */
  decided: ((upstream: string, event: RuntimeEvent) => void) | undefined;
  say(line: string): void;
}

/** What the sessions of one upstream are judged by besides. */
export interface UpstreamInspection {
  name: string;
  preset: PresetName;
  /** Instead of the rules of the preset. */
  policies: readonly GatewayPolicy[] | undefined;
}

/** Makes inspectors, which share one log. */
export class ClientJudges {
  private readonly log: EventLog | undefined;
  private readonly shapeKey: Uint8Array;

  /** Throws OperationalError where the log or its keys are not to be had. */
  constructor(private readonly options: InspectionsOptions) {
    const { log, keyFile, say } = options;
    const ring = ringOf(keyFile);
    const session = `gtw_${randomBytes(10).toString('hex')}`;
    if (log !== undefined) this.log = new EventLog({ path: log, ring, session, server: 'gateway', clock: Date.now });
    if (this.log && this.log.path !== log) say(`another gateway writes that log: this one writes ${this.log.path}`);
    this.shapeKey = shapeKey(ring, log ?? '');
  }

  of({ name, preset, policies }: UpstreamInspection): InspectorOf {
    const { mode, pins, redact, logAll, link, exporter, accessOf, say } = this.options;
    const setup = {
      server: name,
      mode,
      policies: policies ?? [presetPolicy(preset)],
      detectors: presets[preset].detectors,
      pinned: pins && PinnedState.of(pins, name),
      // Quotas are the listener's.
      rate: undefined,
      redact,
      logAll,
      shapeKey: this.shapeKey,
      clock: Date.now,
    };
    return async ({ client }) => {
      // The id that the client shows is a credential: the log has one of its own.
      const session = `ses_${randomBytes(10).toString('hex')}`;
      const agent = client.name;
      const file = this.log?.of({ session, server: name, client: agent });
      const linked = link?.session(session, { server: name, mode, agent });
      const sinks = [file, linked?.events].filter((sink) => sink !== undefined);
      const events = this.counted(name, sinks.length === 0 ? NOWHERE : joinSinks(sinks));
      return new Inspection({
        ...setup,
        agent,
        access: [accessOf(agent) ?? []].flat(),
        events,
        live: linked?.policies,
        spans: exporter?.session(session),
        say: (line) => say(`${name}, ${agent}: ${line}`),
      });
    };
  }

  async close(): Promise<void> {
    this.log?.close();
    const { link, exporter } = this.options;
    await Promise.all([link?.finish(), exporter?.close()]);
  }

  private counted(upstream: string, sink: EventSink): EventSink {
    const { decided } = this.options;
    if (!decided) return sink;
    let taken: RuntimeEvent[] = [];
    return {
      isKept: true,
      take: (event) => {
        taken.push(event);
        sink.take(event);
      },
      commit: (isBinding) => {
        const isSafe = sink.commit(isBinding);
        for (const event of taken) if (isSafe || !isBinding || event.effect === 'deny') decided(upstream, event);
        taken = [];
        return isSafe;
      },
      close: () => sink.close(),
    };
  }
}
