import { describe, expect, it } from 'vitest';
import { cpuTime } from '../../../support/cpu-time.js';
import { attributeOf, plainValue, readTerraform } from '../../../support/iac-tree.js';

/** The value of one expression in a root with some variables. */
async function evaluated(expression: string, before = ''): Promise<unknown> {
  const reading = await readTerraform({
    'main.tf': `${before}\nvariable "open" {}\nresource "test_thing" "a" {\n  x = ${expression}\n}\n`,
  });
  return plainValue(attributeOf(reading, 'test_thing.a', 'x'));
}

describe('expressions', () => {
  it.each<[string, unknown]>([
    ['1 + 2 * 3 - -1', 8],
    ['0.1 + 0.2', 0.3],
    ['"a${"b"}c"', 'abc'],
    ['"$${x} %%{y}"', '${x} %{y}'],
    ['true ? "a" : "b"', 'a'],
    ['[for i, v in ["a", "b"] : "${i}${v}" if v != "a"]', ['1b']],
    ['{for k, v in {a = 1, b = 2} : v => k...}', { 1: ['a'], 2: ['b'] }],
    ['[{a = 1}, {a = 2}][*].a', [1, 2]],
    ['"%{for v in ["x", "y"]}<${v}>%{endfor}"', '<x><y>'],
    ['try([][0], "none")', 'none'],
    ['can(tonumber("x"))', false],
    ['merge({a = 1}, {a = 2, b = 3})', { a: 2, b: 3 }],
    ['cidrsubnet("fd00::/16", 16, 2)', 'fd00:2::/32'],
    ['regex("(\\\\d+)-(\\\\d+)", "1-22")', ['1', '22']],
    ['replace("a-b", "/-(.)/", "+$1")', 'a+b'],
    ['format("%03d|%-4s|%q|%v", 7, "a", "b", [1])', '007|a   |"b"|[1]'],
    ['jsonencode({b = [1, null], a = "<"})', '{"a":"\\u003c","b":[1,null]}'],
    ['yamldecode("a: [1, b]")', { a: [1, 'b'] }],
    ['formatdate("DD MMM YYYY hh:mm", "2024-02-03T04:05:06Z")', '03 Feb 2024 04:05'],
    [
      'setproduct(["a"], ["x", "y"])',
      [
        ['a', 'x'],
        ['a', 'y'],
      ],
    ],
    ['lookup({a = 1}, "b", 2)', 2],
    ['flatten([["a"], [["b"]]])', ['a', 'b']],
    ['sha256("a")', 'ca978112ca1bbdcafac231b39a23dc4da786eff8147c4e72b9807785afee48bb'],
    ['base64decode(base64encode("é"))', 'é'],
    ['title("hello world")', 'Hello World'],
    ['range(3)', [0, 1, 2]],
    ['toset(["b", "a", "b"])', ['a', 'b']],
  ])('%s', async (expression, expected) => {
    expect(await evaluated(expression)).toEqual(expected);
  });

  it.each<[string, unknown]>([
    ['false && var.open', false],
    ['var.open || true', true],
    ['["a", var.open]', ['a', '?var.open']],
    ['concat(["a"], var.open)', ['a', '?var.open']],
    ['merge({a = 1}, var.open)', { a: '?var.open', '?': 'var.open' }],
    ['merge(var.open, {a = 1})', { a: 1, '?': 'var.open' }],
    ['length(var.open) > 0', '?var.open'],
    ['contains(["a", var.open], "a")', true],
    ['startswith("arn:${var.open}", "arn:")', true],
    ['"x-${var.open}" == "y"', false],
    ['timestamp()', '?timestamp()'],
    ['{(var.open) = 1, b = 2}', { b: 2, '?': 'var.open' }],
  ])('%s keeps what is known', async (expression, expected) => {
    expect(await evaluated(expression)).toEqual(expected);
  });

  it('remember the pieces of a text and the sides of a conditional', async () => {
    const reading = await readTerraform({
      'main.tf': 'variable "a" {}\nresource "test_thing" "a" {\n  x = "arn:${var.a}:*"\n  y = var.a ? "0.0.0.0/0" : "10.0.0.0/8"\n}\n',
    });
    expect(attributeOf(reading, 'test_thing.a', 'x')).toMatchObject({ kind: 'unknown', pieces: ['arn:', null, ':*'] });
    expect(attributeOf(reading, 'test_thing.a', 'y')).toMatchObject({ oneOf: [{ value: '0.0.0.0/0' }, { value: '10.0.0.0/8' }] });
  });
});

describe('modules', () => {
  const module =
    'variable "cidrs" { type = list(string) }\nresource "test_group" "this" {\n  cidrs = var.cidrs\n}\noutput "id" { value = test_group.this.id }\n';

  it('are evaluated with their arguments, and say where values come from', async () => {
    const reading = await readTerraform({
      'main.tf':
        'variable "all" { default = ["0.0.0.0/0"] }\nmodule "net" {\n  source   = "./net"\n  for_each = toset(["eu"])\n  cidrs    = var.all\n}\nresource "test_thing" "a" {\n  group = module.net["eu"].id\n}\n',
      'net/main.tf': module,
    });
    expect(attributeOf(reading, 'module.net["eu"].test_group.this', 'cidrs')).toMatchObject({
      at: { path: 'net/main.tf', line: 3 },
      via: [
        { path: 'main.tf', line: 5 },
        { path: 'main.tf', line: 1 },
      ],
      items: [{ value: '0.0.0.0/0' }],
    });
    expect(reading.resources.find(({ address }) => address === 'test_thing.a')?.refersTo).toEqual(['module.net["eu"].test_group.this']);
    expect(reading.resources.find(({ type }) => type === 'test_group')?.calls).toEqual([{ path: 'main.tf', line: 2 }]);
  });

  it('that are not in the tree are named, and so are those outside of it', async () => {
    const { issues } = await readTerraform({
      'main.tf': 'module "a" {\n  source = "example/a/test"\n}\nmodule "b" {\n  source = "../b"\n}\n',
    });
    expect(issues.map(({ kind, line }) => [kind, line])).toEqual([
      ['missing_include', 2],
      ['outside_root', 5],
    ]);
  });

  it('that call themselves end', async () => {
    const { issues } = await readTerraform({
      'main.tf': 'module "a" {\n  source = "./a"\n}\n',
      'a/main.tf': 'module "b" {\n  source = "../a"\n}\n',
    });
    expect(issues.map(({ kind }) => kind)).toEqual(['too_deep']);
  });

  it('that only examples call are judged by themselves too', async () => {
    const { resources } = await readTerraform({
      'main.tf': module,
      'examples/a/main.tf': 'module "x" {\n  source = "../.."\n  cidrs  = []\n}\n',
    });
    expect(resources.map(({ root, address }) => `${root} ${address}`).sort()).toEqual([
      '. test_group.this',
      'examples/a module.x.test_group.this',
    ]);
  });
});

describe('roots', () => {
  it('take values in the order of Terraform, and never those that someone must name', async () => {
    const reading = await readTerraform({
      'main.tf':
        'variable "a" { default = "default" }\nvariable "b" {}\nvariable "c" {}\nresource "test_thing" "a" {\n  x = [var.a, var.b, var.c]\n}\n',
      'terraform.tfvars': 'a = "values"\nb = "values"\n',
      'z.auto.tfvars.json': '{"b": "${z}"}',
      'prod.tfvars': 'c = "named"\n',
    });
    expect(plainValue(attributeOf(reading, 'test_thing.a', 'x'))).toEqual(['values', '${z}', '?var.c']);
  });

  it('expand resources and blocks', async () => {
    const reading = await readTerraform({
      'main.tf':
        'variable "n" {}\nresource "test_thing" "a" {\n  count = 2\n  x     = count.index\n  dynamic "rule" {\n    for_each = { b = 2, a = 1 }\n    content {\n      port = rule.value\n    }\n  }\n}\nresource "test_thing" "none" {\n  count = 0\n}\nresource "test_thing" "some" {\n  for_each = var.n\n  x = each.key\n}\n',
    });
    expect(reading.resources.map(({ address }) => address)).toEqual(['test_thing.a[0]', 'test_thing.a[1]', 'test_thing.some']);
    expect(plainValue(attributeOf(reading, 'test_thing.a[1]', 'rule'))).toEqual([{ port: 1 }, { port: 2 }]);
    expect(plainValue(attributeOf(reading, 'test_thing.some', 'x'))).toBe('?each.key');
  });

  it('compute policy documents, with the place of every statement', async () => {
    const reading = await readTerraform({
      'main.tf':
        'data "aws_iam_policy_document" "a" {\n  statement {\n    actions   = ["s3:*"]\n    resources = [test_bucket.b.arn]\n    condition {\n      test     = "Bool"\n      variable = "aws:SecureTransport"\n      values   = ["true"]\n    }\n  }\n}\nresource "test_bucket" "b" {}\nresource "test_policy" "p" {\n  policy = data.aws_iam_policy_document.a.json\n}\n',
    });
    const policy = attributeOf(reading, 'test_policy.p', 'policy');
    expect(policy).toMatchObject({ kind: 'unknown', refersTo: ['data.aws_iam_policy_document.a', 'test_bucket.b'] });
    expect(policy && 'encodes' in policy && plainValue(policy.encodes)).toEqual({
      Version: '2012-10-17',
      Statement: [
        { Effect: 'Allow', Action: 's3:*', Resource: '?test_bucket.b.arn', Condition: { Bool: { 'aws:SecureTransport': 'true' } } },
      ],
    });
  });

  it('mark what is declared sensitive, and what is made of it', async () => {
    const reading = await readTerraform({
      'main.tf':
        'variable "s" {\n  default   = "x"\n  sensitive = true\n}\nresource "test_thing" "a" {\n  x = base64encode("p=${var.s}")\n}\n',
    });
    expect(attributeOf(reading, 'test_thing.a', 'x')).toMatchObject({ sensitive: true });
  });

  it('give the versions that they ask of providers', async () => {
    const { resources } = await readTerraform({
      'main.tf':
        'terraform {\n  required_providers {\n    aws = {\n      source  = "hashicorp/aws"\n      version = "~> 5.0"\n    }\n  }\n}\nresource "aws_thing" "a" {}\n',
    });
    expect(resources[0]?.versions).toEqual({ aws: '~> 5.0' });
  });
});

describe('hostile roots', () => {
  const nested = Array.from({ length: 40 }, (_, at) => `  s${at + 1} = "\${local.s${at}}\${local.s${at}}"`).join('\n');
  it.each<[string, string, string]>([
    ['a huge count', 'resource "test_thing" "a" {\n  count = 1e9\n}', 'too_many'],
    ['a text that doubles', `locals {\n  s0 = "aaaaaaaaaa"\n${nested}\n}\nresource "test_thing" "a" {\n  x = local.s40\n}`, 'too_large'],
    ['a huge range', 'resource "test_thing" "a" {\n  x = range(1e9)\n}', 'too_many'],
    [
      'a huge product',
      'locals {\n  l = range(1000)\n}\nresource "test_thing" "a" {\n  x = setproduct(local.l, local.l, local.l)\n}',
      'too_many',
    ],
    ['locals in a circle', 'locals {\n  a = local.b\n  b = local.a\n}\nresource "test_thing" "a" {\n  x = local.a\n}', 'unresolved'],
    ['deep nesting', `locals {\n  a = ${'['.repeat(20_000)}\n}`, 'too_deep'],
    ['a long chain', `locals {\n  a = 1${' + 1'.repeat(20_000)}\n}`, 'too_deep'],
    ['a text that never ends', 'resource "test_thing" "a" {\n  x = "', 'unparsable'],
  ])('%s ends in an issue', async (_name, text, kind) => {
    const start = cpuTime();
    const { issues } = await readTerraform({ 'main.tf': text });
    expect(issues.map((issue) => issue.kind)).toContain(kind);
    expect(cpuTime() - start).toBeLessThan(10_000);
  });

  it('what is no UTF-8 is named', async () => {
    const { issues, files } = await readTerraform({
      'main.tf': new Uint8Array([0xff, 0xfe, 0x61, 0]),
      'b.tf': new Uint8Array([0x61, 0xe9]),
    });
    expect(issues.map(({ kind }) => kind)).toEqual(['wrong_encoding', 'wrong_encoding']);
    expect(files.map(({ outcome }) => outcome)).toEqual(['failed', 'failed']);
  });
});
