import { expect, it } from 'vitest';
import { readKubernetes } from '../../support/read-kubernetes.js';

it('the reason of an annotation does not tell the value that it excuses', async () => {
  const { ignores } = await readKubernetes({
    'secret.yaml': `apiVersion: v1
kind: Secret
metadata:
  name: db
  annotations:
    castellan.dev/ignore.k8s-secret-literal: 'tulip-42 is only for the demo until=2099-01-01'
stringData:
  password: tulip-42
`,
  });
  expect(ignores).toMatchObject([{ reason: expect.stringMatching(/^(?!.*tulip).* is only for the demo$/), until: '2099-01-01' }]);
});
