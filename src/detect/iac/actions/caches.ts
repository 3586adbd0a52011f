import type { WorkflowJob, WorkflowStep } from '../views/actions.js';
import { hasReleaseBranch } from './releases.js';

/** How an action restores a cache. */
interface CachingAction {
  action: RegExp;
  /** Inputs that switch it on; absent: it is on without one. */
  on?: readonly string[];
  /** Inputs that switch it off where they are on. */
  off?: readonly string[];
  /** Inputs that switch it off where they are off; without them it is on. */
  unless?: readonly string[];
  /** Inputs without which the cache is not used at all. */
  needs?: readonly string[];
  /** The first major version that restores without being told to. */
  since?: number;
}

const ACTIONS: readonly CachingAction[] = [
  { action: /^actions\/cache(?:\/restore)?$/, off: ['lookup-only'] },
  { action: /^actions\/setup-(?:java|python|dotnet)$/, on: ['cache'] },
  { action: /^actions\/setup-node$/, on: ['cache'], unless: ['package-manager-cache'], since: 5 },
  { action: /^actions\/setup-go$/, unless: ['cache'], since: 4 },
  { action: /^swatinem\/rust-cache$/, off: ['lookup-only'] },
  { action: /^ruby\/setup-ruby$/, on: ['bundler-cache'] },
  { action: /^astral-sh\/setup-uv$/, unless: ['enable-cache'], since: 5 },
  { action: /^(?:gradle\/actions\/setup-gradle|gradle\/gradle-build-action)$/, off: ['cache-disabled'] },
  { action: /^pyo3\/maturin-action$/, on: ['sccache'] },
  { action: /^mozilla-actions\/sccache-action$/ },
  { action: /^docker\/setup-buildx-action$/, unless: ['cache-binary'], needs: ['version'] },
  { action: /^ramsey\/composer-install$/, off: ['ignore-cache'] },
  { action: /^actions-rust-lang\/setup-rust-toolchain$/, unless: ['cache'] },
  {
    action: /^(?:denoland\/setup-deno|pnpm\/action-setup|subosito\/flutter-action|coursier\/setup-action|erlef\/setup-beam)$/,
    on: ['cache'],
  },
  { action: /^oven-sh\/setup-bun$/, off: ['no-cache'] },
  { action: /^(?:golangci\/golangci-lint-action)$/, off: ['skip-cache'] },
  {
    action:
      /^(?:awalsh128\/cache-apt-pkgs-action|nix-community\/cache-nix-action|determinatesystems\/magic-nix-cache-action|coursier\/cache-action|hendrikmuis\/ccache-action|buildjet\/cache|mamba-org\/provision-with-micromamba|pre-commit\/action|actions-cool\/cache|bahmutov\/npm-install)$/,
  },
  { action: /^mamba-org\/setup-micromamba$/, on: ['cache-environment', 'cache-downloads'] },
  { action: /^prefix-dev\/setup-pixi$/, unless: ['cache'] },
];

const OFF = /^(?:false|no|off|0|n|never|none|)$/i;

/** How a step restores a cache. */
export interface RestoredCache {
  /** For people: `cache: npm`. */
  how: string;
  /** True where that is a default of newer versions, and nobody says which version it is. */
  isAssumed: boolean;
}

/** How a step restores a cache; undefined when it does not, as far as its inputs say. */
export function cacheOf(step: WorkflowStep, job: WorkflowJob): RestoredCache | undefined {
  const caching = ACTIONS.find(({ action }) => action.test(step.uses?.name ?? ''));
  if (!caching) return undefined;
  const { on, off = [], unless = [], needs = [] } = caching;
  const isTold = (name: string) => isOn(step.input(name), job);
  if (off.some((name) => isTold(name) === true)) return undefined;
  if (needs.some((name) => step.input(name) === undefined)) return undefined;
  const told = on?.find((name) => isTold(name) === true);
  if (told !== undefined) return { how: `${told}: ${step.input(told)}`, isAssumed: false };
  if (on && unless.length === 0) return undefined;
  if (unless.some((name) => isTold(name) === false)) return undefined;
  const explicit = unless.find((name) => isTold(name) === true);
  if (explicit !== undefined) return { how: `${explicit}: ${step.input(explicit)}`, isAssumed: false };
  return byDefault(caching, step);
}

/** Where nobody says which version it is, the default of the newest one holds. */
function byDefault({ since = 0 }: CachingAction, { uses }: WorkflowStep): RestoredCache | undefined {
  if ((uses?.major ?? since) < since) return undefined;
  return { how: 'it restores a cache by default', isAssumed: since > 0 && uses?.major === undefined };
}

/** Whether an input is on. An expression that is off for tags is off where tags and releases alone are releases. */
function isOn(given: string | undefined, job: WorkflowJob): boolean | undefined {
  if (given === undefined) return undefined;
  const text = given.trim();
  if (!text.startsWith('${{')) return !OFF.test(text);
  const isOffForTags =
    /!\s*(?:startsWith\(\s*github\.ref\s*,\s*'refs\/tags\/|\(?\s*github\.(?:event_name|ref_type))|github\.(?:ref_type|event_name)\s*!=\s*'(?:tag|release)'/i.test(
      text,
    );
  // Where a push to a branch releases as well, the cache is on for that.
  return !isOffForTags || hasReleaseBranch(job.workflow);
}
