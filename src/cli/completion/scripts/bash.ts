/** For bash 3.2 and later. */
export const bashScript = `# Completion of castellan in bash. In ~/.bashrc: source <(castellan completion bash)
_castellan() {
  local rest=\${COMP_LINE:0:COMP_POINT} words=() likely=() other=() piece='' current='' start='' value about before file i
  COMPREPLY=()
  # Bash breaks words at = and : as well; here they are joined again, up to the cursor.
  for ((i = 0; i <= COMP_CWORD; i++)); do
    [[ $i -eq 0 || $rest == [[:space:]]* ]] && words+=('')
    rest=\${rest#"\${rest%%[![:space:]]*}"}
    piece=\${COMP_WORDS[i]}
    ((i == COMP_CWORD)) && piece=$rest
    words[\${#words[@]} - 1]+=$piece
    rest=\${rest#"$piece"}
  done
  [[ $piece =~ ^[=:@]+$ ]] && piece=''
  current=\${words[\${#words[@]} - 1]}
  # Of a broken word bash replaces the last piece only.
  start=\${current%"$piece"}
  words=("\${words[@]//[\\\\\\"\\']/}")
  while IFS=$'\\t' read -r value about before; do
    case $value in
      :files | :folders)
        compopt -o filenames 2>/dev/null
        file=\${words[\${#words[@]} - 1]#"$before"}
        while IFS= read -r file; do
          if [[ $about == '*' || -d \${file/#\\~/$HOME} || " $about " == *" \${file##*.} "* ]]; then likely+=("$file"); else other+=("$file"); fi
        done < <([[ $value == :folders ]] && compgen -d -- "$file" || compgen -f -- "$file")
        [[ \${#likely[@]} -eq 0 ]] && likely=("\${other[@]}")
        for file in "\${likely[@]}"; do
          file=$before$file
          COMPREPLY+=("\${file#"$start"}")
        done
        ;;
      *)
        [[ $value == *= ]] && compopt -o nospace 2>/dev/null
        value=\${value#"$start"}
        [[ $value == *[!A-Za-z0-9_./@:+=,-]* ]] && printf -v value %q "$value"
        COMPREPLY+=("$value")
        ;;
    esac
  done < <(castellan complete -- "\${words[@]:1}" 2>/dev/null)
}
complete -o nosort -F _castellan castellan 2>/dev/null || complete -F _castellan castellan
`;
