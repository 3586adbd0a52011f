import { useState } from 'preact/hooks';
import { useMay } from '../../app/session.js';
import { type Answer, call, type Operation } from '../../client/call.js';
import { useRefresh } from '../../client/queries.js';
import { Button } from '../../parts/button.js';
import { toast, toastFailure } from '../../parts/toasts.js';
import { legible } from '../../words/legible.js';
import { inWords } from '../../words/state.js';

type Agent = Pick<Answer<'getAgent'>, 'agent_id' | 'name' | 'lifecycle_state'>;
type State = Agent['lifecycle_state'];

/** Operations that read what a decision about an agent changes. */
const TOUCHES: readonly Operation[] = ['listFleet', 'getAgent', 'fleetStats', 'compareAgent', 'listAgentHistory'];

/** The way to a state: what was only discovered is reviewed before it is approved. */
function wayTo(to: State, from: State): State[] {
  return to === 'approved' && from === 'discovered' ? ['pending_review', to] : [to];
}

/** Where an undo leads; no agent becomes undiscovered again. */
function before(state: State): State {
  return state === 'discovered' ? 'pending_review' : state;
}

/** Approves or quarantines an agent, with a way back. What is approved is what the agent should stay like. */
export function Decisions({ agent }: { agent: Agent }) {
  const may = useMay();
  const refresh = useRefresh();
  const [busy, setBusy] = useState(false);
  if (!may('updateAgent') || agent.lifecycle_state === 'decommissioned') return null;
  const move = async (states: readonly State[]) => {
    for (const lifecycle_state of states) await call('updateAgent', { params: { agent_id: agent.agent_id }, body: { lifecycle_state } });
    await refresh(TOUCHES);
  };
  const decide = async (to: State) => {
    setBusy(true);
    try {
      await move(wayTo(to, agent.lifecycle_state));
      toast(`${legible(agent.name, 60)} is ${inWords(to)}.`, () => move([before(agent.lifecycle_state)]).catch(toastFailure));
    } catch (problem) {
      toastFailure(problem);
      await refresh(TOUCHES);
    }
    setBusy(false);
  };
  return (
    <>
      {agent.lifecycle_state !== 'approved' && (
        <Button kind="primary" busy={busy} onClick={() => decide('approved')}>
          Approve
        </Button>
      )}
      {agent.lifecycle_state !== 'quarantined' && (
        <Button kind="danger" busy={busy} onClick={() => decide('quarantined')}>
          Quarantine
        </Button>
      )}
    </>
  );
}
