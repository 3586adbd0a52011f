import { useState } from 'preact/hooks';
import { useMay } from '../../app/session.js';
import { Badge, State } from '../../parts/badge.js';
import { Button } from '../../parts/button.js';
import { Code } from '../../parts/code.js';
import { History } from '../../parts/history.js';
import { Keys } from '../../parts/keys.js';
import { Reference } from '../../parts/reference.js';
import { Section } from '../../parts/section.js';
import { SeverityMark } from '../../parts/severity.js';
import { legible } from '../../words/legible.js';
import { inWords } from '../../words/state.js';
import { Decisions } from './decisions.js';
import { ExceptionForm } from './exception-form.js';
import { Origin } from './origin.js';
import { Reach } from './reach.js';
import { type Decision, TRIAGE_KEYS, useTriage } from './triage.js';
import { TriageDialog } from './triage-dialog.js';
import type { WholeFinding } from './view.js';
import { Where, Why } from './why.js';

/** What one look at a finding answers, in the order in which it is asked. */
export function FindingDetail({ finding }: { finding: WholeFinding }) {
  const { id, severity, status, kev, triage, kind } = finding;
  const { references, aliases } = namedIn(finding.finding);
  return (
    <div class="detail sections">
      <p class="row-of">
        <SeverityMark severity={severity} />
        <State state={status} />
        {triage.state !== null && <State state={triage.state} />}
        {kev && <Badge tone="bad">known exploited</Badge>}
        <span class="quiet">{inWords(kind)}</span>
        <Code text={id} />
      </p>
      <Acts finding={finding} />
      <Section title="What to do">
        <Remedy finding={finding} />
      </Section>
      <Section title="Why it matched">
        <Why why={finding.why} />
      </Section>
      <Section title="Where">
        <Where places={finding.where} component={finding.component} subject={finding.subject} />
      </Section>
      <Section title="What it reaches">
        <Reach reach={finding.reach} />
      </Section>
      <Section title="Since when, and from where">
        <Origin finding={finding} />
      </Section>
      <Section title="Decisions, exceptions and policy">
        <Decisions finding={finding} />
      </Section>
      <Section title="Audit trail">
        <History events={finding.history} />
      </Section>
      {references.length + aliases.length > 0 && (
        <Section title="References">
          {aliases.length > 0 && <p class="break">Also known as {legible(aliases.join(', '), 500)}</p>}
          <ul class="lines">
            {references.map((address) => (
              <li key={address}>
                <Reference address={address} />
              </li>
            ))}
          </ul>
        </Section>
      )}
    </div>
  );
}

const MOST_NAMED = 40;

/** Texts of a list that the scan wrote; what is no text is left out. */
function textsOf(value: unknown): string[] {
  return Array.isArray(value) ? [...new Set(value.filter((one) => typeof one === 'string'))].slice(0, MOST_NAMED) : [];
}

function namedIn({ references, aliases }: WholeFinding['finding']) {
  return { references: textsOf(references), aliases: textsOf(aliases) };
}

/** What the caller may decide on this finding. */
function Acts({ finding }: { finding: WholeFinding }) {
  const may = useMay();
  const triage = useTriage();
  const [asks, setAsks] = useState<'triage' | 'exception'>();
  if (!may('triageFinding')) return null;
  const close = () => setAsks(undefined);
  const decide = async (decision: Decision) => {
    close();
    await triage({ findings: [finding] }, decision);
  };
  return (
    <div class="actions">
      {TRIAGE_KEYS.filter(({ state }) => state !== finding.triage.state).map(({ keys, state }) => (
        <Button key={keys} onClick={() => decide({ state })}>
          {state === null ? 'Remove triage' : sentence(inWords(state))} <Keys keys={keys} />
        </Button>
      ))}
      <Button onClick={() => setAsks('triage')}>With note or date …</Button>
      {may('createException') && <Button onClick={() => setAsks('exception')}>Request exception …</Button>}
      {asks === 'triage' && <TriageDialog target={{ findings: [finding] }} onDecide={decide} onClose={close} />}
      {asks === 'exception' && <ExceptionForm finding={finding} onClose={close} />}
    </div>
  );
}

function sentence(words: string): string {
  return words.charAt(0).toUpperCase() + words.slice(1);
}

function Remedy({ finding: { remedy } }: { finding: WholeFinding }) {
  const { summary, command, fixed_version, best } = remedy;
  return (
    <div class="stack">
      <p class="break">{legible(withoutCommand(summary, command))}</p>
      {command !== null && <Code text={command} block />}
      {best && best.version !== fixed_version && (
        <div class="stack">
          <p class="break">
            Version <b>{legible(best.version, 80)}</b> ends {best.ends.toLocaleString('en')} of {best.of.toLocaleString('en')} open findings
            of this package in all sources.
          </p>
          {best.command !== null && best.command !== command && <Code text={best.command} block />}
        </div>
      )}
      {best && best.version === fixed_version && best.ends > 1 && (
        <p>
          It ends {best.ends.toLocaleString('en')} of {best.of.toLocaleString('en')} open findings of this package in all sources.
        </p>
      )}
    </div>
  );
}

/** The command is shown on a line of its own. */
function withoutCommand(summary: string, command: string | null): string {
  return command !== null && summary.endsWith(`: ${command}`) ? `${summary.slice(0, -command.length - 2)}.` : summary;
}
