import {
  Activity,
  Bot,
  CalendarClock,
  CircleUser,
  FolderGit2,
  LayoutDashboard,
  type LucideIcon,
  Network,
  PlayCircle,
  Plug,
  ScrollText,
  ShieldAlert,
  ShieldCheck,
} from 'lucide-preact';
import type { FunctionComponent } from 'preact';
import type { Page } from '../../api/pages.js';
import type { ScreenProps } from '../app/screen-props.js';

type Loaded = { default: FunctionComponent<ScreenProps> };

/** Each page's screen, in a chunk of its own. */
export const screens: Readonly<Record<Page, () => Promise<Loaded>>> = {
  '/': () => import('./overview/screen.js'),
  '/welcome': () => import('./welcome/screen.js'),
  '/findings': () => import('./findings/screen.js'),
  '/findings/:finding_id': () => import('./findings/one.js'),
  '/graph': () => import('./graph/screen.js'),
  '/fleet': () => import('./fleet/screen.js'),
  '/fleet/:agent_id': () => import('./fleet/one.js'),
  '/runtime/:tab?': () => import('./runtime/screen.js'),
  '/sources': () => import('./sources/screen.js'),
  '/sources/:source_id/:tab?': () => import('./sources/one.js'),
  '/schedules': () => import('./schedules/screen.js'),
  '/jobs': () => import('./jobs/screen.js'),
  '/jobs/:job_id': () => import('./jobs/one.js'),
  '/evidence': () => import('./evidence/screen.js'),
  '/evidence/:evidence_id': () => import('./evidence/one.js'),
  '/connections/:tab?': () => import('./connections/screen.js'),
  '/compliance/:tab?': () => import('./compliance/screen.js'),
  '/compliance/frameworks/:framework': () => import('./compliance/framework.js'),
  '/account/:tab?': () => import('./account/screen.js'),
};

/** An entry of the navigation; `keys` are typed one after the other to go there. */
export interface Entry {
  to: string;
  label: string;
  icon: LucideIcon;
  keys: string;
}

/** The navigation, by group. */
export const navigation: readonly { group: string; entries: readonly Entry[] }[] = [
  {
    group: 'Estate',
    entries: [
      { to: '/', label: 'Overview', icon: LayoutDashboard, keys: 'g o' },
      { to: '/findings', label: 'Findings', icon: ShieldAlert, keys: 'g f' },
      { to: '/graph', label: 'Graph', icon: Network, keys: 'g g' },
      { to: '/fleet', label: 'Agents', icon: Bot, keys: 'g a' },
      { to: '/runtime', label: 'Runtime', icon: Activity, keys: 'g r' },
    ],
  },
  {
    group: 'Work',
    entries: [
      { to: '/sources', label: 'Sources', icon: FolderGit2, keys: 'g s' },
      { to: '/schedules', label: 'Schedules', icon: CalendarClock, keys: 'g t' },
      { to: '/jobs', label: 'Jobs', icon: PlayCircle, keys: 'g j' },
      { to: '/evidence', label: 'Evidence', icon: ScrollText, keys: 'g e' },
      { to: '/connections', label: 'Connections', icon: Plug, keys: 'g n' },
    ],
  },
  {
    group: 'Proof',
    entries: [
      { to: '/compliance', label: 'Compliance', icon: ShieldCheck, keys: 'g c' },
      { to: '/account', label: 'Account', icon: CircleUser, keys: 'g u' },
    ],
  },
];
