import { describe, expect, it } from 'vitest';
import { ecosystemOf } from '../../src/ecosystems/registry.js';
import { shellWord } from '../../src/ecosystems/shell-word.js';

describe('the command that installs a version', () => {
  it.each([
    ['npm', '@babel/core', '7.26.10', 'npm-lock', 'npm install @babel/core@7.26.10'],
    ['npm', 'left-pad', '1.3.0', undefined, 'npm install left-pad@1.3.0'],
    ['npm', 'left-pad', '1.3.0', 'pnpm-lock', 'pnpm update left-pad@1.3.0'],
    ['npm', 'left-pad', '1.3.0', 'yarn-classic', 'yarn upgrade left-pad@1.3.0'],
    ['npm', 'left-pad', '1.3.0', 'yarn-berry', 'yarn up left-pad@1.3.0'],
    ['npm', 'left-pad', '1.3.0', 'bun-lock', 'bun add left-pad@1.3.0'],
    ['npm', 'left-pad', '1.3.0', 'deno-lock', 'deno add npm:left-pad@1.3.0'],
    ['PyPI', 'django', '4.2.16', 'poetry-lock', 'poetry add django==4.2.16'],
    ['PyPI', 'django', '4.2.16', 'uv-lock', 'uv add django==4.2.16'],
    ['PyPI', 'django', '4.2.16', 'requirements', 'pip install django==4.2.16'],
    ['PyPI', 'torch', '1!2.0', 'requirements', "pip install 'torch==1!2.0'"],
    ['Go', 'golang.org/x/net', '0.38.0', 'go-mod', 'go get golang.org/x/net@v0.38.0'],
    ['Go', 'stdlib', '1.23.8', 'go-mod', 'go get toolchain@go1.23.8'],
    ['crates.io', 'rustls', '0.23.18', 'cargo-lock', 'cargo update -p rustls --precise 0.23.18'],
    ['Maven', 'g:a', '1.2', 'maven-pom', 'mvn versions:use-dep-version -Dincludes=g:a -DdepVersion=1.2'],
    ['Maven', 'g:a', '1.2', 'gradle-lockfile', 'gradle dependencies --update-locks g:a'],
    ['NuGet', 'Newtonsoft.Json', '13.0.3', 'nuget-lock', 'dotnet add package Newtonsoft.Json --version 13.0.3'],
    ['NuGet', 'jQuery', '3.7.1', 'packages-config', 'nuget update packages.config -Id jQuery -Version 3.7.1'],
    ['RubyGems', 'rack', '2.2.14', 'gemfile-lock', 'bundle update --conservative rack'],
    ['Packagist', 'twig/twig', '3.14.1', 'composer-lock', 'composer require --with-all-dependencies twig/twig:3.14.1'],
    ['Hex', 'plug', '1.16.2', 'mix-lock', 'mix deps.update plug'],
    ['Hackage', 'aeson', '2.2.1.0', 'cabal-freeze', "cabal freeze --constraint 'aeson ==2.2.1.0'"],
    ['CRAN', 'readxl', '1.4.5', 'renv-lock', `Rscript -e 'renv::install("readxl@1.4.5")'`],
    ['Debian', 'openssl', '3.0.15-1~deb12u1', 'dpkg', "apt-get install --only-upgrade 'openssl=3.0.15-1~deb12u1'"],
    ['Alpine', 'busybox', '1.36.1-r5', 'apk', 'apk add --upgrade busybox=1.36.1-r5'],
    ['Rocky Linux', 'curl', '7.76.1-29.el9', 'rpm', 'dnf upgrade curl-7.76.1-29.el9'],
    ['SUSE', 'curl', '8.0.1-1.1', 'rpm', 'zypper update curl=8.0.1-1.1'],
  ])('%s %s %s (%s)', (ecosystem, name, version, format, command) => {
    expect(ecosystemOf(ecosystem)?.upgradeCommand?.(name, version, format)).toBe(command);
  });

  it('is left out where no command sets a version', () => {
    expect(ecosystemOf('SwiftURL')?.upgradeCommand).toBeUndefined();
    expect(ecosystemOf('GitHub Actions')?.upgradeCommand).toBeUndefined();
  });
});

describe('a word of the evidence in a command', () => {
  it('is quoted, cleaned of control characters and never an option', () => {
    expect(shellWord('lodash@4.17.21')).toBe('lodash@4.17.21');
    expect(shellWord("it's")).toBe("'it'\\''s'");
    expect(shellWord('a\u001b[2J\nb')).toBe("'a[2Jb'");
    expect(shellWord('--registry=http://evil')).toBe('registry=http://evil');
    expect(shellWord('')).toBe("''");
  });
});
