import { useAsk } from '../../client/queries.js';
import { Facts } from '../../parts/facts.js';
import { Heading, Shown } from '../../parts/states.js';
import { legible } from '../../words/legible.js';

export default function Compliance() {
  const query = useAsk('listCompliance', {});
  return (
    <>
      <Heading title="Compliance" />
      <Shown query={query} what="it">
        {(answer) => (
          <Facts facts={Object.fromEntries(Object.entries(answer).map(([name, value]) => [name, legible(JSON.stringify(value), 500)]))} />
        )}
      </Shown>
    </>
  );
}
