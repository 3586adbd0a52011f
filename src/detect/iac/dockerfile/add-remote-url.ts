import { iacRule } from '../contract/iac-rule.js';
import { failIf } from '../contract/values.js';
import { dockerStages } from '../views/dockerfile.js';
import { hasFlag, isRemote, shownSource, sourcesOf } from './sources.js';

/** A git source bound to a full commit. */
const PINNED = /#[0-9a-f]{40}(?:[0-9a-f]{24})?(?::|$)|[?&]checksum=[0-9a-f]{40}/i;

export const addRemoteUrl = iacRule({
  id: 'dockerfile-add-remote-url',
  formats: ['dockerfile'],
  title: 'ADD from a URL without checksum',
  severity: 'medium',
  confidence: 'high',
  rationale: 'What is fetched is bound to nothing in the file: whoever controls the address controls the image.',
  fix: 'Bind it to its content: `ADD --checksum=sha256:… URL PATH`.',
  references: ['CWE-494', 'https://docs.docker.com/reference/dockerfile/#add---checksum'],
  view: dockerStages,
  *check(stage) {
    for (const add of stage.all('ADD')) {
      if (hasFlag(add, 'checksum')) continue;
      for (const source of sourcesOf(add)) {
        const shown = shownSource(source);
        if (!PINNED.test(shown)) yield failIf(isRemote(source), { at: add.at, evidence: `ADD ${shown}` });
      }
    }
  },
});
