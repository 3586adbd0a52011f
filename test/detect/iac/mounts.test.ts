import { expect, it } from 'vitest';
import { foundBy, scanTexts } from '../../support/scan-texts.js';

it.each([
  ['~/.ssh/id_ed25519:/key:ro', 1],
  ['$HOME/.aws/credentials:/root/.aws/credentials:ro', 1],
  ['/home/me/.kube/config:/config', 1],
  ['/home:/homes', 1],
  ['~/.config/app:/config', 0],
  ['/home/me/project:/src', 0],
  ['./home:/home', 0],
])('mount %s: %s', async (mount, count) => {
  const report = await scanTexts({ 'compose.yaml': `services:\n  app:\n    image: app:1.0\n    volumes:\n      - ${mount}\n` });
  expect(foundBy(report, 'compose-sensitive-host-mount')).toHaveLength(count);
});
