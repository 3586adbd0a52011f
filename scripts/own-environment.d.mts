/** A new, empty home, and nothing of this process's environment but what programs need to start; `more` comes on top. */
export function ownEnvironment(more?: Readonly<NodeJS.ProcessEnv>): NodeJS.ProcessEnv;
