let take: (line: string) => void = () => {};

/** Sends one line to the user from code deep below the commands. It is dropped if nobody has called `onNotice`. */
export function notice(line: string): void {
  take(line);
}

/** Commands show notices on stderr, except with `--quiet`. A worker process shows none, because its parent has shown them. */
export function onNotice(show: (line: string) => void): void {
  take = show;
}
