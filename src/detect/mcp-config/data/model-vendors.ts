const ANTHROPIC = ['anthropic.com', 'claude.ai', 'claude.com', 'amazonaws.com', 'googleapis.com', 'azure.com'];
const OPENAI = ['openai.com', 'chatgpt.com', 'azure.com', 'azure.us', 'azure.cn'];
const GOOGLE = ['googleapis.com', 'google.com'];

/** Domains of model vendors and of the clouds that host their models. */
export const modelVendors: readonly string[] = [
  ...new Set([...ANTHROPIC, ...OPENAI, ...GOOGLE]),
  ...['mistral.ai', 'groq.com', 'deepseek.com', 'openrouter.ai', 'x.ai', 'cohere.ai', 'cohere.com', 'together.xyz', 'together.ai'],
  ...[
    'fireworks.ai',
    'perplexity.ai',
    'huggingface.co',
    'cerebras.ai',
    'moonshot.ai',
    'moonshot.cn',
    'z.ai',
    'bigmodel.cn',
    'aliyuncs.com',
  ],
  ...['minimax.io', 'minimaxi.com', 'nvidia.com', 'githubcopilot.com', 'models.github.ai', 'ampcode.com', 'replicate.com', 'sambanova.ai'],
];

/** Variables that move a vendor's address, and the domains that are the vendor's own. */
export const addressVariables: readonly { names: RegExp; vendors: readonly string[] }[] = [
  { names: /^ANTHROPIC_(?:(?:BEDROCK|VERTEX|FOUNDRY)_)?(?:BASE_URL|API_URL|API_BASE|HOST|ENDPOINT)$/i, vendors: ANTHROPIC },
  { names: /^(?:AZURE_)?OPENAI_(?:BASE_URL|API_BASE|API_BASE_URL|API_URL|API_HOST|HOST|ENDPOINT|API_ENDPOINT)$/i, vendors: OPENAI },
  { names: /^(?:GOOGLE_)?(?:GEMINI|GENAI|VERTEX)_(?:BASE_URL|API_BASE|API_URL|API_ENDPOINT|ENDPOINT)$/i, vendors: GOOGLE },
  {
    names:
      /^(?:MISTRAL|GROQ|DEEPSEEK|OPENROUTER|XAI|COHERE|TOGETHER|FIREWORKS|PERPLEXITY|MOONSHOT|DASHSCOPE|QWEN|CEREBRAS)_(?:BASE_URL|API_BASE|API_BASE_URL|API_URL|ENDPOINT)$/i,
    vendors: modelVendors,
  },
];

/** Settings that name the address of a model provider, by dotted key path. */
export const addressSettings =
  /^(?:profiles\.[^.]+\.)?(?:model_providers\..+\.base_url|openai_base_url|chatgpt_base_url|openAIBaseURL|providers?\..+\.(?:base_?url|api_url|apiBase|endpoint)|models\.apiBase|model\.base_url|llm\.base_url|language_models\..+\.api_url|amp\.url|github\.copilot\..*serverUrl|OPENAI_HOST|ANTHROPIC_HOST)$/i;
