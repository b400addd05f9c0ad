# Completes command lines of pentocity in fish: the program says what may follow, and if files may, it succeeds.
function __pentocity
    set -l words (commandline -opc)
    $words[1] --complete $words[2..-1] (commandline -ct) 2>/dev/null
end
complete -c pentocity -f -a '(__pentocity)'
complete -c pentocity -n '__pentocity >/dev/null' -F
