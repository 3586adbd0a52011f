import { useState } from 'preact/hooks';
import type { Answer } from '../../client/call.js';
import { useChange } from '../../client/queries.js';
import { State } from '../../parts/badge.js';
import { Button } from '../../parts/button.js';
import { Code } from '../../parts/code.js';
import { Facts } from '../../parts/facts.js';
import { Field } from '../../parts/form.js';
import { SmallTable } from '../../parts/small-table.js';
import { legible } from '../../words/legible.js';

const FIELDS = [
  { name: 'tool', label: 'Tool', hint: 'As the server names it', needed: true },
  { name: 'server', label: 'Server', hint: undefined, needed: false },
  { name: 'agent', label: 'Agent', hint: undefined, needed: false },
  { name: 'environment', label: 'Environment', hint: undefined, needed: false },
] as const;

/** Asks the policies in force about one call that nobody makes. */
export function Evaluate() {
  const [wrong, setWrong] = useState<string>();
  const { mutate, data, error, isPending } = useChange('evaluateGatewayCall', ['listGatewayAudit', 'gatewayStats']);
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    const form = new FormData(event.currentTarget as HTMLFormElement);
    const given = (name: string) => String(form.get(name) ?? '').trim() || undefined;
    const read = readObject(given('arguments') ?? '{}');
    setWrong(typeof read === 'string' ? read : undefined);
    if (typeof read === 'string') return;
    mutate({
      body: {
        tool: given('tool') ?? '',
        server: given('server'),
        agent: given('agent'),
        environment: given('environment'),
        arguments: read,
      },
    });
  };
  return (
    <div class="runtime-try">
      <form class="stack" onSubmit={submit}>
        {FIELDS.map(({ name, label, hint, needed }) => (
          <Field key={name} label={label} hint={hint}>
            {(field) => <input {...field} name={name} required={needed} maxLength={200} autocomplete="off" />}
          </Field>
        ))}
        <Field label="Arguments" hint="A JSON object. Only names, kinds and lengths are kept." problem={wrong}>
          {(field) => (
            <textarea {...field} name="arguments" class="mono" rows={6} spellcheck={false} placeholder='{"path": "/etc/passwd"}' />
          )}
        </Field>
        <p class="quiet">The decision is recorded in the audit trail like any other.</p>
        {error && <p role="alert">{error.message}</p>}
        <div>
          <Button type="submit" kind="primary" busy={isPending}>
            Decide
          </Button>
        </div>
      </form>
      <div role="status">{data && <Decided decision={data} />}</div>
    </div>
  );
}

function Decided({ decision }: { decision: Answer<'evaluateGatewayCall'> }) {
  return (
    <section class="panel stack" aria-label="Decision">
      <h2>
        <State state={decision.decision} />
      </h2>
      <p>{legible(decision.reason)}</p>
      <Facts
        facts={{
          'If all were enforced': decision.would_decide === decision.decision ? undefined : <State state={decision.would_decide} />,
          Mode: decision.mode,
          Event: <Code text={decision.event_id} />,
        }}
      />
      {decision.matched.length > 0 && (
        <SmallTable
          caption="What matched"
          rows={decision.matched}
          keyOf={({ policy_id, rule_id, effect }) => `${policy_id} ${rule_id} ${effect}`}
          columns={[
            {
              label: 'Rule',
              show: ({ policy_id, rule_id }) => <a href={`/runtime/policies?policy=${policy_id}`}>{legible(rule_id ?? 'default', 100)}</a>,
            },
            { label: 'Effect', show: ({ effect }) => <State state={effect} /> },
            { label: 'Mode', show: ({ mode }) => mode },
            { label: 'Why', show: ({ reason }) => legible(reason, 300) },
          ]}
        />
      )}
    </section>
  );
}

/** The object that a text holds, or what is wrong with it. */
function readObject(text: string): Record<string, unknown> | string {
  try {
    const value: unknown = JSON.parse(text);
    if (typeof value === 'object' && value !== null && !Array.isArray(value)) return { ...value };
    return 'Expected an object, like {"path": "/tmp"}.';
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}
