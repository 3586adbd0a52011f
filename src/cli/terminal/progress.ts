import type { ScanEvent } from '../../model/request.js';

/** Shows progress on stderr; does nothing when stderr is no terminal. */
export interface Progress {
  update(text: string): void;
  /** Clears the line. Safe to call twice. */
  stop(): void;
}

const NONE: Progress = { update() {}, stop() {} };

/** A spinner on a terminal, nothing elsewhere, in CI or under `--quiet`. It appears only when work takes longer than a blink. */
export function startProgress(stream: NodeJS.WriteStream, enabled: boolean): Progress {
  // A terminal without a size (`docker run -t`, `script`) has no columns, over which the spinner would clear endless lines.
  if (!enabled || !stream.isTTY || !stream.columns || process.env.CI) return NONE;
  let text = '';
  let spinner: { text: string; stop(): unknown } | undefined;
  let stopped = false;
  const timer = setTimeout(async () => {
    const { default: ora } = await import('ora');
    if (!stopped) spinner = ora({ text, stream, discardStdin: false }).start();
  }, 300);
  timer.unref();
  return {
    update(next) {
      text = next;
      if (spinner) spinner.text = next;
    },
    stop() {
      stopped = true;
      clearTimeout(timer);
      spinner?.stop();
      spinner = undefined;
    },
  };
}

/** One line for an event; undefined for events that are not shown. */
export function describeEvent(event: ScanEvent): string | undefined {
  switch (event.event) {
    case 'step':
      return STEPS[event.step];
    case 'progress':
      return `${STEPS[event.step]} ${event.done}${event.total === undefined ? '' : `/${event.total}`}${event.label ? ` ${event.label}` : ''}`;
    default:
      return undefined;
  }
}

const STEPS = {
  plan: 'planning',
  collect: 'reading files',
  match: 'matching advisories',
  detect: 'judging',
  graph: 'building the graph',
  policy: 'applying gates',
  report: 'writing reports',
} as const;
