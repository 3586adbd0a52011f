import { describe, expect, it } from 'vitest';
import { cloudformation } from '../../../src/collect/iac/cloudformation/reader.js';
import type { IacReading } from '../../../src/collect/iac/contract/iac-reader.js';
import type { IacValue } from '../../../src/model/iac.js';

async function read(texts: Record<string, string>): Promise<IacReading> {
  const open = (path: string) => {
    const text = texts[path];
    return text === undefined ? undefined : { path, size: text.length, bytes: () => Buffer.from(text), text: () => text };
  };
  return cloudformation.read({ own: Object.keys(texts).sort(), open, list: () => [] });
}

function plain(value: IacValue | undefined): unknown {
  if (value === undefined || value.kind === 'scalar') return value?.value;
  if (value.kind === 'list') return value.items.map(plain);
  if (value.kind === 'map') return Object.fromEntries([...value.entries].map(([key, item]) => [key, plain(item)]));
  return {
    unknown: value.expression,
    ...(value.pieces && { pieces: value.pieces }),
    ...(value.oneOf && { oneOf: value.oneOf.map(plain) }),
  };
}

/** What a property of a resource is worth in a template with these sections. */
async function property(written: string, sections = ''): Promise<unknown> {
  const { resources, issues } = await read({
    't.yaml': `${sections}\nResources:\n  R:\n    Type: AWS::S3::Bucket\n    Properties:\n      P: ${written}\n`,
  });
  expect(issues).toEqual([]);
  return plain(resources.find(({ name }) => name === 'R')?.body.entries.get('P'));
}

const PARAMETERS =
  'Parameters:\n  Name: {Type: String, Default: logs}\n  List: {Type: CommaDelimitedList, Default: "a, b"}\n  Open: {Type: String}\n  Which: {Type: String, AllowedValues: [x, y]}\n';
const MAPPINGS = 'Mappings:\n  Sizes:\n    eu: {small: 1, large: 2}\n    us: {small: 3, large: 4}\n';

describe('functions of CloudFormation', () => {
  it.each([
    ['!Ref Name', 'logs'],
    ['{"Ref": "Name"}', 'logs'],
    ['!Sub "${Name}-x"', 'logs-x'],
    ['!Sub ["${Name}-${Own}", {Own: !Select [1, !Ref List]}]', 'logs-b'],
    ['!Sub "${!Literal}"', '${Literal}'],
    ['!Join ["-", [a, !Ref Name]]', 'a-logs'],
    ['!Join [",", !Ref List]', 'a,b'],
    ['!Split [".", "a.b"]', ['a', 'b']],
    ['!FindInMap [Sizes, eu, large]', 2],
    ['!FindInMap [Sizes, asia, large, {DefaultValue: 9}]', 9],
    ['!If [!Equals [!Ref Name, logs], yes-side, no-side]', 'yes-side'],
    ['!If [!Not [!Equals [!Ref Which, z]], 1, 2]', 1],
    ['!Cidr [10.0.0.0/16, 2, 8]', ['10.0.0.0/24', '10.0.1.0/24']],
    ['!Base64 hello', 'hello'],
    ['[a, !If [!Equals [a, b], b, !Ref AWS::NoValue]]', ['a']],
    ['{Fn::Length: !Ref List}', 2],
    ['{Fn::ToJsonString: {a: [1, "x"]}}', '{"a":[1,"x"]}'],
  ])('%s', async (written, expected) => {
    expect(await property(written, PARAMETERS + MAPPINGS)).toEqual(expected);
  });

  it.each([
    ['!Ref Open', { unknown: '!Ref Open' }],
    ['!Ref Which', { unknown: '!Ref Which', oneOf: ['x', 'y'] }],
    ['!Ref AWS::Region', { unknown: '!Ref AWS::Region' }],
    ['!ImportValue other', { unknown: '!ImportValue other' }],
    ['!GetAtt R.Arn', { unknown: '!GetAtt R.Arn' }],
    [
      '!Sub "arn:${AWS::Partition}:s3:::${Name}"',
      { unknown: '!Sub arn:${AWS::Partition}:s3:::${Name}', pieces: ['arn:', null, ':s3:::logs'] },
    ],
    ['"{{resolve:ssm:a:1}}"', { unknown: '{{resolve:ssm:a:1}}', pieces: [null] }],
    ['!If [!Equals [!Ref Open, a], 1, 2]', { unknown: '!If [!Equals [!Ref Open, a], …]', oneOf: [1, 2] }],
    ['!FindInMap [Sizes, !Ref AWS::Region, small]', { unknown: '!FindInMap [Sizes, !Ref AWS::Region, small]', oneOf: [1, 3] }],
  ])('%s is not known', async (written, expected) => {
    expect(await property(written, PARAMETERS + MAPPINGS)).toEqual(expected);
  });

  it('gives the same for both forms, whatever is joined, split and chosen', async () => {
    for (let seed = 1; seed < 40; seed++) {
      const words = Array.from({ length: 1 + (seed % 5) }, (_, index) => `w${(seed * 31 + index * 17) % 97}`);
      const list = JSON.stringify(words);
      const index = seed % words.length;
      expect(await property(`!Split ["-", !Join ["-", ${list}]]`)).toEqual(words);
      expect(await property(`{"Fn::Select": [${index}, {"Fn::Split": ["-", {"Fn::Join": ["-", ${list}]}]}]}`)).toBe(words[index]);
    }
  });
});

describe('templates of CloudFormation', () => {
  it('leave out what a condition switches off, and name the condition of what may be there', async () => {
    const conditions = 'Parameters: {Open: {Type: String}}\nConditions:\n  No: !Equals [a, b]\n  Maybe: !Equals [!Ref Open, a]\n';
    const { resources } = await read({
      't.yaml': `${conditions}Resources:\n  A: {Type: AWS::S3::Bucket, Condition: No}\n  B: {Type: AWS::S3::Bucket, Condition: Maybe}\n`,
    });
    expect(resources.map(({ name, onlyIf }) => [name, onlyIf])).toEqual([['B', expect.stringContaining('Maybe')]]);
  });

  it('are read as JSON too, with the lines of their attributes', async () => {
    const { resources } = await read({
      't.json': '{"Resources": {\n"A": {"Type": "AWS::S3::Bucket",\n"Properties": {\n"X": {"Fn::Sub": "a"}}}}}',
    });
    expect(resources[0]).toMatchObject({ address: 'A', at: { line: 2 } });
    expect(resources[0]?.body.entries.get('X')).toMatchObject({ value: 'a', at: { line: 4 } });
  });

  it('give nested stacks of the folder the parameters of their parents', async () => {
    const { resources } = await read({
      'main.yaml':
        'Resources:\n  N:\n    Type: AWS::CloudFormation::Stack\n    Properties:\n      TemplateURL: ./nested.yaml\n      Parameters: {Public: true}\n  B:\n    Type: AWS::S3::Bucket\n    Properties: {Name: !GetAtt N.Outputs.Name}\n',
      'nested.yaml':
        'Parameters:\n  Public: {Type: String, Default: false}\nResources:\n  D:\n    Type: AWS::RDS::DBInstance\n    Properties: {PubliclyAccessible: !Ref Public}\nOutputs:\n  Name: {Value: inner}\n',
    });
    expect(plain(resources.find(({ name }) => name === 'D')?.body)).toEqual({ PubliclyAccessible: true });
    expect(plain(resources.find(({ name }) => name === 'B')?.body)).toEqual({ Name: 'inner' });
    expect(resources.filter(({ name }) => name === 'D')).toHaveLength(1);
  });

  it('repeat what a loop repeats', async () => {
    const loop =
      '  Fn::ForEach::Buckets:\n    - Id\n    - [a, b]\n    - "B${Id}":\n        Type: AWS::S3::Bucket\n        Properties: {Name: !Ref Id}\n';
    const { resources } = await read({ 't.yaml': `Transform: AWS::LanguageExtensions\nResources:\n${loop}` });
    expect(resources.map(({ name, body }) => [name, plain(body)])).toEqual([
      ['Ba', { Name: 'a' }],
      ['Bb', { Name: 'b' }],
    ]);
  });

  it('become what SAM makes of them', async () => {
    const { resources } = await read({
      't.yaml':
        'Transform: AWS::Serverless-2016-10-31\nGlobals:\n  Function: {Environment: {Variables: {A: 1}}}\nResources:\n  F:\n    Type: AWS::Serverless::Function\n    Properties:\n      Environment: {Variables: {B: 2}}\n      FunctionUrlConfig: {AuthType: NONE}\n      Policies:\n        - AmazonS3ReadOnlyAccess\n        - Statement: [{Effect: Allow, Action: "*", Resource: "*"}]\n',
    });
    expect(resources.map(({ type }) => type)).toEqual(['AWS::Lambda::Function', 'AWS::Lambda::Url', 'AWS::IAM::Role']);
    expect(plain(resources[0]?.body.entries.get('Environment'))).toEqual({ Variables: { A: 1, B: 2 } });
    expect(plain(resources[2]?.body.entries.get('ManagedPolicyArns'))).toEqual(['arn:aws:iam::aws:policy/AmazonS3ReadOnlyAccess']);
  });

  it('end in one issue where they cannot be read', async () => {
    const cycle =
      'Conditions:\n  A: !Not [!Condition B]\n  B: !Not [!Condition A]\nResources:\n  R: {Type: AWS::S3::Bucket, Condition: A}\n';
    for (const [text, kind] of [
      [cycle, 'unresolved'],
      ['{"Resources": {"A": {"Type": "AWS::S3::Bucket"', 'unparsable'],
      [`{"Resources": ${'['.repeat(5000)}`, 'too_deep'],
      [`Resources: ${'x'.repeat(17 * 1024 * 1024)}`, 'too_large'],
    ] as const) {
      const { issues, files } = await read({ 't.yaml': text });
      expect(issues.map((issue) => issue.kind)).toEqual([kind]);
      expect(files).toEqual([{ path: 't.yaml', outcome: 'failed' }]);
    }
  });

  it('say in metadata and comments which rules are set aside', async () => {
    const { ignores } = await read({
      't.yaml':
        'Resources:\n  A:\n    Type: AWS::S3::Bucket\n    Metadata: {castellan: {ignore: {aws-s3-logging: "no readers until=2099-01-01"}}}\n  B:\n    # castellan:ignore aws-s3-public-acl -- website\n    Type: AWS::S3::Bucket\n',
    });
    expect(ignores).toMatchObject([
      { rule: 'aws-s3-public-acl', reason: 'website', line: 6 },
      { rule: 'aws-s3-logging', reason: 'no readers', until: '2099-01-01', line: 2, endLine: 4 },
    ]);
  });
});
