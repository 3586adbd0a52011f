import { itemsOf, member, textOf } from '../contract/values.js';
import type { Workflow, WorkflowJob, WorkflowStep } from '../views/actions.js';

/** Actions that publish something, with the input that says they do not where there is one. */
const PUBLISHERS: readonly { action: RegExp; input?: string }[] = [
  { action: /^pypa\/gh-action-pypi-publish$/ },
  {
    action:
      /^(?:softprops\/action-gh-release|ncipollo\/release-action|actions\/create-release|svenstaro\/upload-release-action|goreleaser\/goreleaser-action|release-drafter\/release-drafter)$/,
  },
  {
    action:
      /^(?:rubygems\/release-gem|js-devtools\/npm-publish|pascalgn\/npm-publish-action|cycjimmy\/semantic-release-action|changesets\/action|googleapis\/release-please-action|google-github-actions\/release-please-action)$/,
  },
  { action: /^docker\/(?:build-push-action|bake-action)$/, input: 'push' },
  {
    action:
      /^(?:elgohr\/publish-docker-github-action|redhat-actions\/push-to-registry|peaceiris\/actions-gh-pages|jamesives\/github-pages-deploy-action|actions\/deploy-pages|cloudflare\/wrangler-action|actions\/attest-build-provenance)$/,
  },
  {
    action:
      /^(?:katyo\/publish-crates|crazy-max\/ghaction-.*publish|haya14busa\/action-.*release|houseabsolute\/actions-rust-release|tauri-apps\/tauri-action|pyo3\/maturin-action-publish|eifinger\/.*publish|ffurrer2\/extract-release-notes|wangyoucao577\/go-release-action|taiki-e\/upload-rust-binary-action|knapsack-labs\/publish)$/,
  },
];
const PUBLISHES =
  /\b(?:npm|pnpm|yarn(?:\s+npm)?|bun|cargo|poetry|uv|flit|hatch|pdm|lerna|vsce|ovsx|changeset)\s+publish\b|\btwine\s+upload\b|\bgem\s+push\b|\bdocker\s+(?:image\s+)?push\b|\bgh\s+release\s+(?:create|upload)\b|\bmvn\b[^\n]{0,100}\bdeploy\b|\bgradlew?\b[^\n]{0,100}\bpublish\b|\bdotnet\s+nuget\s+push\b|\bhelm\s+push\b|\bgoreleaser\s+release\b|\bsemantic-release\b/;
const RELEASE_BRANCH = /^(?:release|releases|stable|production|prod|publish)(?:$|[-/_*])|^v?\d+[.*]/i;

/** True for a job that publishes, or whose workflow a tag, a release or a push to a branch of releases starts. */
export function isReleasing(job: WorkflowJob): boolean {
  return isReleaseWorkflow(job.workflow) || job.steps.some(isPublishing);
}

function isReleaseWorkflow(workflow: Workflow): boolean {
  const tags = member(workflow.triggers.get('push'), 'tags');
  return workflow.triggers.has('release') || itemsOf(tags).items.length > 0 || hasReleaseBranch(workflow);
}

/** True where a push to a branch of releases starts the workflow. */
export function hasReleaseBranch({ triggers }: Workflow): boolean {
  const branches = itemsOf(member(triggers.get('push'), 'branches')).items;
  return branches.some((branch) => RELEASE_BRANCH.test(textOf(branch) ?? ''));
}

function isPublishing(step: WorkflowStep): boolean {
  const { uses, run = '' } = step;
  if (PUBLISHES.test(run.slice(0, 20_000)) && !/--dry-run/.test(run)) return true;
  const publisher = uses && PUBLISHERS.find(({ action }) => action.test(uses.name));
  if (!publisher) return false;
  if (publisher.input === undefined) return true;
  return !/^(?:false|no|0)$/i.test(step.input(publisher.input) ?? '');
}
