import type { IacFormat, IacResource, IacValue, SourcePlace } from '../../../model/iac.js';
import type { IacView } from '../contract/estate.js';
import { type IacJudgement, type IacRule, iacRule } from '../contract/iac-rule.js';
import { isTrueWord, textOf } from '../contract/values.js';
import type { AiContainer } from '../views/ai/ai-container.js';
import { anyContainers } from '../views/ai/ai-workload.js';
import { flagValue } from '../views/ai/words.js';
import { joined } from '../views/joined.js';
import { type NamedPlace, namedValues } from './named-values.js';
import { literalKey } from './vendor-keys.js';

const REMOTE_CODE = ['trust-remote-code', 'trust_remote_code'];
const REMOTE_CODE_VARIABLE = /(?:^|_)TRUST_REMOTE_CODE$/;
const COMMIT = /^[0-9a-f]{40}$/;

/** Every resource of any format once, for rules that look at names and values wherever they stand. */
const everyResource: IacView<IacResource> = {
  id: 'every-resource',
  *of(resource) {
    yield resource;
  },
};

const REMOTE_CODE_INFO = {
  id: 'ai-trust-remote-code',
  title: 'Model server runs the code of the model repository',
  severity: 'medium',
  confidence: 'high',
  rationale: 'Whoever may change the repository of the model runs code in the server at its next start.',
  fix: 'Remove the flag, or serve a model that needs none. Else pin the revision to a full commit that somebody has read.',
  references: ['OWASP LLM03', 'CWE-829', 'https://huggingface.co/docs/transformers/main/en/models#custom-models'],
  formats: ['dockerfile', 'compose', 'kubernetes', 'terraform', 'terraform-plan', 'cloudformation', 'actions'],
} as const;

/** Formats whose containers are read as containers; elsewhere a command stands in any text. */
const CONTAINER_FORMATS: ReadonlySet<string> = new Set(['compose', 'kubernetes']);
const FLAG_IN_TEXT = /(?:^|[\s"'[,])--trust[-_]remote[-_]code(?!\s*[=\s]\s*["']?(?:false|0|no)\b)(?=[\s"',\]=;&|\\]|$)/i;
const PINNED_IN_TEXT = /--(?:code[-_])?revision[=\s]+["']?[0-9a-f]{40}\b/;
const DEPTH = 24;

/** Rules about what model servers run and whose keys they hold. */
export const codeRules: readonly IacRule[] = [
  joined(
    iacRule<AiContainer>({ ...REMOTE_CODE_INFO, view: anyContainers, check: judgeRemoteCode }),
    iacRule<IacResource>({
      ...REMOTE_CODE_INFO,
      view: everyResource,
      *check({ format, body }) {
        if (!CONTAINER_FORMATS.has(format)) yield* remoteCodeIn(body, 0);
      },
    }),
  ),
  iacRule<IacResource>({
    id: 'ai-provider-key-literal',
    title: 'Key of a model vendor written into infrastructure code',
    severity: 'critical',
    confidence: 'high',
    rationale: 'Everybody who reads the code asks models at the cost of the owner, and reads what the account keeps.',
    fix: 'Revoke the key at the vendor, then hand the new one over by a secret: a reference, never the value.',
    references: ['OWASP LLM02', 'CWE-798', 'https://owasp.org/www-community/vulnerabilities/Use_of_hard-coded_password'],
    formats: ['dockerfile', 'compose', 'kubernetes', 'terraform', 'terraform-plan', 'cloudformation', 'actions'],
    view: everyResource,
    *check({ body, format }) {
      for (const named of namedValues(body)) yield* judgeKey(named, format);
    },
  }),
];

function judgeRemoteCode({ words, variables }: AiContainer): IacJudgement | undefined {
  const flag = flagValue(words, REMOTE_CODE);
  const variable = variables.find(({ name }) => REMOTE_CODE_VARIABLE.test(name));
  if (!flag && !variable) return undefined;
  const isPinned = COMMIT.test(flagValue(words, ['revision', 'code-revision', 'code_revision'])?.text ?? '');
  const more = isPinned ? ({ severity: 'low' } as const) : {};
  if (flag && !/^(?:false|0|no)$/i.test(flag.text)) return { verdict: 'fail', at: flag.at, evidence: '--trust-remote-code', ...more };
  const value = variable?.value;
  if (value?.kind === 'unknown') return { verdict: 'unknown', at: value.at, expression: value.expression };
  if (variable && isTrueWord(textOf(value) ?? '')) return { verdict: 'fail', at: variable.at, evidence: `${variable.name}: true`, ...more };
  return { verdict: 'pass' };
}

/** The flag in the commands of other formats, and the variable in their lists of them. */
function* remoteCodeIn(value: IacValue, depth: number): Iterable<IacJudgement> {
  if (depth > DEPTH) return;
  if (value.kind === 'scalar' && value.encodes === undefined) {
    const text = textOf(value) ?? '';
    const low = PINNED_IN_TEXT.test(text) ? ({ severity: 'low' } as const) : {};
    if (FLAG_IN_TEXT.test(text)) yield { verdict: 'fail', at: value.at, evidence: '--trust-remote-code', ...low };
  } else if (value.kind === 'list') for (const item of value.items) yield* remoteCodeIn(item, depth + 1);
  else if (value.kind === 'map') for (const item of value.entries.values()) yield* remoteCodeIn(item, depth + 1);
  else if (value.encodes) yield* remoteCodeIn(value.encodes, depth + 1);
  if (depth > 0) return;
  for (const named of namedValues(value))
    if (REMOTE_CODE_VARIABLE.test(named.name) && isTrueWord(textOf(named.value) ?? ''))
      yield { verdict: 'fail', at: named.at, evidence: `${named.name}: true` };
}

function* judgeKey({ name, value, at }: NamedPlace, format: IacFormat): Iterable<IacJudgement> {
  const kind = literalKey(name, textOf(value));
  if (kind === undefined) return;
  yield {
    verdict: 'fail',
    at,
    evidence: `${name}=<redacted>`,
    part: partOf(format, name, at),
    ...(kind === 'example' && { severity: 'low' }),
  };
}

/** As the rules about literal secrets of the format name the part, so that this one stands in for them. */
function partOf(format: IacFormat, name: string, { path, line }: SourcePlace): string {
  if (format === 'kubernetes') return name;
  return format === 'compose' ? `${path}:${line}` : String(line);
}
