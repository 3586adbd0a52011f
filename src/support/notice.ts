let take: (line: string) => void = () => {};

/** What a part far below the commands has to say to the user, one line. It is lost where nobody asked for it (`onNotice`). */
export function notice(line: string): void {
  take(line);
}

/** Commands show notices on stderr, unless they are to be quiet; a worker process, whose parent has said the same, does not. */
export function onNotice(show: (line: string) => void): void {
  take = show;
}
