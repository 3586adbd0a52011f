import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import * as iacValues from '../../src/cli/commands/iac-values.js';
import { runCommand } from '../support/run-command.js';
import { temporaryFolder } from '../support/spawn-cli.js';

let folder: ReturnType<typeof temporaryFolder>;

beforeEach(() => {
  folder = temporaryFolder();
});

afterEach(() => folder.dispose());

function write(path: string, text: string): void {
  mkdirSync(join(folder.path, path, '..'), { recursive: true });
  writeFileSync(join(folder.path, path), text);
}

describe('castellan iac values', () => {
  it('shows values, what is unknown, and where each one comes from', async () => {
    write(
      'main.tf',
      'variable "ports" { default = [22] }\nvariable "cidr" {}\nresource "test_group" "a" {\n  ports = var.ports\n  cidrs = [var.cidr]\n}\n',
    );
    const { out, code } = await runCommand(iacValues, [folder.path]);
    expect(code).toBe(0);
    expect(JSON.parse(out).roots['.'].resources['test_group.a']).toEqual({
      type: 'test_group',
      format: 'terraform',
      at: 'main.tf:3',
      attributes: { ports: [22], cidrs: [{ $unknown: 'var.cidr' }] },
      origins: {
        ports: { at: 'main.tf:4', via: ['main.tf:1'] },
        cidrs: { at: 'main.tf:5' },
        'cidrs[0]': { at: 'main.tf:5', via: ['main.tf:2'] },
      },
    });
  });

  it('follows a value through texts, functions, operators and what chose it', async () => {
    write('terraform.tfvars', 'stage = "prod"\n');
    write(
      'main.tf',
      'variable "stage" {}\nlocals {\n  name = "a-${var.stage}"\n}\nresource "test_db" "a" {\n  name = upper(local.name)\n  open = var.stage == "prod"\n  size = var.stage == "prod" ? 2 : 1\n  mark = "none"\n}\n',
    );
    const { out } = await runCommand(iacValues, [folder.path]);
    const { attributes, origins } = JSON.parse(out).roots['.'].resources['test_db.a'];
    expect(attributes).toEqual({ name: 'A-PROD', open: true, size: 2, mark: 'none' });
    expect(origins).toEqual({
      name: { at: 'main.tf:6', via: ['main.tf:3', 'terraform.tfvars:1'] },
      open: { at: 'main.tf:7', via: ['terraform.tfvars:1'] },
      size: { at: 'main.tf:8', via: ['terraform.tfvars:1'] },
      mark: { at: 'main.tf:9' },
    });
  });

  it('hides what is secret', async () => {
    write(
      'main.tf',
      'variable "s" {\n  default   = "hidden-one"\n  sensitive = true\n}\nresource "test_db" "a" {\n  password = "hidden-two"\n  url      = "postgres://u:hidden-three@db/x"\n  note     = "p ${var.s}"\n}\n',
    );
    const { out } = await runCommand(iacValues, [folder.path]);
    expect(out).not.toContain('hidden-');
    expect(JSON.parse(out).roots['.'].resources['test_db.a'].attributes.note).toBe('<redacted>');
  });

  it('ends with 1 where something cannot be read, and with usage where there is no folder', async () => {
    write('main.tf', 'resource "a" "b" {');
    const { out, code } = await runCommand(iacValues, [folder.path]);
    expect(code).toBe(1);
    expect(JSON.parse(out).issues).toMatchObject([{ kind: 'unparsable', path: 'main.tf', line: 1 }]);
    expect((await runCommand(iacValues, [join(folder.path, 'nowhere')])).code).toBe(2);
  });
});
