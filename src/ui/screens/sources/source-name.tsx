import { useAsk } from '../../client/queries.js';
import { legible } from '../../words/legible.js';

const NAMED = 200;

/** A source by its name, as a link. Names come with one question for all sources, those of large estates one by one. */
export function SourceName({ id }: { id: string }) {
  const many = useAsk('listSources', { query: { limit: NAMED } });
  const known = many.data?.items.find(({ source_id }) => source_id === id);
  const one = useAsk(
    'getSource',
    { params: { source_id: id } },
    { enabled: many.data !== undefined && many.data.next_cursor !== null && !known },
  );
  const name = known?.display_name ?? one.data?.display_name;
  return (
    <a href={`/sources/${id}`} title={id}>
      {legible(name ?? id, 120)}
    </a>
  );
}
