import type { ScreenProps } from '../../app/screen-props.js';
import { useAsk } from '../../client/queries.js';
import { Facts } from '../../parts/facts.js';
import { Heading, Shown } from '../../parts/states.js';
import { legible } from '../../words/legible.js';

export default function OneEvidence({ evidence_id = '' }: ScreenProps) {
  const query = useAsk('getEvidence', { params: { evidence_id } });
  return (
    <Shown query={query} what="it">
      {(answer) => (
        <>
          <Heading title={evidence_id} />
          <Facts facts={Object.fromEntries(Object.entries(answer).map(([name, value]) => [name, legible(JSON.stringify(value), 500)]))} />
        </>
      )}
    </Shown>
  );
}
