import type { ScreenProps } from '../../app/screen-props.js';
import { useAsk } from '../../client/queries.js';
import { Facts } from '../../parts/facts.js';
import { Heading, Shown } from '../../parts/states.js';
import { legible } from '../../words/legible.js';

export default function OneFramework({ framework = '' }: ScreenProps) {
  const query = useAsk('getCompliance', { params: { framework } });
  return (
    <Shown query={query} what="the framework">
      {(answer) => (
        <>
          <Heading title={framework} />
          <Facts facts={Object.fromEntries(Object.entries(answer).map(([name, value]) => [name, legible(JSON.stringify(value), 500)]))} />
        </>
      )}
    </Shown>
  );
}
