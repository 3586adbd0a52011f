import './compliance.css';
import { useAddress } from '../../app/address.js';
import type { ScreenProps } from '../../app/screen-props.js';
import { type Answer, addressOf } from '../../client/call.js';
import { useAsk } from '../../client/queries.js';
import { State } from '../../parts/badge.js';
import { Filters } from '../../parts/filters.js';
import { Reference } from '../../parts/reference.js';
import { SeverityCounts } from '../../parts/severity.js';
import { Empty, Heading, Shown } from '../../parts/states.js';
import { inWords } from '../../words/state.js';
import { ControlBar } from './summary.js';

type Framework = Answer<'getCompliance'>;
type Control = Framework['controls'][number];

const STATUSES: readonly Control['status'][] = ['fail', 'pass', 'not_assessed'];
const FORMATS = ['markdown', 'csv', 'json'] as const;

/** One framework: each control with its status, why, and what it was assessed by. */
export default function OneFramework({ framework = '' }: ScreenProps) {
  const query = useAsk('getCompliance', { params: { framework } });
  const { values, change } = useAddress(['status']);
  return (
    <Shown query={query} what="the framework">
      {(answer) => {
        const shown = answer.controls.filter(({ status }) => values.status === undefined || status === values.status);
        return (
          <>
            <Heading title={answer.title} about={about(answer)}>
              {FORMATS.map((format) => (
                <a key={format} class="button" href={addressOf('exportCompliance', { params: { framework }, query: { format } })} download>
                  Export {format}
                </a>
              ))}
            </Heading>
            <ControlBar {...answer.summary} />
            <Filters
              filters={[{ name: 'status', label: 'Status', choices: STATUSES.map((value) => ({ value, label: inWords(value) })) }]}
              values={values}
              onChange={change}
            />
            {shown.length === 0 && <Empty title="No control has this status" />}
            <ul class="controls">
              {shown.map((control) => (
                <OneControl key={control.control_id} control={control} />
              ))}
            </ul>
          </>
        );
      }}
    </Shown>
  );
}

function about({ publisher, version, reference, titles }: Framework) {
  return (
    <>
      {publisher}, {version}. <Reference address={reference} label="The publication" />
      {titles === 'paraphrased' && '. Titles of controls are in our words.'}
    </>
  );
}

function OneControl({ control }: { control: Control }) {
  const { control_id, title, status, reason, evidence_needed, findings, inspected, not_inspected } = control;
  return (
    <li class="control">
      <details open={status === 'fail'}>
        <summary>
          <State state={status} /> <b>{control_id}</b> <span>{title}</span>
          {findings.count > 0 && <SeverityCounts counts={findings.by_severity} />}
        </summary>
        <div class="stack">
          <p>{reason}</p>
          {findings.examples.length > 0 && (
            <ul class="examples">
              {findings.examples.map(({ finding_id, id, severity }) => (
                <li key={finding_id}>
                  <a href={`/findings/${finding_id}`}>{id}</a> <span class="quiet">{severity}</span>
                </li>
              ))}
              {findings.count > findings.examples.length && <li class="quiet">and {findings.count - findings.examples.length} more</li>}
            </ul>
          )}
          {findings.excepted > 0 && <p class="quiet">{findings.excepted} more are under an exception and do not count.</p>}
          {inspected.map(({ kind, count, sources }) => (
            <p key={kind} class="quiet">
              Looked at: {count} of {inWords(kind)}, in {sources.length} {sources.length === 1 ? 'source' : 'sources'}
            </p>
          ))}
          {not_inspected.map(({ kind, why }) => (
            <p key={`${kind} ${why}`}>
              <b>Not looked at:</b> {inWords(kind)}, because {why}
            </p>
          ))}
          {status === 'not_assessed' && <p>Evidence needed: {evidence_needed}</p>}
        </div>
      </details>
    </li>
  );
}
