import { z } from 'zod';
import { checkRequest } from '../../scan/check-request.js';
import { parsePackageSpec } from '../../scan/package-spec.js';
import { takeExcerpt } from '../contract/answer.js';
import { cutShape, findingShape, limitInput, summaryOf, verdictOf, verdictShape } from '../contract/shapes.js';
import { defineTool } from '../contract/tool.js';

/** `castellan check` for one package. */
export const checkPackageTool = defineTool({
  name: 'check_package',
  title: 'Check a package before installing it',
  description:
    'Says whether one exact version of a package is known to be vulnerable or malicious. Takes name@version, pypi:name==version, a purl, or the command that would run it (npx -y pkg@1.2.3, uvx pkg==1.2.3).',
  input: z.object({
    package: z.string().min(1).max(400),
    ecosystem: z.string().max(40).optional().describe('OSV name, where the package text does not say it: npm, PyPI, …'),
    limit: limitInput,
  }),
  output: z.object({
    ecosystem: z.string(),
    name: z.string(),
    version: z.string(),
    verdict: verdictShape,
    fixed_version: z.string().optional().describe('smallest version that ends all known problems'),
    findings: z.array(findingShape),
    ...cutShape,
  }),
  async run({ package: text, ecosystem, limit }, { access, signal }) {
    const { source } = access.openAdvisories();
    let spec: ReturnType<typeof parsePackageSpec>;
    try {
      spec = parsePackageSpec(text, ecosystem, source);
    } finally {
      source?.close();
    }
    const report = await access.scan(checkRequest(access.request, [spec]), signal);
    const summaries = report.findings.map((finding) => summaryOf(finding, report));
    const { items, truncated, hint } = takeExcerpt(summaries, limit, 'raise limit for the rest');
    const [step] = report.fix_first;
    const fixed = /^upgrade .* to (\S+)$/.exec(step?.action ?? '')?.[1];
    return {
      ecosystem: spec.ecosystem,
      name: spec.name,
      version: spec.version,
      verdict: verdictOf(report),
      ...(fixed !== undefined && { fixed_version: fixed }),
      findings: items,
      truncated,
      ...(hint !== undefined && { hint }),
    };
  },
});
