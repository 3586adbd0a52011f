import { isPlaceholder } from '../../../support/secret-value.js';
import { VENDOR_KEY } from '../views/ai/programs.js';

/** What local servers are given because their clients insist on a key. */
const NO_KEY =
  /^(?:EMPTY|none|null|ollama|dummy|fake|test|local|lm-?studio|vllm|not-?needed|no-?key(?:-required)?|unused|na|n\/a|x+|sk-(?:no-?key(?:-required)?|x+|\.+|…|fake|dummy|test|placeholder|your.*|change.*))$/i;
/** Keys of documentation that open a server which takes them. */
const EXAMPLE = /^sk-1234$|^sk-12345(?:6789?0?)?$/;
/** Shapes of keys of vendors, each beginning as its documentation says. */
const SHAPE =
  /^(?:sk-(?:proj-|svcacct-|admin-|ant-[\w]+-|or-v1-|lf-)?[A-Za-z0-9_-]{16,}|hf_[A-Za-z0-9]{20,}|AIza[\w-]{30,}|gsk_[A-Za-z0-9]{20,}|r8_[A-Za-z0-9]{20,}|xai-[A-Za-z0-9]{20,}|pplx-[A-Za-z0-9]{20,}|nvapi-[\w-]{20,}|tgp_v1_[\w-]{20,}|fw_[A-Za-z0-9]{16,}|csk-[a-z0-9]{20,}|pa-[\w-]{20,}|[0-9a-f]{32}|[A-Za-z0-9]{32,64})$/;

/** Is it the literal key of a model vendor? `example`: one that everybody knows. Undefined: no key. */
export function literalKey(name: string, value: string | undefined): 'key' | 'example' | undefined {
  const text = value?.trim() ?? '';
  if (!VENDOR_KEY.test(name.toUpperCase()) || text === '' || /\$\{|\$\(|\{\{|^\$/.test(text)) return undefined;
  if (EXAMPLE.test(text)) return 'example';
  return SHAPE.test(text) && !NO_KEY.test(text) && !isPlaceholder(text) ? 'key' : undefined;
}
