import RequestFiles

extension CompletionScript {
    static var bash: String {
        """
        _session_console() {
            local word=${COMP_WORDS[COMP_CWORD]} before=${COMP_WORDS[COMP_CWORD-1]} offered='' words=() i
            local file='' glue='' prior=${COMP_WORDS[COMP_CWORD-1]}
            COMPREPLY=()
            # bash takes '=', ':' and '@' for words of their own: --flow=code is three; in zsh it is one.
            [[ $prior == '@' ]] && prior=${COMP_WORDS[COMP_CWORD-2]}
            case $word in
                [=:@]) before=$word word='' ;;
                --*=*) before=${word%%=*} glue=${word%%=*}= word=${word#*=} ;;
                @*) before='@' word=${word#@} ;;
            esac
            if [[ $before == '=' ]]; then
                i=$((COMP_CWORD - 1))
                [[ ${COMP_WORDS[i]} == '=' ]] && i=$((i - 1))
                before=${COMP_WORDS[i]}
            fi
            for ((i = 1; i < COMP_CWORD; i++)); do
                case ${COMP_WORDS[i]} in
                    \(spellings(of: Option.known.filter { $0.argument != nil })))
                        [[ ${COMP_WORDS[i+1]} != '=' ]] && i=$((i + 1))
                        [[ ${COMP_WORDS[i-1]} == --file ]] && file=${COMP_WORDS[i]} ;;
                    [=:@])
                        i=$((i + 1))
                        [[ ${COMP_WORDS[i-2]} == --file ]] && file=${COMP_WORDS[i]} ;;
                    --)
                        # Another program's line: first its name, then files.
                        local IFS=$'\\n' kind=-f
                        [[ $i -eq $((COMP_CWORD - 1)) ]] && kind=-c
                        COMPREPLY=($(compgen $kind -- "$word" | sort -u))
                        compopt -o filenames 2>/dev/null
                        return ;;
                    -?*) ;;
                    *) words+=("${COMP_WORDS[i]}") ;;
                esac
            done
            # An option of that name takes an argument elsewhere.
            case ${words[0]}$before in \(switches)) before='' ;; esac
            case ${words[0]}$before$prior in
                run--name*) _session_console_requests "$word" '' "${words[1]}"; return ;;
                request@-d|request@--data|request@=) ;;
                request@*) _session_console_requests "$word" @ "$file"; return ;;
            esac
            case $before in
                \(spellings(of: Option.known.filter { $0.argument?.kind == .file }))|@)
                    local IFS=$'\\n'
                    # readline replaces the '@', too.
                    [[ $before == '@' ]] && glue='@'
                    if [[ -z $glue ]]; then
                        COMPREPLY=($(compgen -f -- "$word"))
                    else
                        for i in "$word"*; do [[ -e $i ]] && COMPREPLY+=("$glue$i"); done
                    fi
                    compopt -o filenames 2>/dev/null
                    return ;;
                \(spellings(of: Option.known.filter { $0.argument?.kind == .profile }))) offered=$(\(profileNames)) ;;
        \(valueCases)
                \(spellings(of: Option.known.filter(isFree)))|:) return ;;
                *)
                    case ${words[0]} in
        \(commandCases)
                        *) return ;;
                    esac ;;
            esac
            COMPREPLY=($(compgen -W "$offered" -- "$word"))
            COMPREPLY=("${COMPREPLY[@]/#/$glue}")
            # What ends in '=' or ':' goes on.
            [[ ${#COMPREPLY[@]} -eq 1 && ${COMPREPLY[0]} == *[=:] ]] && compopt -o nospace 2>/dev/null
            return 0
        }
        # The names are any text: no shell may expand them.
        _session_console_requests() {
            local name
            while IFS= read -r name; do
                [[ $name == "$1"* ]] || continue
                [[ -z ${ZSH_VERSION-} ]] && printf -v name '%q' "$name"
                COMPREPLY+=("$2$name")
            done < <(session-console completion \(requests) ${3:+--file "$3"} 2>/dev/null)
        }
        complete -F _session_console session-console
        """
    }

    private static func spellings(of options: [Option]) -> String {
        options.flatMap(\.spellings).joined(separator: "|")
    }

    /// The switches of commands that share their names with options that take arguments.
    private static var switches: String {
        commands.flatMap { command in
            command.options.filter { $0.isNamesake && $0.argument == nil }
                .map { "\(command.name)--\($0.name)" }
        }
        .joined(separator: "|")
    }

    /// Whether its argument can't be completed.
    private static func isFree(_ option: Option) -> Bool {
        guard option.values.isEmpty else { return false }
        switch option.argument?.kind {
        case .text, .words, .time, .pair: return true
        case .file, .profile, nil: return false
        }
    }

    private static var valueCases: String {
        let options = Option.known.filter { !$0.values.isEmpty }
        return Option.known.filter { !$0.isNamesake }.compactMap { option in
            let namesakes = options.filter { $0.isNamesake && $0.name == option.name }
            guard options.contains(option) || !namesakes.isEmpty else { return nil }
            let own = commands.flatMap { command in
                namesakes.filter(command.options.contains).map { "\(command.name)) \(offer($0)) ;; " }
            }
            let other = options.contains(option) ? offer(option) : "return"
            let offered = own.isEmpty ? other : "case ${words[0]} in \(own.joined())*) \(other) ;; esac"
            return "        \(spellings(of: [option]))) \(offered) ;;"
        }
        .joined(separator: "\n")
    }

    private static func offer(_ option: Option) -> String {
        "offered=\(option.values.joined(separator: " ").shellWord)"
    }

    /// What can follow each command; without a command, commands, profiles, files, and the console's own options.
    private static var commandCases: String {
        let profiles = """

            \(margin)[[ $word != -* && ${#words[@]} -eq 0 ]] && offered+=" $(\(profileNames))"
            """
        let console = offer(.console, commands.map(\.name), to: 0) + profiles + files(after: 0) + " ;;"
        let named = commands.map { command in
            var lines = offer(command, command.firstOperands(), to: 1)
            if command.takesFile { lines += files(after: 1) }
            if !command.operandsBeforeProfile.isEmpty {
                lines += """

                    \(margin)[[ $word != -* && ${#words[@]} -eq 2 ]] && case ${words[1]} in
                    \(margin)    \(command.operandsBeforeProfile.joined(separator: "|"))) offered=$(\(profileNames)) ;;
                    \(margin)esac
                    """
            }
            return "                \(command.name))\(lines) ;;"
        }
        return (["                '')\(console)"] + named).joined(separator: "\n")
    }

    /// Offers files, too, where there are so many words.
    private static func files(after count: Int) -> String {
        """

        \(margin)if [[ $word != -* && ${#words[@]} -eq \(count) ]]; then
        \(margin)    local names=($(compgen -W "$offered" -- "$word")) IFS=$'\\n'
        \(margin)    COMPREPLY=("${names[@]}" $(compgen -f -- "$word"))
        \(margin)    compopt -o filenames 2>/dev/null
        \(margin)    return
        \(margin)fi
        """
    }

    private static let margin = String(repeating: " ", count: 20)

    /// Offers options after a dash, and operands until there are `count` words.
    private static func offer(_ command: Command, _ words: [String], to count: Int) -> String {
        let options = command.allOptions.map { "--\($0.name)" }.joined(separator: " ")
        guard !words.isEmpty else { return "\n\(margin)[[ $word == -* ]] && offered=\(options.shellWord)" }
        return """

            \(margin)if [[ $word == -* ]]; then offered=\(options.shellWord)
            \(margin)elif [[ ${#words[@]} -eq \(count) ]]; then offered=\(words.joined(separator: " ").shellWord)
            \(margin)fi
            """
    }
}
