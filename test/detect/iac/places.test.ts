import { describe, expect, it } from 'vitest';
import { scanTexts } from '../../support/scan-texts.js';

async function found(files: Record<string, string>, rule: string) {
  const { findings } = await scanTexts(files);
  return findings.filter((finding) => finding.rule === rule);
}

const placesOf = ({ locations }: { locations: readonly { path: string; line?: number }[] }) =>
  locations.map(({ path, line }) => `${path}:${line}`);

const DATABASE = 'variable "open" {\n  default = false\n}\nresource "aws_db_instance" "a" {\n  publicly_accessible = var.open\n}\n';

describe('the places of a finding', () => {
  it('are the attribute and what set its value', async () => {
    const [set] = await found({ 'infra/main.tf': DATABASE, 'infra/prod.auto.tfvars': '\nopen = true\n' }, 'aws-rds-public');
    expect(set && placesOf(set)).toEqual(['infra/main.tf:5', 'infra/prod.auto.tfvars:2']);
  });

  it('are the resource alone where the attribute is absent', async () => {
    const [absent] = await found(
      { 'main.tf': 'variable "n" {\n  default = "x"\n}\nresource "aws_kms_key" "k" { description = var.n }\n' },
      'aws-kms-rotation',
    );
    expect(absent && placesOf(absent)).toEqual(['main.tf:4']);
  });
});

describe('the severity of what a module declares', () => {
  const call = 'module "a" {\n  source = "../../modules/db"\n  open   = true\n}\n';

  it('is one step less where examples alone call it so', async () => {
    const [finding] = await found({ 'modules/db/main.tf': DATABASE, 'examples/basic/main.tf': call }, 'aws-rds-public');
    expect(finding?.severity).toBe('high');
    expect(finding && placesOf(finding)).toEqual(['modules/db/main.tf:5', 'examples/basic/main.tf:3', 'examples/basic/main.tf:1']);
  });

  it('is that of production where production calls it so, too', async () => {
    const files = { 'modules/db/main.tf': DATABASE, 'examples/basic/main.tf': call, 'live/eu/main.tf': call };
    expect(await found(files, 'aws-rds-public')).toMatchObject([{ severity: 'critical' }]);
  });
});
