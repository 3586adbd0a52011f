/** How values are written in a file: code quotes them, configuration need not. */
export type Style = 'code' | 'config' | 'yaml' | 'prose';

/** What a file's path says of the secrets in it. */
export interface FileKind {
  style: Style;
  /** False: lockfiles, checksums and other files full of random characters; only keys that give themselves away count. */
  generic: boolean;
  /** Tests, examples and documentation. */
  example: boolean;
  /** Other people's code. */
  vendored: boolean;
  /** `.env`, and what is named after production. */
  live: boolean;
  name: string;
}

const RANDOM =
  /^(?:package-lock\.json|npm-shrinkwrap\.json|yarn\.lock|pnpm-lock\.yaml|bun\.lockb?|deno\.lock|composer\.lock|gemfile\.lock|cargo\.lock|go\.sum|poetry\.lock|pdm\.lock|uv\.lock|pipfile\.lock|package\.resolved|gradle\.lockfile|verification-metadata\.xml|packages\.lock\.json|\.terraform\.lock\.hcl|flake\.lock|mix\.lock|pubspec\.lock|podfile\.lock|conan\.lock|known_hosts|.*\.sum|(?:sha\d{1,3}|md5)sums?(?:\.txt)?|.*\.(?:map|svg|pub|crt|csr|cer|lock|sha256|sha512|md5|snap|tokens|vcxproj|pbxproj|po|pot|xlf|xliff)|.*\.min\.(?:js|css|mjs)|.*[-.]bundle\.js|integrity\.json|checksums?\.(?:txt|json))$/i;
const EXAMPLE_PART =
  /^(?:__?tests?__?|tests?|testing|testdata|test-data|test_data|testcases?|e2e|specs?|fixtures?|__fixtures__|__mocks__|mocks?|examples?|samples?|demos?|docs?(?:[-_]\w+)?|documentation|cassettes|snapshots|__snapshots__|stubs|unittests?|[\w.-]+[-_.]tests?|tests?[-_][\w.-]+|i18n|locales?|lang|translations?|messages)$/i;
const EXAMPLE_NAME =
  /\.d\.[cm]?ts$|\.(?:example|sample|template|dist|tmpl|tpl)$|\.(?:example|sample|template)\.[a-z]+$|[._-](?:test|spec|tests|specs|mock|fixture|stories)\.[a-z]+$|^test_|_test\.[a-z]+$|^(?:readme|changelog|contributing|history|news|changes|faq|security|todo)(?:\.|$)|\.(?:mdx?|rst|adoc|asciidoc|textile|pod|man|[1-9]|tex|ipynb_checkpoints)$/i;
const VENDORED_PART =
  /^(?:node_modules|vendor|vendored|third_party|thirdparty|third-party|site-packages|dist-packages|bower_components|external|deps)$/i;
const CODE =
  /\.(?:[cm]?[jt]sx?|py|pyi|pyx|go|rs|java|kts?|scala|swift|cc?|cpp|cxx|hh?|hpp|hxx|cs|vb|fs|php\d?|phtml|rb|rake|pl|pm|lua|dart|exs?|erl|hrl|hs|clj[sc]?|groovy|gradle|mm?|vue|svelte|astro|sol|zig|nim|r|jl|json[c5]?|ipynb|jsonl|tf|hcl|nix|html?|xhtml|xml|xaml|csproj|jsp|aspx?|ejs|erb|hbs|css|s[ca]ss|less|sql|graphql|proto|thrift|ml|mli|elm|ps1|psm1|psd1|bicep|jsonnet|libsonnet|cue|rego|bas|pas|f90|asm|s|v|vhd|el|lisp|scm|rkt|tcl|vim|cmake|mdx|csv|tsv|toml|har|avsc|plist|storyboard|strings|resx|wsdl|xsd|xsl|svg|diff|patch)$/i;
const PROSE = /\.(?:md|markdown|rst|adoc|asciidoc|txt|textile|tex|org|pod|log|eml|csv|tsv|html?|srt|vtt)$/i;
const YAML = /\.(?:ya?ml|yaml\.\w+|yml\.\w+)$/i;
const LIVE = /^\.env|\.env$|\.envrc$|(?:^|[._-])prod(?:uction)?(?:[._-]|$)/i;

/** Judges a path, relative to what is scanned. */
export function fileKind(path: string): FileKind {
  const parts = path.split('/');
  const name = parts.pop() ?? '';
  const plain = name.replace(/\.(?:example|sample|template|dist|tmpl|tpl|bak|old|orig|erb|j2|local)$/i, '');
  return {
    name,
    style: YAML.test(plain)
      ? 'yaml'
      : /^\.?env/i.test(name)
        ? 'config'
        : CODE.test(plain)
          ? 'code'
          : PROSE.test(plain)
            ? 'prose'
            : 'config',
    generic: !RANDOM.test(name),
    example: EXAMPLE_NAME.test(name) || parts.some((part) => EXAMPLE_PART.test(part)),
    vendored: parts.some((part) => VENDORED_PART.test(part)),
    live: LIVE.test(name) && !EXAMPLE_NAME.test(name),
  };
}
