const KEY_FILE = '~/.config/castellan/key';

/** Makes a source by the API. */
export function sourceCommand(origin: string): string {
  const body = { kind: 'scan.repo', display_name: 'shop', scope: { url: 'https://github.com/acme/shop.git' } };
  return post(origin, '/v1/sources', body);
}

/** Makes a schedule of the source, every night. */
export function scheduleCommand(origin: string, sourceId = 'src_…'): string {
  return post(origin, '/v1/schedules', { name: 'nightly', cron: '15 2 * * *', timezone: 'UTC', source_id: sourceId });
}

/** Scans, or lists the agents of a machine, and sends the result here. */
export function pushCommand(
  { origin, protocol, hostname }: Pick<Location, 'origin' | 'protocol' | 'hostname'>,
  command: 'scan' | 'agents',
): string {
  const isHere = /^(?:localhost|127\..*|\[::1\])$/.test(hostname);
  const plain = protocol === 'http:' && !isHere ? ' --allow-http' : '';
  return `castellan ${command} --push ${origin} --key-file ${KEY_FILE}${plain}`;
}

function post(origin: string, path: string, body: object): string {
  return [
    `curl -sf ${origin}${path}`,
    '-H "Authorization: Bearer $KEY"',
    "-H 'Content-Type: application/json'",
    `-d '${JSON.stringify(body)}'`,
  ].join(' \\\n  ');
}
