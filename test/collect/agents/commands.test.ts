import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { segmentPattern } from '../../../src/collect/agents/path-pattern.js';
import { splitCommand } from '../../../src/collect/launch/split-command.js';
import { redactAddress, redactArguments } from '../../../src/support/redact-command.js';
import { cpuTime } from '../../support/cpu-time.js';

const token = `glpat-${'a1B2c3D4e5'.repeat(2)}`;

describe('command lines', () => {
  it('are split as a shell would', () => {
    expect(splitCommand(`npx -y  'a b' "c \\"d\\"" e\\ f ''`, 'linux')).toEqual(['npx', '-y', 'a b', 'c "d"', 'e f', '']);
    expect(splitCommand('C:\\tools\\node.exe C:\\x\\s.js', 'win32')).toEqual(['C:\\tools\\node.exe', 'C:\\x\\s.js']);
  });

  it('are left whole where they are one path with spaces', () => {
    for (const path of ['C:\\Program Files\\Quill\\quill.exe', '/Applications/My Quill.app/Contents/MacOS/quill'])
      expect(splitCommand(path, 'darwin')).toEqual([path]);
  });

  it('give back words without quotes and spaces as they were', () => {
    fc.assert(
      fc.property(fc.array(fc.stringMatching(/^[a-z0-9/@.:=-]+$/), { minLength: 1 }), (words) => {
        expect(splitCommand(words.join('  '), 'linux')).toEqual(words);
      }),
    );
  });
});

describe('what reports show of commands', () => {
  it('hides secrets wherever they stand in the arguments', () => {
    const shown = redactArguments([
      '--api-key',
      token,
      `--token=${token}`,
      '-e',
      `T=${token}`,
      `--env=T=${token}`,
      `https://u:${token}@h.example.org/x?key=${token}&lang=en`,
      `echo "${token}" && x`,
      `Authorization: Bearer ${token}`,
      `--header=Authorization: Bearer ${token}`,
      `Authorization: ApiKey ${token}`,
      `Cookie: sid=${token}; lang=en`,
    ]);
    expect(shown.join('\n')).not.toContain(token);
    expect(shown.slice(0, 6)).toEqual(['--api-key', '<redacted>', '--token=<redacted>', '-e', 'T=<redacted>', '--env=T=<redacted>']);
    expect(shown[6]).toBe('https://u:<redacted>@h.example.org/x?key=<redacted>&lang=en');
  });

  it('hides secrets in a command line by the names beside them', () => {
    const plain = '7c1f90ab52de3408f6b1c95e20d7a84b';
    const lines = [
      `export SERVICE_TOKEN='${plain}'; npx -y @quill/mcp`,
      `curl -u bot:${plain} https://h.example.org/`,
      `curl -H 'X-Api-Key: ${plain}' https://h.example.org/`,
      `curl -H "Authorization: token ${plain}" https://h.example.org/`,
      `api_key = "${plain}"; start()`,
      `echo ${plain}`,
    ];
    for (const line of lines) expect(redactArguments([line])[0], line).not.toContain(plain);
    expect(redactArguments(['curl', '-u', `bot:${plain}`])).toEqual(['curl', '-u', 'bot:<redacted>']);
    expect(redactArguments(['docker', 'run', '--user', 'worker:workers'])[3]).toBe('worker:workers');
    expect(redactArguments(['docker run -u 1000:1000 image'])).toEqual(['docker run -u 1000:1000 image']);
  });

  it('keeps placeholders and all that is no secret', () => {
    const args = [
      '--api-key',
      '${API_KEY}',
      '--token',
      'YOUR_TOKEN',
      '--port',
      '8080',
      'postgresql://localhost:5432/x',
      '-y',
      '@quill/mcp@1.0.0',
      '--mode=fast',
      'Accept: text/event-stream',
      '--header=Authorization: Bearer ${TOKEN}',
      'a b c',
    ];
    expect(redactArguments(args)).toEqual(args);
    expect(redactAddress('${BASE:-https://a.example.org}/mcp?x=1#part')).toBe('${BASE:-https://a.example.org}/mcp?x=1#part');
  });

  it('takes any text in linear time', () => {
    fc.assert(
      fc.property(fc.array(fc.string()), (args) => {
        expect(redactArguments(args)).toHaveLength(args.length);
      }),
    );
    const long = '=&?:/ "'.repeat(200_000);
    const before = cpuTime();
    redactArguments([long, `https://${long}`, 'a='.repeat(500_000)]);
    expect(cpuTime() - before).toBeLessThan(1000);
  });
});

describe('globs', () => {
  it('match a part of one name', () => {
    expect(['x.json', '.json', 'a.json.b'].map(segmentPattern('*.json'))).toEqual([true, true, false]);
    expect(['a-b-c', 'ab', 'a-c'].map(segmentPattern('a*-*c'))).toEqual([true, false, true]);
    expect(segmentPattern('a*a')('a')).toBe(false);
  });
});
