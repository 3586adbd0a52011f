import type { FormatScanner, ScanInput } from '../contract/format.js';
import { guarded, lastPart } from './reading/guard.js';

const INDEX_OPTION = /^(?:-i|--(?:index-url|extra-index-url|find-links|trusted-host)|-f)(?:[\s=]|$)/;
const DIRECT = /^(?:-e\s+|--editable\s+)?(?:git|hg|svn|bzr)\+|@\s*(?:https?|git\+\w+|file):|^(?:-e\s+|--editable\s+)?(?:https?|file):\/\//;
const PUBLIC_INDEX = /https:\/\/(?:pypi\.org\/simple|files\.pythonhosted\.org|download\.pytorch\.org\/whl)/;

/** Requirements that a model's loader installs; observes those that come from elsewhere than the public index. */
export const requirementsScanner: FormatScanner = guarded({
  id: 'requirements',
  sniff: (head, name) => /^(python_)?requirements[\w.-]*\.txt$/.test(lastPart(name)) && !head.includes(0),
  scan(input) {
    const text = input.source.read(0, 1024 * 1024).toString('utf8');
    if (input.source.size > 1024 * 1024) input.unread('requirements larger than 1 MiB');
    for (const line of text.split('\n')) observeRequirement(input, line);
  },
});

/** Observes a requirement line that names its own source. */
export function observeRequirement(input: ScanInput, line: string): void {
  const text = line.replace(/(^|\s)#.*$/, '').trim();
  if (!INDEX_OPTION.test(text) && !DIRECT.test(text)) return;
  if (PUBLIC_INDEX.test(text)) return;
  input.observe({ kind: 'requirements.source', evidence: text });
}
