/** For fish 3 and later. */
export const fishScript = `# Completion of castellan in fish: castellan completion fish > ~/.config/fish/completions/castellan.fish
function __castellan_complete
    set -l words (commandline -opc)
    set -e words[1]
    set -l current (commandline -ct | string unescape | string collect)
    for line in (castellan complete -- $words "$current" 2>/dev/null)
        set -l parts (string split \\t -- $line)
        switch $parts[1]
            case ':files' ':folders'
                set -l path (string replace -- "$parts[3]" '' "$current")
                set -l found (__fish_complete_path "$path")
                set -l likely (string match -r '^[^\\t]*/(?:\\t.*)?$' -- $found)
                if test $parts[1] = ':files'
                    if test "$parts[2]" = '*'
                        set likely $found
                    else
                        set -l ending (string replace -a ' ' '|' -- $parts[2])
                        set likely (string match -r '^[^\\t]*(?:/|\\.(?:'$ending'))(?:\\t.*)?$' -- $found)
                        test (count $likely) -eq 0; and set likely $found
                    end
                end
                for file in $likely
                    printf '%s%s\\n' "$parts[3]" $file
                end
            case '*'
                printf '%s\\n' $line
        end
    end
end
complete -c castellan -f -k -a '(__castellan_complete)'
`;
