import { type StatementDetection, seen } from '../../text/checks/detection.js';
import { secretsOf } from '../../text/checks/secrets-out.js';
import type { TextDocument } from '../../text/reading/document.js';
import { isMaker } from '../../text/reading/maker-hosts.js';
import { isForeignHost, placesOf } from '../../text/reading/places.js';
import { ordered, type Statement } from '../../text/reading/statement.js';
import { isPlaceholderHost } from './hosts.js';

/** How many steps later the transfer may follow. */
const WITHIN = 6;
const VALUES =
  /\b(?:environment variables?|config(?:uration)? files?)\b.{0,40}\b(?:api keys?|tokens?|secrets?|credentials?|auth)\b|\bauth[\w-]*\.json\b/;

/** EXF-02 over the steps of one list: one step reads credentials, a later one sends something to a literal address. */
export function linkedSteps(statements: readonly Statement[], document: TextDocument): StatementDetection[] {
  const items = statements.filter(({ passage }) => passage.role === 'item' && passage.channel === 'open');
  // How a step is framed costs more to tell than what it reads, and few read anything.
  if (!items.some(reads)) return [];
  const steps = items.filter((statement) => !statement.mention && !statement.banned);
  return steps.flatMap((step, index): StatementDetection[] => {
    if (!reads(step)) return [];
    const later = steps
      .slice(index + 1, index + 1 + WITHIN)
      .find((next) => next.passage.heading === step.passage.heading && sends(next, document));
    return later === undefined
      ? []
      : [{ sighting: { ...seen('EXF-02', 'sensitive source', 'later step sends'), confidence: 'medium' }, statement: later }];
  });
}

function reads(step: Statement): boolean {
  return ordered(step, 'take').length > 0 && (secretsOf(step).length > 0 || VALUES.test(step.text));
}

function sends(step: Statement, { subject }: TextDocument): boolean {
  const posts = ordered(step, 'give').length > 0 || /(?:^|[^a-z])(?:post|send|upload|submit)\b/.test(step.text.slice(0, 60));
  const nobody = { ...subject, name: '', description: '' };
  return (
    posts && placesOf(step).some(({ host }) => host !== '' && isForeignHost(host, nobody) && !isMaker(host) && !isPlaceholderHost(host))
  );
}
