import type { SkillBundle } from '../../../model/ai-evidence.js';
import type { BundleHit } from './hits.js';

/** Shapes of live credentials of providers. */
const SHAPES =
  /\b(AKIA[A-Z0-9]{16}|gh[pousr]_[A-Za-z0-9]{36,}|github_pat_[A-Za-z0-9_]{60,}|glpat-[A-Za-z0-9_-]{20,}|xox[abp]-\d{8,}-[A-Za-z0-9-]{20,}|sk-ant-[A-Za-z0-9_-]{40,}|sk-proj-[A-Za-z0-9_-]{40,}|sk_live_[A-Za-z0-9]{24,}|AIza[A-Za-z0-9_-]{35}|npm_[A-Za-z0-9]{36}|hf_[A-Za-z0-9]{34,})\b/g;
const FAKE = /example|sample|dummy|fake|test|placeholder|your|xxxx|0000|1234|abcd/i;

/** CRD-05: values with the shape of a live credential. The value itself never reaches a finding. */
export function* shippedSecrets(bundle: SkillBundle): Generator<BundleHit> {
  for (const file of bundle.files) {
    const text = file.text ?? '';
    if (file.role === 'opaque' || text === '') continue;
    for (const match of text.matchAll(SHAPES)) {
      const value = match[1] ?? '';
      if (FAKE.test(value) || isFlat(value)) continue;
      yield {
        rule: 'CRD-05',
        file,
        line: text.slice(0, match.index).split('\n').length,
        evidence: `${value.slice(0, 4)}…, ${value.length} characters`,
        severity: 'medium',
        confidence: 'medium',
      };
      break;
    }
  }
}

/** True for a value without randomness; real keys have few repeats and many different characters. */
function isFlat(value: string): boolean {
  return new Set(value).size < Math.min(14, value.length / 2.2);
}
