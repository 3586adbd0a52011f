import './graph.css';
import { useAsk } from '../../client/queries.js';
import { Empty, Failed, Heading, Loading } from '../../parts/states.js';
import { Tabs } from '../../parts/tabs.js';
import { legible } from '../../words/legible.js';
import { severityOf } from '../../words/severity.js';
import { type GraphAddress, useGraphAddress } from './address.js';
import { Chain } from './chain.js';
import { ExportMenu } from './export-menu.js';
import { Layers } from './layers.js';
import { MapView } from './map.js';
import { NodePanel } from './node-panel.js';
import { PathList } from './path-list.js';
import { type ExposurePath, type Picture, usePicture } from './picture.js';
import { Scope } from './scope.js';
import { GraphTable } from './table.js';

const MOST_PATHS = 100;

export default function Graph() {
  const address = useGraphAddress();
  const { of, view, severity, source_id } = address;
  const paths = useAsk('listExposurePaths', { query: { limit: MOST_PATHS, severity: severityOf(severity), source_id } }, { keep: true });
  const path = paths.data?.items.find(({ id }) => id === address.path) ?? paths.data?.items[0];
  const { picture, asked } = usePicture(address, path);
  const error = of === undefined ? (paths.error ?? asked.error) : asked.error;
  return (
    <div class="graph-screen">
      <Heading title="Graph" about="How findings reach what agents may do and hold">
        {picture && <ExportMenu picture={picture} />}
      </Heading>
      <Tabs
        label="Ways to look at it"
        current={address.to({})}
        tabs={[
          { label: 'Chain', to: address.to(of === 'all' ? { of: undefined, view: undefined } : { view: undefined }) },
          { label: 'Map', to: address.to({ view: 'map' }) },
          { label: 'Table', to: address.to({ view: 'table' }) },
        ]}
      />
      <Scope address={address} />
      <div class={of === undefined ? 'graph-body with-paths' : 'graph-body'}>
        {of === undefined && paths.data && <PathList address={address} answer={paths.data} chosen={path} />}
        <section class="graph-main" aria-label="Part of the graph">
          {error ? (
            <Failed problem={error} onRetry={asked.refetch} />
          ) : of === undefined && paths.data?.items.length === 0 ? (
            <NoPaths address={address} />
          ) : of === 'way' && (address.from === undefined || address.until === undefined) ? null : picture === undefined ? (
            <Loading what="the graph" />
          ) : (
            <Shown
              address={address}
              picture={picture}
              path={of === undefined ? path : undefined}
              view={view ?? (of === 'all' ? 'map' : 'chain')}
            />
          )}
        </section>
      </div>
      {address.node !== undefined && <NodePanel key={address.node} id={address.node} address={address} />}
    </div>
  );
}

interface ShownProps {
  address: GraphAddress;
  picture: Picture;
  path: ExposurePath | undefined;
  view: string;
}

function rolesLeftOut(count: number): string {
  return count === 1 ? '1 further role that holds data is left out' : `${count} further roles that hold data are left out`;
}

function Shown({ address, picture, path, view }: ShownProps) {
  if (picture.kinds.size === 0) return <NothingShown address={address} />;
  return (
    <>
      {path && (
        <p class="graph-why">
          <b>Score {path.score}</b> <a href={`/findings/${path.finding.finding_id}`}>{legible(path.finding.title, 200)}</a>{' '}
          <span class="quiet">
            {legible(path.why, 300)}
            {path.left_out !== undefined && `; ${rolesLeftOut(path.left_out)}`}
          </span>
        </p>
      )}
      {picture.left > 0 && (
        <p class="notice warn" role="status">
          {picture.left.toLocaleString('en')} {picture.left === 1 ? 'node is' : 'nodes are'} left out;{' '}
          {picture.nodes.length.toLocaleString('en')} are shown{address.of === 'all' ? ', the worst first' : ', the nearest first'}. Narrow
          it by source, or begin with a node.
        </p>
      )}
      <Layers address={address} picture={picture} />
      {view === 'map' ? (
        <MapView address={address} picture={picture} />
      ) : view === 'table' ? (
        <GraphTable address={address} picture={picture} />
      ) : (
        <Chain address={address} picture={picture} />
      )}
    </>
  );
}

function NothingShown({ address }: { address: GraphAddress }) {
  if (address.of === 'way')
    return (
      <Empty title="Nothing joins these two">
        <p>No edges of any kind, in either direction, lead from one to the other.</p>
      </Empty>
    );
  return <NothingScanned />;
}

function NothingScanned() {
  return (
    <Empty title="Nothing was looked at yet" command="castellan scan --push">
      <p>
        The graph is made by scans, pushes and the fleet. <a href="/welcome">Set up the first source</a>
      </p>
    </Empty>
  );
}

function NoPaths({ address }: { address: GraphAddress }) {
  const { data } = useAsk('getGraph', { query: { limit: 1 } });
  const isFiltered = address.severity !== undefined || address.source_id !== undefined;
  if (!data) return <Loading what="the graph" />;
  if (data.total_nodes === 0) return <NothingScanned />;
  return (
    <Empty title={isFiltered ? 'No exposure path passes these filters' : 'No open finding reaches an agent, a credential or a tool'}>
      <p>
        {isFiltered && <a href={address.to({ severity: undefined, source_id: undefined })}>Show all paths</a>}
        {isFiltered && ' · '}
        <a href={address.to({ of: 'all', view: 'map' })}>See the whole graph of {data.total_nodes.toLocaleString('en')} nodes</a>
      </p>
    </Empty>
  );
}
