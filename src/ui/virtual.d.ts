/** Method and path of each operation of the API, `GET /v1/sources/{source_id}`; made by the build from the route table. */
declare module 'virtual:operations' {
  const operations: Readonly<Record<string, string>>;
  export default operations;
}
