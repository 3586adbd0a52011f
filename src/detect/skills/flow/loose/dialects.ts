/** The meaning of tokens in a language without a grammar. */
export interface Dialect {
  assign: RegExp;
  variable: RegExp;
  environment: RegExp;
  credential: RegExp;
  fetch: RegExp;
  send: RegExp;
  run: RegExp;
  decode: RegExp;
  write: RegExp;
  remove: RegExp;
}

export const POWERSHELL: Dialect = {
  assign: /^\s*(?:\[[\w.[\]]+\]\s*)?\$(?:script:|global:)?(\w+)\s*\+?=(?!=)/i,
  variable: /\$(?:script:|global:)?(\w+)|\$\{(\w+)\}/g,
  environment: /\b(?:get-childitem|gci|dir|ls)\s+env:|\[(?:system\.)?environment\]::getenvironmentvariables\(\)/i,
  credential: /\$env:(\w+)|getenvironmentvariable\(\s*["'](\w+)/gi,
  fetch:
    /\b(?:invoke-webrequest|iwr|invoke-restmethod|irm|downloadstring|downloadfile|downloaddata|start-bitstransfer|certutil|bitsadmin|curl|wget)\b/i,
  send: /-(?:body|infile|form)\b|\bupload(?:string|file|data|values)\b|\bsend-mailmessage\b/i,
  run: /\b(?:invoke-expression|iex|start-process|saps)\b|&\s*[($]|\[scriptblock\]::create|\bassembly\]::load/i,
  decode: /frombase64string|\[char(?:\[\])?\]\s*\(?\s*[\d(]|-bxor\b/i,
  write: /\s-outfile\b|\b(?:set-content|add-content|out-file|set-itemproperty|new-itemproperty|register-scheduledtask)\b|>>?/i,
  remove: /\b(?:remove-item|ri|del|rmdir)\b/i,
};

export const OTHER: Dialect = {
  assign:
    /^\s*(?:(?:my|our|local|let|var|const|auto|static)\s+)?(?:mut\s+)?\(?[$@%&]?([A-Za-z_]\w*)(?:\s*,\s*[$@%]?\w+)*\)?(?:\s*:\s*[\w<>&:, ]{1,60})?\s*(?::|\|\|)?=(?![=~>])/,
  variable: /\b([a-zA-Z_]\w*)\b/g,
  environment:
    /\bENV\.(?:to_h|to_a|map|each|inspect|to_json)\b|%ENV\b|\$_ENV\b|getenv\(\)|os\.Environ\(\)|env::vars\(\)|\$ENV\b(?![{[])|print_r\(\$_SERVER/,
  credential: /\b(?:ENV\[|ENV\.fetch\(|getenv\(|Getenv\()\s*["'](\w+)/g,
  fetch:
    /\b(?:Net::HTTP\.get\w*|URI\.open|URI\(.*\)\.open|HTTParty\.get|Faraday\.get|open\(\s*["']https?:|file_get_contents\(\s*["']http|http\.Get|LWP::\w+|curl_exec|reqwest::(?:blocking::)?get|ureq::get|HTTP::Tiny|http\.request|https\.request)\b|\bget\(\s*["'$]|`(?:curl|wget)\b/,
  send: /\b(?:Net::HTTP\.post\w*|Net::HTTP\.start|Net::HTTP::Post|HTTParty\.post|Faraday\.post|RestClient\.post|http\.Post\w*|http\.NewRequest\w*|TCPSocket|TcpStream::connect|net\.Dial\w*|IO::Socket|fsockopen|CURLOPT_POSTFIELDS|https?\.request\(|socket\.(?:tcp|connect)|file_get_contents|smtp\.SendMail|(?:\.|->)(?:post|put|send_all|write_all|send|request|Post|PostForm|Put)\()/,
  run: /\b(?:Command::new|loadstring|assert|dostring|eval|instance_eval|system|exec|(?<!::)spawn|Open3\.\w+|IO\.popen|exec\.Command|shell_exec|passthru|load|os\.execute)\b\s*[( "']|`[^`]+`|%x/,
  decode: /Base64\.\w*decode\w*|unpack1?\(\s*["']m|base64_decode|b64decode|StdEncoding\.DecodeString/,
  write: /\bFile\.(?:write|open|append)|IO\.write|file_put_contents|os\.WriteFile|FileUtils\.(?:cp|mv)/,
  remove:
    /\bFileUtils\.(?:rm_rf|rm_r|remove_dir|remove_entry\w*)|os\.RemoveAll|Dir\.delete|fs::remove_dir_all|File::Path::(?:rmtree|remove_tree)|\b(?:rmtree|remove_tree)\s*\(/,
};

/** An address that is written out. */
export const ADDRESS = /\b(?:https?|ftp):\/\/[^\s"'`<>)\\]+|\b\d{1,3}(?:\.\d{1,3}){3}\b|(?<=["'])[\w-]+(?:\.[\w-]+)+(?=:\d{2,5}["'])/i;
