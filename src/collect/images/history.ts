import { isObject } from '../../support/json.js';
import { redact } from '../../support/redact.js';
import { withoutSecrets } from '../secrets/scan-text.js';

/** The command of each layer, as a Dockerfile writes it, where the history names one for each. */
export function commandsOf(config: unknown, layers: number): (string | undefined)[] {
  const entries = historyOf(config).filter(({ isEmpty }) => !isEmpty);
  if (entries.length !== layers) return Array.from({ length: layers }, () => undefined);
  return entries.map(({ createdBy }) => (createdBy === '' ? undefined : instructionOf(createdBy)));
}

/** One step of an image's making. */
export interface HistoryEntry {
  createdBy: string;
  /** It made no layer. */
  isEmpty: boolean;
}

const MAX_ENTRIES = 10_000;

/** The history of a configuration, lowest layer first: at most 10 000 steps. */
export function historyOf(config: unknown): HistoryEntry[] {
  const entries = isObject(config) && Array.isArray(config['history']) ? config['history'] : [];
  return entries.slice(0, MAX_ENTRIES).map((entry) => {
    const { created_by: by, empty_layer: isEmpty } = isObject(entry) ? entry : {};
    return { createdBy: typeof by === 'string' ? by : '', isEmpty: isEmpty === true };
  });
}

const INSTRUCTION =
  /^(?:ADD|ARG|CMD|COPY|ENTRYPOINT|ENV|EXPOSE|FROM|HEALTHCHECK|LABEL|MAINTAINER|ONBUILD|RUN|SHELL|STOPSIGNAL|USER|VOLUME|WORKDIR)\b/;

/**
 * `/bin/sh -c #(nop)  CMD ["sh"]` is `CMD ["sh"]`, and `RUN |1 A=1 /bin/sh -c make # buildkit` is `RUN make`. As reports may show it: without
 * secrets.
 */
export function instructionOf(createdBy: string): string {
  return shownText(plainInstruction(createdBy));
}

/** A text of an image's configuration as reports may show it: what the search for secrets finds is hidden, too. */
export function shownText(text: string): string {
  return withoutSecrets(redact(text));
}

function plainInstruction(createdBy: string): string {
  const text = createdBy.replace(/\s*# buildkit\s*$/, '').trim();
  const nop = /^(?:\/bin\/sh|cmd|powershell\S*) (?:-c|\/S \/C|-Command) #\(nop\)\s*/i.exec(text);
  if (nop) return text.slice(nop[0].length).trim();
  const withArguments = /^(?:RUN )?\|\d+ .*?(?:\/bin\/(?:ba|a)?sh|\/bin\/bash) -(?:o pipefail -)?[a-z]*c /s.exec(text);
  if (withArguments) return `RUN ${text.slice(withArguments[0].length).trim()}`;
  const shell = /^(?:RUN )?(?:\/bin\/(?:ba|a)?sh|\/busybox\/sh) -[a-z]*c /.exec(text);
  if (shell) return `RUN ${text.slice(shell[0].length).trim()}`;
  return text === '' || INSTRUCTION.test(text) || !text.startsWith('/') ? text : `RUN ${text}`;
}
