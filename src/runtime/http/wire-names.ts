/** Member of a request's `_meta` that names the revision of the protocol: so does each request since there are no sessions (2026-07-28). */
export const REVISION_MEMBER = 'io.modelcontextprotocol/protocolVersion';

/** Code of an unknown session, as the official libraries use it. */
export const SESSION_NOT_FOUND = -32001;

/** Headers and body of a request disagree, or a standard header is missing (revision 2026-07-28). */
export const HEADER_MISMATCH = -32020;

/** The member of a request's parameters that `Mcp-Name` repeats, by method (2026-07-28, standard request headers; tasks extension). */
export const NAMED_MEMBER: ReadonlyMap<string, string> = new Map([
  ['tools/call', 'name'],
  ['prompts/get', 'name'],
  ['resources/read', 'uri'],
  ['tasks/get', 'taskId'],
  ['tasks/update', 'taskId'],
  ['tasks/cancel', 'taskId'],
]);
