/** For zsh 5. */
export const zshScript = `#compdef castellan
# Completion of castellan in zsh. In ~/.zshrc, after compinit: source <(castellan completion zsh)
_castellan() {
  local line found=1
  local -a parts values open
  for line in "\${(@f)$(castellan complete -- "\${(@Q)words[2,CURRENT-1]}" "\${(Q)PREFIX}" 2>/dev/null)}"; do
    parts=("\${(@ps:\\t:)line}")
    case $parts[1] in
      '') ;;
      :folders)
        compset -P "\${(b)parts[3]}"
        _files -/ && found=0
        ;;
      :files)
        compset -P "\${(b)parts[3]}"
        if [[ $parts[2] == '*' ]]; then _files && found=0; else _files -g "*.(\${parts[2]// /|})(-.)" && found=0; fi
        ;;
      *=) open+=("\${parts[1]//:/\\\\:}\${parts[2]:+:$parts[2]}") ;;
      *) values+=("\${parts[1]//:/\\\\:}\${parts[2]:+:$parts[2]}") ;;
    esac
  done
  (($#values)) && _describe -V castellan values && found=0
  (($#open)) && _describe -V castellan open -S '' && found=0
  return found
}
if [[ \${funcstack[1]} == _castellan ]]; then _castellan "$@"; else compdef _castellan castellan; fi
`;
