// The plainest server over HTTP: answers every POST at once, as a tool would. Says on standard output where it listens.
import { createServer } from 'node:http';

const server = createServer((request, response) => {
  const chunks = [];
  request.on('data', (chunk) => chunks.push(chunk));
  request.on('end', () => {
    const { id } = JSON.parse(Buffer.concat(chunks).toString());
    const body = `{"jsonrpc":"2.0","id":${id},"result":{"protocolVersion":"2025-06-18","content":[{"type":"text","text":"ok"}]}}`;
    response.writeHead(200, { 'content-type': 'application/json', 'content-length': body.length, 'mcp-session-id': 'one' }).end(body);
  });
});
server.listen(0, '127.0.0.1', () => process.stdout.write(`http://127.0.0.1:${server.address().port}/mcp\n`));
process.stdin.on('end', () => process.exit()).resume();
