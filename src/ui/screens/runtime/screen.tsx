import './runtime.css';
import type { ScreenProps } from '../../app/screen-props.js';
import { useMay } from '../../app/session.js';
import { Absent, Heading } from '../../parts/states.js';
import { Tabs } from '../../parts/tabs.js';
import { Evaluate } from './evaluate.js';
import { Live } from './live.js';
import { Policies } from './policies.js';
import { Proxies } from './proxies.js';
import { Upstreams } from './upstreams.js';

const PARTS = { policies: Policies, upstreams: Upstreams, proxies: Proxies, evaluate: Evaluate } as const;

export default function Runtime({ tab }: ScreenProps) {
  const may = useMay();
  const Part = tab === undefined || tab === '' ? Live : Object.entries(PARTS).find(([name]) => name === tab)?.[1];
  return (
    <div class="screen-list">
      <Heading title="Runtime" about="What proxies and the gateway decided about tool calls, and by which policies" />
      <Tabs
        label="Parts of the runtime"
        current={tab ? `/runtime/${tab}` : '/runtime'}
        tabs={[
          { label: 'Live', to: '/runtime' },
          { label: 'Policies', to: '/runtime/policies' },
          { label: 'Upstreams', to: '/runtime/upstreams' },
          { label: 'Proxies', to: '/runtime/proxies' },
          ...(may('evaluateGatewayCall') ? [{ label: 'Try a call', to: '/runtime/evaluate' }] : []),
        ]}
      />
      {Part ? <Part /> : <Absent />}
    </div>
  );
}
