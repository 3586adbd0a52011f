import { Flow } from '../../parts/flow.js';
import type { GraphAddress } from './address.js';
import type { Picture } from './picture.js';

/** The picture as columns, from where it begins to what can be reached. */
export function Chain({ address, picture }: { address: GraphAddress; picture: Picture }) {
  return (
    <Flow
      label="Chain from where it begins to what it reaches"
      nodes={picture.nodes}
      edges={picture.edges}
      start={picture.start}
      main={picture.main}
      chosen={address.node}
      to={({ id }) => address.to({ node: id })}
    />
  );
}
