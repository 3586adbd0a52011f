/** Words by what they say of a tool, space-separated, lower case, singular. Data of `capabilities.ts`. */

const set = (words: string): ReadonlySet<string> => new Set(words.split(/\s+/));

/** Verbs that return data. */
export const READS = set(
  'get read list search find fetch query show describe view lookup look retrieve browse inspect explore check monitor watch recall load scan grep count export download open return provide report display summarize summarise analyze analyse select extract pull capture examine discover access compare trace tail enumerate lists gets reads returns retrieves searches finds fetches shows describes queries provides explorer details info status detail dump screenshot picture observe collect preview diff log history ping lookup calculate estimate validate verify test recommend suggest rank cost translate ocr',
);

/** Verbs that create or change state. */
export const WRITES = set(
  'create write update add set put push insert upsert edit modify change rename move copy save store upload send publish reply forward assign merge commit apply upgrade deploy install restore reset cancel close reopen resolve unresolve toggle enable disable start stop restart schedule invite share approve reject transition ack acknowledge draft remove delete drop purge clear empty terminate destroy transfer pay refund place buy sell switch mark submit register unregister subscribe unsubscribe manage import ingest generate print click type press drag unzip extract append replace react request finalize unarchive lock unlock grant revoke rotate pin unpin attach detach link unlink book reserve charge sync migrate optimize vacuum kill answer call make tweet undo configure execute save fork follow block unblock mute ban kick post deactivate tweet comment reply vacuum withdraw rollback redeploy scale mint stake vote schedule pause resume ack compose provision onboard bulk fill setup',
);

/** Acts that are hard to undo. */
export const DESTROYS = set(
  'delete drop purge empty truncate destroy terminate wipe erase flushall flush flushdb shred rmdir rm cancel prune expunge flushdb clear decommission nuke',
);

/** Services that are reached over the network, as tools and servers name them. */
export const SERVICES = set(
  'github gitlab bitbucket gitea slack discord telegram whatsapp teams zoom gmail outlook jira confluence notion asana trello linear zendesk intercom freshdesk hubspot salesforce stripe paypal shopify aws azure gcp google firebase cloudflare vercel netlify heroku okta auth0 sentry datadog grafana pagerduty opsgenie newrelic splunk twitter tweet x linkedin facebook instagram reddit youtube tiktok spotify wikipedia arxiv pubmed virustotal shodan cve nvd npm pypi nuget crates dockerhub twilio sendgrid mailchimp airtable dropbox box onedrive sharepoint drive figma miro webflow wordpress contentful supabase kubernetes kubectl helm terraform openai anthropic huggingface weather maps geocode stock crypto coin bank broker calendar mail email sms webhook http url web browser dns whois ping nmap ssh rss feed api cloud remote online microsoft astro buildkite circleci jenkins sonarqube snyk stripe-remote wayfound zscaler zpa zins zdx zia vectra cylera explorium maestro alfresco keboola kite zerodha ref internet website page s3 ec2 iam lambda bigquery snowflake databricks mongodb-atlas elastic algolia pinecone tavily brave exa perplexity firecrawl apify domain currency exchange blockchain wallet ethereum nft price flight hotel restaurant tenant organization organisation workspace dynamodb keyvault gist lights lamp utxo chain telephone translate crm erp sap oracle-cloud servicenow workday netsuite quickbooks xero docusign monday clickup basecamp todoist evernote mailbox inbox ticket incident subscription pod cluster server-side cloud registry sheet doc share shares stock lamp light telephone marketplace saas fleet kafka arm learn knowledge blob mcp-remote prospect explorium holding forex ipfs solana defi token-price tv thermostat smart iot car printer-cloud mail mailbox gateway employee customer',
);

/** Things that stay on this machine; they outweigh a service's word that happens to stand beside them. */
export const LOCAL = set(
  'file folder directory clipboard sqlite process memory wallpaper window desktop disk notebook kernel archive zip pdf image microphone camera screen printer shell script local path environment env index vector database table redis mongo docker container filesystem regex json expression number time random unit device',
);

/** Data that is not public. */
export const PRIVATE = set(
  'mail mails email emails inbox mailbox chat chats contacts calendar private customer customers employee employees patient patients health medical record records account accounts balance payment payments invoice invoices transaction transactions holdings trade trades portfolio clipboard cookie cookies location microphone user-data document documents drive bucket buckets repo-private team member members staff payroll salary log logs alert alerts notification notifications subnets device devices deal deals lead leads ticket-internal secret secrets vault password passwords keyvault env handbook company internal cost costs credential credentials assignment workspace profile backup dump statement photo photos screenshot-desktop agents prospects conversation ledger crm hr diary note notes file-home pod order-history passport credit card bank position positions me contact address-book queue metrics build wiki ldap payroll timesheet session voicemail recording audio calendar bucket procedures object chat message',
);

/** Text that outsiders can write. */
export const UNTRUSTED = set(
  'web page pages url website issue issues comment comments pull discussion discussions ticket tickets mail mails email emails inbox mailbox message messages chat chats channel feed rss timeline tweet tweets post posts review reviews forum wikipedia article articles transcript readme gist repositories commits code-public youtube reddit news search-web internet conversation dm mention mentions event-log notification notifications browser html scrape crawl thread threads',
);

/** Values that open doors. */
export const CREDENTIALS = set(
  'secret secrets password passwords credential credentials cookie cookies vault keyvault private-key token tokens apikey api_key access_key env',
);

/** Services whose data belongs to one customer or company: what is read there is private unless said otherwise. */
export const TENANT_SERVICES = set(
  'okta sentry notion buildkite alfresco confluence hubspot salesforce stripe datadog pagerduty zendesk aws gcp azure drive onedrive sharepoint gmail outlook whatsapp slack zscaler zdx zpa zia vectra cylera wayfound intercom asana trello linear airtable snowflake bigquery databricks servicenow workday netsuite quickbooks xero zerodha mailchimp freshdesk grafana splunk newrelic auth0 keyvault vault onepassword bitwarden crm erp',
);

/** Services anybody may write to. */
export const OPEN_SERVICES = set(
  'sentry reddit youtube wikipedia twitter hackernews medium stackoverflow quora tiktok mastodon bluesky rss whatsapp',
);

/** Words of a description that say outsiders write what is returned. */
export const UNTRUSTED_SPOKEN = set(
  'web webpage page website comment mailbox mail email inbox message feed article transcript timeline post tweet review forum url html thread reply internet scrape crawl',
);

/** Words of a description that say the data is not public. */
export const PRIVATE_SPOKEN = set(
  'private customer employee patient company tenant mailbox inbox member staff payroll health medical confidential personal subscriber account device subnet alert notification mail message calendar cost balance holding trade bucket object record credential password secret demat handbook crm contact document transaction',
);
