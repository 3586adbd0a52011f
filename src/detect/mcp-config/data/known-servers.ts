const words = (text: string): readonly string[] => text.split(' ');

/** Well-known servers, bridges and libraries on npm: each has its own owner and is worth imitating. */
export const npmServers: readonly string[] = [
  ...words(
    '@21st-dev/magic @agentdeskai/browser-tools-mcp @angular/cli @apify/actors-mcp-server @auth0/auth0-mcp-server @azure-devops/mcp',
  ),
  ...words('@azure/mcp @benborla29/mcp-server-mysql @brave/brave-search-mcp-server @brightdata/mcp @browserbasehq/mcp-server-browserbase'),
  ...words('@browsermcp/mcp @circleci/mcp-server-circleci @cloudflare/mcp-server-cloudflare @cocal/google-calendar-mcp'),
  ...words('@cyanheads/git-mcp-server @digitalocean/mcp @dynatrace-oss/dynatrace-mcp-server @elastic/mcp-server-elasticsearch'),
  ...words('@executeautomation/playwright-mcp-server @gongrzhe/server-gmail-autoauth-mcp @heroku/mcp-server @hubspot/mcp-server'),
  ...words('@kazuph/mcp-fetch @launchdarkly/mcp-server @mapbox/mcp-server @mcp-ui/server @microsoft/clarity-mcp-server'),
  ...words(
    '@mobilenext/mobile-mcp @modelcontextprotocol/inspector @modelcontextprotocol/sdk @modelcontextprotocol/server-aws-kb-retrieval',
  ),
  ...words('@modelcontextprotocol/server-brave-search @modelcontextprotocol/server-everart @modelcontextprotocol/server-everything'),
  ...words('@modelcontextprotocol/server-filesystem @modelcontextprotocol/server-gdrive @modelcontextprotocol/server-github'),
  ...words('@modelcontextprotocol/server-gitlab @modelcontextprotocol/server-google-maps @modelcontextprotocol/server-memory'),
  ...words('@modelcontextprotocol/server-pdf @modelcontextprotocol/server-postgres @modelcontextprotocol/server-puppeteer'),
  ...words('@modelcontextprotocol/server-redis @modelcontextprotocol/server-sequential-thinking @modelcontextprotocol/server-slack'),
  ...words(
    '@mongodb-js/mongodb-mcp-server @neondatabase/mcp-server-neon @netlify/mcp @notionhq/notion-mcp-server @perplexity-ai/mcp-server',
  ),
  ...words('@pinecone-database/mcp @playwright/mcp @presto-ai/google-workspace-mcp @railway/mcp-server @salesforce/mcp @sanity/mcp-server'),
  ...words('@sentry/mcp-server @shopify/dev-mcp @smithery/cli @stripe/mcp @supabase/mcp-server-supabase @twilio-alpha/mcp'),
  ...words('@upstash/context7-mcp @vercel/mcp-adapter @wonderwhy-er/desktop-commander @zencoderai/slack-mcp-server chrome-devtools-mcp'),
  ...words('exa-mcp-server fastmcp figma-developer-mcp firecrawl-mcp mcp-framework mcp-mongo-server mcp-obsidian mcp-proxy mcp-remote'),
  ...words(
    'mcp-server-docker mcp-server-kubernetes mcporter mongodb-mcp-server n8n-mcp obsidian-mcp puppeteer-mcp-server slack-mcp-server',
  ),
  ...words('supergateway task-master-ai tavily-mcp xcodebuildmcp'),
];

/** Further names in ordinary use on npm: never taken for an imitation, and rarely the one imitated. */
export const npmOthers: readonly string[] = [
  ...words(
    '@a-bonus/google-docs-mcp @aashari/mcp-server-atlassian-bitbucket @aashari/mcp-server-atlassian-jira @ag-ui/mcp-apps-middleware',
  ),
  ...words('@agent-infra/mcp-server-filesystem @ai-sdk/mcp @ama-mcp/angular @amap/amap-maps-mcp-server @ansvar/mcp-sqlite'),
  ...words('@antv/mcp-server-chart @arizeai/openinference-instrumentation-mcp @assistant-ui/mcp-docs-server @atlassian-dc-mcp/bitbucket'),
  ...words('@atlassian-dc-mcp/confluence @atlassian-dc-mcp/jira @automattic/mcp-wordpress-remote @azure/mcp-darwin-arm64'),
  ...words(
    '@azure/mcp-linux-arm64 @azure/mcp-linux-x64 @azure/mcp-win32-x64 @backstage/plugin-mcp-actions-backend @browserstack/mcp-server',
  ),
  ...words('@chakra-ui/react-mcp @claude-flow/mcp @clerk/mcp-tools @cloudbase/cloudbase-mcp @cloudflare/playwright-mcp @codacy/codacy-mcp'),
  ...words('@codefuturist/email-mcp @cognitionai/metabase-mcp-server @coinbase/cds-mcp-server @composio/mcp @currents/mcp'),
  ...words('@delorenj/mcp-server-trello @dguido/google-workspace-mcp @drawio/mcp @elementor/editor-mcp @ergut/mcp-bigquery-server'),
  ...words('@eslint/mcp @expo/mcp-tunnel @forestadmin/mcp-server @genkit-ai/mcp @gleanwork/mcp-config-schema @gleanwork/mcp-server-utils'),
  ...words('@goke/mcp @gongrzhe/server-travelplanner-mcp @google-cloud/cloud-run-mcp @google-cloud/gcloud-mcp'),
  ...words('@google-cloud/observability-mcp @googlemaps/code-assist-mcp @henkey/postgres-mcp-server @hono/mcp @hypothesi/tauri-mcp-server'),
  ...words('@instantdb/mcp @isaacphi/mcp-gdrive @ivotoby/openapi-mcp-server @jpisnice/shadcn-ui-mcp-server @kimsungwhee/apple-docs-mcp'),
  ...words('@kimuson/modular-mcp @knip/mcp @kubb/mcp @kubb/plugin-mcp @langchain/mcp-adapters @larksuiteoapi/lark-mcp'),
  ...words('@line/line-bot-mcp-server @masonator/coolify-mcp @mastra/mcp @mastra/mcp-docs-server @mcp-b/global @mcp-b/react-webmcp'),
  ...words(
    '@mcp-b/transports @mcp-b/webmcp-polyfill @mcp-b/webmcp-ts-sdk @mcp-b/webmcp-types @mcp-ui/client @mcp-use/cli @mcp-use/inspector',
  ),
  ...words('@mcp-use/modelcontextprotocol-sdk @metorial/mcp-sdk-utils @metorial/mcp-server-sdk @metorial/mcp-session @mintlify/mcp'),
  ...words('@mondaydotcomorg/atp-mcp-adapter @mondaydotcomorg/monday-api-mcp @mseep/linear-mcp @mui/mcp @negokaz/excel-mcp-server'),
  ...words(
    '@nestjs-mcp/server @nexus2520/bitbucket-mcp-server @nuxtjs/mcp-toolkit @openai/codex-shell-tool-mcp @openbnb/mcp-server-airbnb',
  ),
  ...words('@orchestrator-claude/mcp-server @orval/mcp @pandacss/mcp @payloadcms/plugin-mcp @piotr-agier/google-drive-mcp'),
  ...words('@postman/postman-mcp-server @powerhousedao/reactor-mcp @primeng/mcp @primeuix/mcp @prmichaelsen/remember-mcp @react-grab/mcp'),
  ...words('@redocly/mcp-typescript-sdk @rekog/mcp-nest @remotion/mcp @roychri/mcp-server-asana @salesforce/mcp-provider-api'),
  ...words('@salesforce/mcp-provider-aura-experts @salesforce/mcp-provider-code-analyzer @salesforce/mcp-provider-devops'),
  ...words('@salesforce/mcp-provider-dx-core @salesforce/mcp-provider-lwc-experts @salesforce/mcp-provider-metadata-enrichment'),
  ...words('@salesforce/mcp-provider-mobile-web @salesforce/mcp-provider-scale-products @shortcut/mcp @siemens/element-mcp'),
  ...words(
    '@skanda-yutori/mcp-send-email @smartbear/mcp @softeria/ms-365-mcp-server @storybook/addon-mcp @storybook/mcp @supabase/mcp-utils',
  ),
  ...words('@sveltejs/mcp @sylphx/mcp-server-sdk @sylphx/pdf-reader-mcp @tacticlaunch/mcp-linear @testsprite/testsprite-mcp @theia/ai-mcp'),
  ...words('@theia/ai-mcp-ui @tiberriver256/mcp-server-azure-devops @traceloop/instrumentation-mcp @univerjs-pro/mcp'),
  ...words('@univerjs-pro/sheets-mcp @variflight-ai/variflight-mcp @voltagent/mcp-server @winor30/mcp-server-datadog @wong2/mcp-cli'),
  ...words('@z_ai/mcp-server @zapier/zapier-sdk-mcp @zereight/mcp-gitlab @zuplo/mcp add-mcp agent-security-scanner-mcp agentation-mcp'),
  ...words(
    'airtable-mcp-server argocd-mcp backlog-mcp-server bitbucket-mcp claude-talk-to-figma-mcp dataforseo-mcp-server drawio-mcp-server',
  ),
  ...words('elysia-mcp expo-mcp fastify-mcp fetcher-mcp figma-console-mcp figma-mcp figma-mcp-server flightradar-mcp-server'),
  ...words(
    'forgekit-storybook-mcp gcp-mcp github-mcp-server hono-mcp-server-sse-transport hostinger-api-mcp howtocook-mcp ios-simulator-mcp',
  ),
  ...words(
    'kubernetes-mcp-server kubernetes-mcp-server-linux-amd64 linear-mcp mcp mcp-atlassian mcp-auth mcp-client mcp-client-capabilities',
  ),
  ...words('mcp-deepwiki mcp-evals mcp-graphql mcp-handler mcp-hello-world mcp-http-server mcp-lite mcp-mermaid mcp-searxng mcp-server'),
  ...words(
    'mcp-server-brave-search mcp-server-code-runner mcp-server-gsc mcp-test-client mcp-use middy-mcp n8n-nodes-mcp next-devtools-mcp',
  ),
  ...words(
    'notebooklm-mcp notion-mcp-server nuxt-mcp nuxt-mcp-dev nx-mcp octocode-mcp openapi-mcp-generator playwright-mcp reddit-mcp-buddy',
  ),
  ...words(
    'replicate-mcp robloxstudio-mcp serper-search-scrape-mcp-server slack-mcp-server-linux-amd64 stitch-mcp supabase-mcp telnyx-mcp',
  ),
  ...words('todoist-mcp typescript-mcp use-mcp vite-plugin-mcp vite-plugin-vue-mcp workers-mcp'),
];

/** Well-known servers, bridges and libraries on PyPI. */
export const pypiServers: readonly string[] = [
  ...words('analytics-mcp arxiv-mcp-server atlassian-mcp awslabs.aws-api-mcp-server awslabs.aws-documentation-mcp-server blender-mcp'),
  ...words('chroma-mcp duckduckgo-mcp-server elevenlabs-mcp excel-mcp-server fastmcp jupyter-mcp-server kubernetes-mcp-server'),
  ...words(
    'langchain-mcp-adapters logfire-mcp markitdown-mcp mcp mcp-alchemy mcp-atlassian mcp-clickhouse mcp-feedback-enhanced mcp-grafana',
  ),
  ...words(
    'mcp-neo4j-cypher mcp-obsidian mcp-proxy mcp-run-python mcp-server-docker mcp-server-fetch mcp-server-git mcp-server-kubernetes',
  ),
  ...words('mcp-server-motherduck mcp-server-odoo mcp-server-qdrant mcp-server-sentry mcp-server-sqlite mcp-server-time'),
  ...words('mcp-server-tree-sitter minimax-mcp mysql-mcp-server office-word-mcp-server postgres-mcp redis-mcp-server semgrep-mcp'),
  ...words('serena-agent snowflake-labs-mcp workspace-mcp'),
];

/** Further names in ordinary use on PyPI. */
export const pypiOthers: readonly string[] = [
  ...words('arcade-mcp arcade-mcp-server astro-airflow-mcp awslabs-amazon-bedrock-agentcore-mcp-server awslabs-aws-api-mcp-server'),
  ...words('awslabs-aws-dataprocessing-mcp-server awslabs-aws-documentation-mcp-server awslabs-aws-iac-mcp-server'),
  ...words('awslabs-aws-location-mcp-server awslabs-aws-pricing-mcp-server awslabs-bedrock-kb-retrieval-mcp-server'),
  ...words('awslabs-billing-cost-management-mcp-server awslabs-cloudwatch-mcp-server awslabs-eks-mcp-server awslabs-memcached-mcp-server'),
  ...words(
    'awslabs-redshift-mcp-server cli-mcp-server databricks-mcp dbt-mcp dcc-mcp-core django-mcp-server duckduckgo-mcp fast-agent-mcp',
  ),
  ...words('fastapi-mcp ha-mcp ha-mcp-dev harbormaster-mcp jcodemunch-mcp lean-lsp-mcp linkedin-scraper-mcp llama-index-tools-mcp mcp-ocr'),
  ...words('mcp-proxy-for-aws mcp-scholarly mcp-server mcp-server-duckdb mcp-stata mcp-use mcp-yahoo-finance mfa-servicenow-mcp'),
  ...words('minimax-coding-plan-mcp notebooklm-mcp-cli nvidia-nat-mcp office-powerpoint-mcp-server openinference-instrumentation-mcp'),
  ...words('opensearch-mcp-server-py opentelemetry-instrumentation-mcp pagerduty-mcp pdf-tools-mcp pymupdf4llm-mcp rootly-mcp-server'),
  ...words('tilt-mcp uipath-mcp'),
];
