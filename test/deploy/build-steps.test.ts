import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { builtImage } from '../support/container-image.js';
import { hasBash } from '../support/doc-commands.js';
import { replayBuildStage, stepsOfBuildStage } from '../support/image-build.js';
import { execa } from '../support/programs.js';
import { temporaryFolder } from '../support/spawn-cli.js';

/** Where the build stage was replayed before, as continuous integration does to build the program. */
const replayed = process.env.TEST_IMAGE_STAGE;

/** With TEST_IMAGE a builder did it for real. */
describe.skipIf(builtImage !== undefined || !hasBash)('the build stage of the Dockerfile, replayed without a container', () => {
  it('makes the program as the image has it', async () => {
    const temporary = temporaryFolder();
    onTestFinished(temporary.dispose);
    const root = replayed ?? temporary.path;
    if (replayed === undefined) await replayBuildStage(root);
    expect(stepsOfBuildStage()).toEqual(['WORKDIR', 'COPY', 'RUN', 'COPY', 'RUN']);
    expect(existsSync(join(root, 'build/test/docs'))).toBe(false);
    const app = join(root, 'app');
    for (const [path, isThere] of Object.entries({ native: false, 'dist/ui/index.html': true, 'dist/guide': true, src: false, docs: true }))
      expect([path, existsSync(join(app, path))]).toEqual([path, isThere]);
    // As the image has it: alone, with nothing of npm's around it.
    const scan = await execa(process.execPath, [join(app, 'bin/castellan.cjs'), 'scan', '--demo'], { cwd: dirname(app), reject: false });
    expect(scan).toMatchObject({ exitCode: 1, stdout: expect.stringContaining('BLOCKED') });
  }, 600_000);
});
