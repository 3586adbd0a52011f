/**
 * Packages that come with a language itself and are seldom counted among the downloaded ones. RubyGems: default and bundled gems of
 * Ruby 2.7 to 4.0 (stdgems.org).
 */
export const bundledNames: Readonly<Record<string, readonly string[]>> = {
  RubyGems: `abbrev base64 benchmark bigdecimal bundler cgi csv date debug delegate did_you_mean digest drb english erb error_highlight
    etc fcntl fiddle fileutils find forwardable getoptlong io-console io-nonblock io-wait ipaddr irb json logger matrix minitest mutex_m
    net-ftp net-http net-imap net-pop net-protocol net-smtp net-telnet nkf observer open-uri open3 openssl optparse ostruct pathname
    power_assert pp prettyprint prime prism pstore psych racc rake rbs rdoc readline readline-ext reline repl_type_completor resolv
    resolv-replace rexml rinda rss ruby2_keywords securerandom set shellwords singleton stringio strscan syntax_suggest syslog tempfile
    test-unit time timeout tmpdir tsort typeprof un uri weakref win32-registry win32ole xmlrpc yaml zlib`.split(/\s+/),
};
