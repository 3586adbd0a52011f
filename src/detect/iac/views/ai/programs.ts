/** What an AI program is for, as far as rules ask. */
export type AiRole = 'model-server' | 'notebook' | 'vector-store' | 'dashboard' | 'mcp-server' | 'agent';

/** A program that is known by its image or its command, and how it is protected. */
export interface AiProgram {
  readonly id: string;
  readonly title: string;
  readonly role: AiRole;
  /** Of the image's name, without registry, tag and digest. */
  readonly image?: RegExp;
  /** Of the words of its command line, joined by blanks. */
  readonly command?: RegExp;
  /** Where it listens unless told otherwise. */
  readonly ports: readonly number[];
  /** Flags whose value is what callers must know; the file of a configuration is `configuration`. */
  readonly keyFlags?: readonly string[];
  /** Names of variables that do the same. */
  readonly keyVariables?: RegExp;
  /** Flags that name a file which may hold the key. */
  readonly configuration?: readonly string[];
  /** Variables that decide alone: open when they say so. */
  readonly openWhen?: Readonly<Record<string, 'true' | 'false'>>;
  /** What holds without any setting. */
  readonly openByDefault: boolean;
  /** Pasteable setting that closes it. */
  readonly fix: string;
}

/** Known programs. Ports, flags and variables are those of each program's own documentation. */
export const aiPrograms: readonly AiProgram[] = [
  {
    id: 'vllm',
    title: 'vLLM',
    role: 'model-server',
    image: /(?:^|\/)vllm-(?:openai|cpu|tpu|rocm)[\w-]*$|(?:^|\/)vllm$/,
    command: /\bvllm (?:serve\b|\S*api_server)|\bvllm\.entrypoints\b/,
    ports: [8000],
    keyFlags: ['api-key'],
    keyVariables: /^VLLM_API_KEY$/,
    openByDefault: true,
    fix: 'VLLM_API_KEY: ${VLLM_API_KEY:?}',
  },
  {
    id: 'ollama',
    title: 'Ollama',
    role: 'model-server',
    image: /(?:^|\/)ollama$/,
    command: /(?:^|\s)(?:\S*\/)?ollama serve\b/,
    ports: [11434],
    openByDefault: true,
    fix: 'ports: ["127.0.0.1:11434:11434"]',
  },
  {
    id: 'tgi',
    title: 'Text Generation Inference',
    role: 'model-server',
    image: /(?:^|\/)text-(?:generation|embeddings)-inference$/,
    command: /\btext-(?:generation-launcher|embeddings-router)\b/,
    ports: [80, 8080],
    keyFlags: ['api-key'],
    keyVariables: /^API_KEY$/,
    openByDefault: true,
    fix: 'API_KEY: ${API_KEY:?}',
  },
  {
    id: 'triton',
    title: 'Triton Inference Server',
    role: 'model-server',
    image: /(?:^|\/)tritonserver$/,
    command: /(?:^|\s)(?:\S*\/)?tritonserver\b/,
    ports: [8000, 8001, 8002],
    keyFlags: ['http-restricted-api', 'grpc-restricted-protocol'],
    openByDefault: true,
    fix: 'ports: ["127.0.0.1:8000:8000"]',
  },
  {
    id: 'llama-cpp',
    title: 'llama.cpp server',
    role: 'model-server',
    image: /(?:^|\/)llama[.-]?cpp[\w.-]*$/,
    command: /(?:^|\s)(?:\S*\/)?llama-server\b|\bllama_cpp\.server\b/,
    ports: [8080, 8000],
    keyFlags: ['api-key', 'api-key-file', 'api_key'],
    keyVariables: /^(?:LLAMA_(?:ARG_)?API_KEY|API_KEY)$/,
    openByDefault: true,
    fix: 'LLAMA_API_KEY: ${LLAMA_API_KEY:?}',
  },
  {
    id: 'localai',
    title: 'LocalAI',
    role: 'model-server',
    image: /(?:^|\/)local-?ai$/,
    command: /(?:^|\s)(?:\S*\/)?local-ai\b/,
    ports: [8080],
    keyFlags: ['api-keys'],
    keyVariables: /^(?:LOCALAI_)?API_KEY$/,
    openByDefault: true,
    fix: 'LOCALAI_API_KEY: ${LOCALAI_API_KEY:?}',
  },
  {
    id: 'sglang',
    title: 'SGLang',
    role: 'model-server',
    image: /(?:^|\/)sglang$/,
    command: /\bsglang\.launch_server\b|\bsglang serve\b/,
    ports: [30000],
    keyFlags: ['api-key', 'admin-api-key'],
    openByDefault: true,
    fix: 'command: ["--api-key", "${SGLANG_API_KEY:?}"]',
  },
  {
    id: 'lm-studio',
    title: 'LM Studio',
    role: 'model-server',
    image: /(?:^|\/)(?:lm-?studio|llmster)[\w-]*$/,
    command: /(?:^|\s)lms server start\b/,
    ports: [1234],
    openByDefault: true,
    fix: 'ports: ["127.0.0.1:1234:1234"]',
  },
  {
    id: 'litellm',
    title: 'LiteLLM',
    role: 'model-server',
    image: /(?:^|\/)litellm(?:-database|-non_root)?$/,
    command: /(?:^|\s)(?:\S*\/)?litellm\b/,
    ports: [4000],
    keyVariables: /^LITELLM_MASTER_KEY$/,
    configuration: ['config', 'c'],
    openByDefault: true,
    fix: 'LITELLM_MASTER_KEY: ${LITELLM_MASTER_KEY:?}',
  },
  {
    id: 'xinference',
    title: 'Xinference',
    role: 'model-server',
    image: /(?:^|\/)xinference$/,
    command: /\bxinference-(?:local|supervisor)\b/,
    ports: [9997],
    keyFlags: ['auth-config'],
    openByDefault: true,
    fix: 'command: xinference-local --auth-config /etc/xinference/auth.json',
  },
  {
    id: 'jupyter',
    title: 'Jupyter',
    role: 'notebook',
    image:
      /(?:^|\/)(?:(?:base|minimal|scipy|datascience|tensorflow|pytorch|pyspark|all-spark|r|julia)-notebook|jupyter[\w-]*|docker-stacks-foundation)$/,
    command: /\bjupyter(?:[ -](?:lab|notebook|server))\b|\bstart-notebook(?:\.sh|\.py)?\b/,
    ports: [8888],
    openByDefault: false,
    fix: 'JUPYTER_TOKEN: ${JUPYTER_TOKEN:?}',
  },
  {
    id: 'qdrant',
    title: 'Qdrant',
    role: 'vector-store',
    image: /(?:^|\/)qdrant$/,
    ports: [6333, 6334],
    keyVariables: /^QDRANT__SERVICE__(?:API_KEY|JWT_RBAC)$/,
    configuration: ['config-path'],
    openByDefault: true,
    fix: 'QDRANT__SERVICE__API_KEY: ${QDRANT_API_KEY:?}',
  },
  {
    id: 'weaviate',
    title: 'Weaviate',
    role: 'vector-store',
    image: /(?:^|\/)weaviate$/,
    ports: [8080, 50051],
    openWhen: { AUTHENTICATION_ANONYMOUS_ACCESS_ENABLED: 'true' },
    openByDefault: false,
    fix: 'AUTHENTICATION_ANONYMOUS_ACCESS_ENABLED: "false"\nAUTHENTICATION_APIKEY_ENABLED: "true"\nAUTHENTICATION_APIKEY_ALLOWED_KEYS: ${WEAVIATE_KEY:?}',
  },
  {
    id: 'chroma',
    title: 'Chroma',
    role: 'vector-store',
    image: /(?:^|\/)chroma(?:db)?$/,
    command: /(?:^|\s)chroma run\b/,
    ports: [8000],
    keyVariables: /^CHROMA_SERVER_AUTH/,
    openByDefault: true,
    fix: 'CHROMA_SERVER_AUTHN_PROVIDER: chromadb.auth.token_authn.TokenAuthenticationServerProvider\nCHROMA_SERVER_AUTHN_CREDENTIALS: ${CHROMA_TOKEN:?}',
  },
  {
    id: 'milvus',
    title: 'Milvus',
    role: 'vector-store',
    image: /(?:^|\/)milvus$/,
    command: /(?:^|\s)milvus run\b/,
    ports: [19530, 9091],
    keyVariables: /^(?:MILVUS_)?COMMON_SECURITY_AUTHORIZATION_?ENABLED$/i,
    openByDefault: true,
    fix: 'COMMON_SECURITY_AUTHORIZATIONENABLED: "true"',
  },
  {
    id: 'pgvector',
    title: 'PostgreSQL with vectors',
    role: 'vector-store',
    image: /(?:^|\/)(?:pgvector|pgvecto-rs|timescaledb-ha)$/,
    ports: [5432],
    openWhen: { POSTGRES_HOST_AUTH_METHOD: 'true' },
    openByDefault: false,
    fix: 'POSTGRES_PASSWORD: ${POSTGRES_PASSWORD:?}',
  },
  {
    id: 'ray',
    title: 'Ray dashboard',
    role: 'dashboard',
    image: /(?:^|\/)ray(?:-ml|-llm)?$/,
    command: /(?:^|\s)(?:\S*\/)?ray start\b/,
    ports: [8265],
    openByDefault: true,
    fix: 'command: ray start --head --dashboard-host 127.0.0.1',
  },
  {
    id: 'mlflow',
    title: 'MLflow',
    role: 'dashboard',
    image: /(?:^|\/)mlflow$/,
    command: /\bmlflow (?:server|ui)\b/,
    ports: [5000],
    keyFlags: ['app-name'],
    keyVariables: /^MLFLOW_AUTH_CONFIG_PATH$/,
    openByDefault: true,
    fix: 'command: mlflow server --app-name basic-auth',
  },
  {
    id: 'langflow',
    title: 'Langflow',
    role: 'dashboard',
    image: /(?:^|\/)langflow[\w-]*$/,
    command: /\blangflow run\b/,
    ports: [7860],
    openWhen: { LANGFLOW_AUTO_LOGIN: 'true' },
    openByDefault: false,
    fix: 'LANGFLOW_AUTO_LOGIN: "false"\nLANGFLOW_SUPERUSER: admin\nLANGFLOW_SUPERUSER_PASSWORD: ${LANGFLOW_PASSWORD:?}',
  },
  {
    id: 'flowise',
    title: 'Flowise',
    role: 'dashboard',
    image: /(?:^|\/)flowise$/,
    command: /\bflowise start\b/,
    ports: [3000],
    keyVariables: /^(?:FLOWISE_(?:USERNAME|PASSWORD)|JWT_AUTH_TOKEN_SECRET)$/,
    openByDefault: true,
    fix: 'FLOWISE_USERNAME: admin\nFLOWISE_PASSWORD: ${FLOWISE_PASSWORD:?}',
  },
  {
    id: 'open-webui',
    title: 'Open WebUI',
    role: 'dashboard',
    image: /(?:^|\/)open-webui$/,
    command: /\bopen-webui serve\b/,
    ports: [8080],
    openWhen: { WEBUI_AUTH: 'false' },
    openByDefault: false,
    fix: 'WEBUI_AUTH: "true"',
  },
];

/** Marks of MCP servers: the image's folder or name, and programs that serve MCP over HTTP. */
export const MCP_IMAGE =
  /^mcp\/|(?:^|\/)[\w.-]*(?:^|[-_/])mcp(?:[-_](?:server|proxy|gateway|hub)[\w-]*)?$|(?:^|\/)(?:mcp|supergateway|fastmcp)(?:[-_.][\w-]*)?$/;
export const MCP_COMMAND =
  /(?:^|[\s/@])(?:mcp-(?:server|proxy|gateway|remote)|supergateway|fastmcp|mcpo)(?:[\s@:/-]|$)|(?:^|[\s/@])[\w.-]+-mcp(?:-server)?(?:[\s@:]|$)|@modelcontextprotocol\//;
export const MCP_NAME = /^mcp$|^mcp[-_]|[-_]mcp$|[-_]mcp[-_]|^mcp-?server/;
export const FASTMCP_VARIABLE = /^FASTMCP_/;
/** A setting of a server, unless it names a server to call: `MCP_SERVER_URL` is a client's, `MCP_PUBLIC_URL` its own address. */
export const MCP_VARIABLE =
  /^MCP_(?!CLIENT_|(?:\w+_)?(?:SERVERS?|GATEWAYS?|REMOTE|TOOLS?)(?:_(?:URLS?|URIS?|ENDPOINTS?|ADDRESS(?:ES)?|CONFIG(?:_\w+)?|LIST|JSON))?$|(?:URLS?|URIS?|ENDPOINTS?|ADDRESS(?:ES)?)$)/;
/** Names of what calls MCP servers. */
export const MCP_CLIENT = /(?:^|[-_])clients?(?:[-_]|$)/;
export const MCP_LABEL = /^io\.modelcontextprotocol\./;
/** Variables and flags by which an MCP server asks callers who they are. */
export const MCP_AUTHENTICATION =
  /(?:^|_)(?:AUTH|OAUTH|OIDC|JWT|BEARER|ISSUER|JWKS)(?:_|$)|^(?:MCP|FASTMCP|GATEWAY)_\w*(?:TOKEN|SECRET|API_KEY|PASSWORD)/;
export const MCP_AUTHENTICATION_FLAG = /^--?(?:[\w-]*-)?(?:auth|oauth|oidc|oauth2|jwt|bearer|issuer|api-?key|token)(?:[-=].*)?$/i;

/** Names of agents that write and run code, or drive a browser or a desktop. */
export const AGENT_IMAGE =
  /(?:^|\/)(?:openhands|open-?interpreter|all-hands|opendevin|claude-code|codex(?:-cli|-universal)?|gemini-cli|goose|aider|auto-?gpt|babyagi|crewai|agent-?zero|openclaw|swe-agent|devika|e2b|browser-use|computer-use-demo|langgraph[\w-]*|letta|superagi|smolagents)[\w.-]*$/;
/** Words of names that say so where a variable of a model vendor stands beside them. */
export const AGENT_WORD = /(?:^|[-_./])(?:agents?|assistant|copilot|code-?interpreter|sandbox|crew|autogen|swarm)(?:[-_./]|$)/;
/** The same, where nothing else is needed. */
export const AI_AGENT_NAME =
  /(?:^|[-_./])(?:ai|llm|coding|code|claude|gpt|langchain|langgraph)[-_]?agents?(?:[-_./]|$)|(?:^|[-_./])agents?[-_](?:ai|llm|sandbox|runtime)(?:[-_./]|$)/;

/** Keys of model vendors. */
export const VENDOR_KEY =
  /^(?:[A-Z0-9]+_)*(?:OPENAI|ANTHROPIC|CLAUDE|AZURE_OPENAI|GEMINI|GOOGLE|GOOGLE_GENERATIVE_AI|MISTRAL|COHERE|CO|GROQ|DEEPSEEK|TOGETHER(?:_AI)?|FIREWORKS|PERPLEXITY(?:AI)?|XAI|OPENROUTER|REPLICATE|HUGGING_?FACE(?:HUB)?|HUGGING_FACE_HUB|HF|NVIDIA|CEREBRAS|VOYAGE|ELEVENLABS|LITELLM)(?:_[A-Z]+)?_(?:API_)?(?:KEY|TOKEN)$/;
