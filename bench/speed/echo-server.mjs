// The plainest server there can be: answers every request at once, as a tool would.
let rest = '';
process.stdin.setEncoding('utf8').on('data', (chunk) => {
  const lines = (rest + chunk).split('\n');
  rest = lines.pop() ?? '';
  const answers = lines.map((line) => {
    const { id } = JSON.parse(line);
    // The revision makes it an answer to `initialize`, too.
    return `{"jsonrpc":"2.0","id":${id},"result":{"protocolVersion":"2025-06-18","content":[{"type":"text","text":"ok"}]}}\n`;
  });
  process.stdout.write(answers.join(''));
});
