/** Method and path of each operation of the API, `GET /v1/sources/{source_id}`; made by the build from the route table. */
declare module 'virtual:operations' {
  const operations: Readonly<Record<string, string>>;
  export default operations;
}

/** Words that fields of findings may have; made by the build from the API's schemas and the registry of ecosystems. */
declare module 'virtual:choices' {
  const choices: Readonly<{
    severity: readonly string[];
    status: readonly string[];
    kind: readonly string[];
    triage: typeof import('../api/finding-filter.js').triageStates;
    ecosystem: readonly string[];
  }>;
  export default choices;
}
