import { useState } from 'preact/hooks';
import { fieldProblems } from '../../client/problem.js';
import { useAsk, useChange } from '../../client/queries.js';
import { Button } from '../../parts/button.js';
import { Drawer } from '../../parts/drawer.js';
import { ChoiceField, Field } from '../../parts/form.js';
import { Loading } from '../../parts/states.js';
import { toast } from '../../parts/toasts.js';
import { legible } from '../../words/legible.js';
import { sourceKinds } from '../../words/source-kinds.js';
import { Preview } from './preview.js';

const USUAL: readonly { value: string; label: string }[] = [
  { value: '15 2 * * *', label: 'Every night at 2:15' },
  { value: '0 * * * *', label: 'Every hour' },
  { value: '0 6 * * 1-5', label: 'On working days at 6:00' },
  { value: '0 3 * * 0', label: 'On Sundays at 3:00' },
  { value: '0 4 1 * *', label: 'On the first of the month at 4:00' },
];
const OWN = 'own';
const MOST_SOURCES = 32;
const MAX_AGE_HOURS = 168;

interface Props {
  sourceId?: string | undefined;
  onClose(): void;
  onMade(scheduleId: string): void;
}

/** Makes a schedule: which sources, when, in which time zone; the next times are shown before it is saved. */
export function CreateSchedule({ sourceId, onClose, onMade }: Props) {
  const [sources, setSources] = useState<readonly string[]>(sourceId === undefined ? [] : [sourceId]);
  const [name, setName] = useState('');
  const [usual, setUsual] = useState(USUAL[0]?.value ?? OWN);
  const [own, setOwn] = useState('15 2 * * *');
  const [timezone, setTimezone] = useState(() => Intl.DateTimeFormat().resolvedOptions().timeZone || 'UTC');
  const { mutate, error, isPending } = useChange('createSchedule', ['listSchedules', 'getSource']);
  const problems = fieldProblems(error);
  const cron = usual === OWN ? own.trim() : usual;
  const [first] = sources;
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    const runs =
      sources.length === 1 && first !== undefined
        ? { source_id: first }
        : { scan_config: { source_ids: [...sources], max_age_hours: MAX_AGE_HOURS } };
    mutate(
      { body: { cron, timezone, ...runs, ...(name.trim() !== '' && { name: name.trim() }) } },
      {
        onSuccess: ({ schedule_id }) => {
          toast('The schedule is made.');
          onMade(schedule_id);
        },
      },
    );
  };
  return (
    <Drawer title="New schedule" onClose={onClose}>
      <form class="stack" onSubmit={submit}>
        <SourceChoice
          chosen={sources}
          onChoose={setSources}
          problem={problems.get('source_id') ?? problems.get('scan_config.source_ids')}
        />
        <Field label="Name (optional)" problem={problems.get('name')}>
          {(field) => (
            <input {...field} value={name} maxLength={200} autocomplete="off" onInput={(event) => setName(event.currentTarget.value)} />
          )}
        </Field>
        <ChoiceField label="When" value={usual} choices={[...USUAL, { value: OWN, label: 'By a cron expression …' }]} onChange={setUsual} />
        {usual === OWN && (
          <Field label="Cron expression" hint="Five fields: minute, hour, day of month, month, day of week" problem={problems.get('cron')}>
            {(field) => (
              <input
                {...field}
                class="mono"
                value={own}
                required
                spellcheck={false}
                autocomplete="off"
                onInput={(event) => setOwn(event.currentTarget.value)}
              />
            )}
          </Field>
        )}
        <ZoneField zone={timezone} onZone={setTimezone} problem={problems.get('timezone')} />
        <Preview cron={cron} timezone={timezone} />
        {error && problems.size === 0 && (
          <p class="notice warn" role="alert">
            {error.message}
          </p>
        )}
        <div class="row-of">
          <Button type="submit" kind="primary" busy={isPending} disabled={sources.length === 0}>
            Create the schedule
          </Button>
          <Button onClick={onClose}>Cancel</Button>
        </div>
      </form>
    </Drawer>
  );
}

function ZoneField({ zone, onZone, problem }: { zone: string; onZone(zone: string): void; problem: string | undefined }) {
  return (
    <Field label="Time zone" hint="A name like Europe/Berlin; summer time is followed" problem={problem}>
      {(field) => (
        <>
          <input
            {...field}
            list="time-zones"
            value={zone}
            required
            autocomplete="off"
            onChange={(event) => onZone(event.currentTarget.value.trim())}
          />
          <datalist id="time-zones">
            {['UTC', ...Intl.supportedValuesOf('timeZone')].map((known) => (
              <option key={known} value={known} />
            ))}
          </datalist>
        </>
      )}
    </Field>
  );
}

interface ChoiceProps {
  chosen: readonly string[];
  onChoose(ids: readonly string[]): void;
  problem: string | undefined;
}

/** One source, or several that run together as a cohort. Only those that can run are offered. */
function SourceChoice({ chosen, onChoose, problem }: ChoiceProps) {
  const { data } = useAsk('listSources', { query: { limit: 200, enabled: 'true' } });
  if (!data) return <Loading what="sources" />;
  const runnable = data.items.filter(({ kind, status }) => sourceKinds[kind].runs && status !== 'retired');
  if (runnable.length === 0)
    return (
      <p class="notice warn">
        No enabled source can run. <a href="/sources?new=scan.repo">Make a source</a>
      </p>
    );
  const turn = (id: string, on: boolean) => onChoose(on ? [...chosen, id] : chosen.filter((one) => one !== id));
  return (
    <fieldset class="field-group">
      <legend>Sources</legend>
      <ul class="choices">
        {runnable.map(({ source_id, display_name, kind }) => (
          <li key={source_id}>
            <label>
              <input
                type="checkbox"
                checked={chosen.includes(source_id)}
                disabled={!chosen.includes(source_id) && chosen.length >= MOST_SOURCES}
                onChange={(event) => turn(source_id, event.currentTarget.checked)}
              />
              <span class="break">{legible(display_name, 120)}</span> <span class="quiet">{sourceKinds[kind].label}</span>
            </label>
          </li>
        ))}
      </ul>
      <p class={problem === undefined ? 'quiet' : 'problem'} role={problem === undefined ? undefined : 'alert'}>
        {problem ??
          (chosen.length > 1 ? `${chosen.length} sources run together, as one cohort.` : 'Choose one, or several to run them as a cohort.')}
      </p>
    </fieldset>
  );
}
