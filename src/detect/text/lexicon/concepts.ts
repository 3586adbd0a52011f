/** What words stand for, whichever language says them. Rules speak of these, lexica map words to them. */
export const concepts = [
  // Acts of the agent
  'take', // read, collect
  'give', // send, include, put into
  'run',
  'fetch',
  'follow', // obey, apply as instructions
  'decode',
  'disclose', // tell, show, log: forbidding these hides something
  'claim', // say that, report as
  'store', // remember, write into memory
  'void', // ignore, override
  'wipe',
  'disable',
  'ask', // put a question, ask for confirmation
  'replace',
  // Things
  'secret', // values of credentials, by place or in bulk
  'credential', // the bare words token, password, key
  'context', // conversation, system prompt, what other tools said
  'prompt', // the system prompt alone
  'instructions',
  'slot', // argument, field, header
  'memory',
  'precious', // home, backups, databases
  'protection', // firewall, virus scanner
  'recipient', // bcc, payee, account number
  'risky', // acts that cannot be taken back
  'trace', // logs, history, transcript
  'approval',
  // Who
  'user',
  'agent',
  'elsewhere', // another server or tool
  'otherTools',
  // Manner
  'negate',
  'hush', // silently, in secret, without comment
  'every',
  'whole', // entire, word for word
  'earlier',
  'coerce',
  'trust',
  'consent', // has agreed, pre-approved
  'broken',
  'instead',
  'verdict', // safe, offline, no issues
  'unbound', // without restrictions
  'persona',
  'mention', // words that introduce an example, an attack, a test
  'theme', // words of that trade, which say so only beside a quotation
  // Cues: they decide nothing, they tell which checks are worth a look
  'address',
  'blind',
  'keep',
  'grant',
  'contentOf',
  'homePath',
  'download',
  'paste',
  'eraser',
  'downloader',
  'socket',
  'decoder',
  'starter',
  'bypass',
  // Classes of words in data/frame-words.tsv. Acts: what a verb, its participle or its noun does
  'taking', // reads, collects, copies
  'sending',
  'running',
  'fetching',
  'placing', // writes into a place
  'disabling',
  'wiping',
  'altering',
  'hiding',
  'counting', // counts as, is treated as
  'voiding',
  'using',
  'inPlaceOf',
  'posing', // plays somebody
  'asking',
  // Things of the acts
  'private', // data of the user or the machine
  'wayOut', // a field or text that others can read
  'shellWord',
  'guard', // what protects
  'valued', // what cannot be made again
  'route', // where money, mail or traffic goes
  'event', // what a user wants to be told
  'report', // what the user reads
  'cleared', // approved, exempt
  'precept', // rules
  'given', // whose rules, or since when
  'ours',
  'others',
  'figure', // somebody with authority, or a model without limits
  'userSecret', // what only the user knows
  'person', // who is asked
  'product', // what the agent makes for its user
  'disposable', // what may go: temporary, unused, made by the task itself
  'occasion', // that ties an act to the agent's run: each time, at the end of the task
  'spoken', // words of a text that speaks of orders
  'authority', // whose orders count
] as const;
export type Concept = (typeof concepts)[number];

/** Words of one language: comma-separated phrases per concept; a trailing `*` lets any ending follow. */
export type Lexicon = Readonly<Partial<Record<Concept, string>>>;
