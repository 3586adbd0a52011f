import { dataFile } from '../../../support/data-file.js';
import { namesThat, pairsOf } from '../../../support/data-table.js';

const hosts = dataFile('model-vendor-hosts.tsv');
const hostsOf = (vendor: string): readonly string[] => [...namesThat(vendor, hosts)];

/** Domains of model vendors and of the clouds that host their models. */
export const modelVendors: readonly string[] = pairsOf(hosts).map(([host]) => host);

/** Variables that replace a vendor's address, with the vendor's own domains. */
export const addressVariables: readonly { names: RegExp; vendors: readonly string[] }[] = [
  { names: /^ANTHROPIC_(?:(?:BEDROCK|VERTEX|FOUNDRY)_)?(?:BASE_URL|API_URL|API_BASE|HOST|ENDPOINT)$/i, vendors: hostsOf('anthropic') },
  {
    names: /^(?:AZURE_)?OPENAI_(?:BASE_URL|API_BASE|API_BASE_URL|API_URL|API_HOST|HOST|ENDPOINT|API_ENDPOINT)$/i,
    vendors: hostsOf('openai'),
  },
  { names: /^(?:GOOGLE_)?(?:GEMINI|GENAI|VERTEX)_(?:BASE_URL|API_BASE|API_URL|API_ENDPOINT|ENDPOINT)$/i, vendors: hostsOf('google') },
  {
    names:
      /^(?:MISTRAL|GROQ|DEEPSEEK|OPENROUTER|XAI|COHERE|TOGETHER|FIREWORKS|PERPLEXITY|MOONSHOT|DASHSCOPE|QWEN|CEREBRAS)_(?:BASE_URL|API_BASE|API_BASE_URL|API_URL|ENDPOINT)$/i,
    vendors: modelVendors,
  },
];

/** Settings with the address of a model provider, by dotted key path. */
export const addressSettings =
  /^(?:profiles\.[^.]+\.)?(?:model_providers\..+\.base_url|openai_base_url|chatgpt_base_url|openAIBaseURL|providers?\..+\.(?:base_?url|api_url|apiBase|endpoint)|models\.apiBase|model\.base_url|llm\.base_url|language_models\..+\.api_url|amp\.url|github\.copilot\..*serverUrl|OPENAI_HOST|ANTHROPIC_HOST)$/i;
