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
] as const;
export type Concept = (typeof concepts)[number];

/** Words of one language: comma-separated phrases per concept; a trailing `*` lets any ending follow. */
export type Lexicon = Readonly<Partial<Record<Concept, string>>>;
