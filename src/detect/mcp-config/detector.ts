import type { ConfigFile } from '../../model/ai-evidence.js';
import type { Fact } from '../../model/finding.js';
import type { Issue } from '../../model/outcome.js';
import type { Failure } from '../../support/contain.js';
import type { Detector } from '../contract/detector.js';
import { factOf, judgeAll } from '../contract/rule.js';
import { configIsSymlink } from './file-state.js';
import { fileRules, restingServerRules, runningServerRules } from './registry.js';
import { subjectsOf } from './subject.js';

/** Findings about the configuration of AI clients: what their servers run, can reach and may do without approval. */
export const mcpConfig: Detector = {
  id: 'mcp-config',
  detect(evidence) {
    const files = subjectsOf(evidence);
    const { unjudged } = evidence;
    const failed =
      unjudged &&
      (({ config: { path } }: { config: ConfigFile }, failure: Failure) =>
        unjudged({ collector: 'ai-clients', target: path, path, ...failure }));
    const servers = files.flatMap((file) => file.servers);
    const running = servers.filter(({ server }) => !server.disabled && server.disabled_in === undefined);
    return [
      ...judgeAll(restingServerRules, servers, failed),
      ...judgeAll(runningServerRules, running, failed),
      ...judgeAll(fileRules, files, failed),
      ...linksOutside(evidence.inventory.issues),
    ];
  },
};

/** Links out of the scanned folder. Their targets were not read, so they are known only from issues. */
function linksOutside(issues: readonly Issue[]): Fact[] {
  return issues
    .filter(({ collector, kind, path }) => collector === 'ai-clients' && kind === 'symlink_outside' && !/\.mdc?$/i.test(path))
    .map(({ path }) =>
      factOf(configIsSymlink, { location: { path }, evidence: 'it leads out of the folder that is read, so it was not followed.' }),
    );
}
