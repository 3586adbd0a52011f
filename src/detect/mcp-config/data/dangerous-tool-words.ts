const set = (words: string): ReadonlySet<string> => new Set(words.split(' '));

/** Words of tool names. */
export const dangerousWords = {
  /** A name that begins so only reads, whatever follows. */
  reading: set('read get list search find describe show fetch view query count lookup check inspect browse explain summarize status'),
  /** Worst first: runs code, destroys, lets out, changes. */
  byDanger: [
    set('execute exec run eval shell bash terminal command cmd powershell spawn script evaluate install deploy'),
    set('delete remove drop destroy purge truncate wipe kill terminate uninstall revoke erase'),
    set('send post publish pay transfer purchase email upload share push refund charge merge'),
    set('write edit update create modify patch insert move rename overwrite replace append save put set apply alter add commit'),
  ],
} as const;
