import { describe, expect, it } from 'vitest';
import { mavenPom } from '../../../src/collect/lockfiles/formats/maven-pom/maven-pom.js';
import { msbuild } from '../../../src/collect/lockfiles/formats/msbuild/msbuild.js';
import { packagesConfig } from '../../../src/collect/lockfiles/formats/packages-config.js';
import { InputError } from '../../../src/support/errors.js';
import { outcomeOf, readFrom } from '../../support/memory-files.js';

/** One byte a character, as ISO-8859-1 and its kin write. */
const bytesOf = (text: string) => Uint8Array.from(text, (character) => character.charCodeAt(0));
const pom = (encoding: string) => `<?xml version="1.0" encoding="${encoding}"?>
<project><artifactId>x</artifactId><description>Gr\u00f6\u00dfe</description>
<dependencies><dependency><groupId>org.acme</groupId><artifactId>core</artifactId><version>1.2</version></dependency></dependencies>
</project>`;

describe('an XML file in the encoding it declares', () => {
  it.each(['ISO-8859-1', 'windows-1252', 'iso-8859-15', 'us-ascii'])('%s is read', async (encoding) => {
    const { packages } = await readFrom(mavenPom, { 'pom.xml': bytesOf(pom(encoding)) }, 'pom.xml');
    expect(packages.map(({ name, version }) => `${name}@${version}`)).toEqual(['org.acme:core@1.2']);
  });

  it('is read whatever the format', async () => {
    const project =
      '<?xml version="1.0" encoding="windows-1252"?>\n<Project><!-- \u00e9 --><ItemGroup><PackageReference Include="Acme" Version="1.0.0"/></ItemGroup></Project>';
    const config = '<?xml version="1.0" encoding="iso-8859-1"?>\n<packages><!-- \u00e9 --><package id="Acme" version="1.0.0"/></packages>';
    for (const [reader, path, text] of [
      [msbuild, 'a.csproj', project],
      [packagesConfig, 'packages.config', config],
    ] as const)
      expect((await readFrom(reader, { [path]: bytesOf(text) }, path)).packages).toMatchObject([{ name: 'Acme', version: '1.0.0' }]);
  });

  it.each(['UTF-8', 'x-no-such', 'UTF-16'])('%s is not believed where the bytes are no UTF-8', async (encoding) => {
    expect(await outcomeOf(mavenPom, 'pom.xml', bytesOf(pom(encoding)))).toMatchObject({ issue: 'wrong_encoding' });
  });

  it('may not hold NUL', async () => {
    expect(await outcomeOf(mavenPom, 'pom.xml', bytesOf(pom('ISO-8859-1').replace('core', 'co\0re')))).toBeInstanceOf(InputError);
  });
});
