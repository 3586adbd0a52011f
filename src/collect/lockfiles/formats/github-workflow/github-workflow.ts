import type { LockfileReader } from '../../../reader.js';

/** Actions are pinned by tag, branch or commit in the workflow itself; there is no lockfile. */
export const githubWorkflow: LockfileReader = {
  id: 'github-workflow',
  title: '.github/workflows/*.yml, action.yml (GitHub Actions)',
  ecosystem: 'GitHub Actions',
  kind: 'manifest',
  resolveHint: "name the action's tag or its commit: `uses: owner/repo@v4`",
  matches: (path) => /(?:^|\/)(?:\.github\/workflows\/[^/]+\.ya?ml|action\.ya?ml)$/.test(path),
  recognises: (head) => (/^jobs:/m.test(head) && /^["']?on["']?:/m.test(head)) || (/^runs:/m.test(head) && /^\s+using:/m.test(head)),
  read: async (file) => {
    const { readWorkflow } = await import('./workflow-uses.js');
    return readWorkflow(file);
  },
};
