const list = (words: string): readonly string[] => words.split(/\s+/);

/** Servers that many people run; a name one step away is taken for them. */
export const KNOWN_SERVERS = list(
  'github gitlab slack discord notion linear atlassian confluence sentry stripe cloudflare filesystem puppeteer playwright postgres postgresql sqlite mysql mongodb redis supabase firebase airtable hubspot salesforce zapier dropbox google-drive google-maps gmail outlook onedrive brave-search tavily perplexity firecrawl context7 everything sequential-thinking memory figma vercel netlify docker kubernetes terraform grafana datadog pagerduty elasticsearch snowflake bigquery databricks azure microsoft openai anthropic huggingface shopify paypal twilio sendgrid mailchimp zendesk intercom asana trello monday clickup todoist obsidian spotify youtube reddit twitter linkedin whatsapp telegram browserbase chroma pinecone qdrant weaviate neo4j wikipedia arxiv',
);

/** Words of which common tool names are made; a digit or foreign letter inside them imitates. */
export const KNOWN_WORDS = list(
  'read write file files list send email mail get set search fetch create delete update execute run command shell message post issue pull request query table database directory folder path user token secret login browser page screenshot click calendar event slack github google drive upload download memory store',
);
