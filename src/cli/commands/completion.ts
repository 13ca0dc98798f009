import { Argument } from 'commander';
import type { Command } from '../start/command';

/** Shells with a script. */
export const SHELLS = ['bash', 'zsh', 'fish'] as const;

export type Shell = (typeof SHELLS)[number];

/**
 * What a shell has to load. Each asks `polyvirt __complete`, which knows commands, options and values; the numbers that it ends
 * with are explained in `answer.ts`.
 */
export const COMPLETION_SCRIPTS: Readonly<Record<Shell, string>> = {
  // Bash breaks words at = and :, and replaces only what is behind the last of them. Works in bash 3.2, which macOS has.
  bash: `# bash completion for polyvirt: source <(polyvirt completion bash)
_polyvirt() {
  local line="\${COMP_LINE:0:COMP_POINT}" words=() typed head directive=0 word
  read -ra words <<<"$line"
  case "$line" in *[[:space:]]) words+=("") ;; esac
  typed="\${words[\${#words[@]}-1]}"
  head="\${typed%"\${typed##*[=:]}"}"
  COMPREPLY=()
  while IFS= read -r line; do
    case "$line" in
      :*) directive="\${line#:}" ;;
      *) word="\${line%%$'\\t'*}"; COMPREPLY+=("\${word#"$head"}") ;;
    esac
  done < <("\${words[0]}" __complete "\${words[@]:1}" 2>/dev/null)
  if ((directive & 2)) && type compopt &>/dev/null; then
    compopt -o nospace
  fi
  if ! ((directive & 4)); then
    type compopt &>/dev/null && compopt -o filenames
    while IFS= read -r word; do
      COMPREPLY+=("$word")
    done < <(if ((directive & 16)); then compgen -d -- "\${typed#"$head"}"; else compgen -f -- "\${typed#"$head"}"; fi)
  fi
}
complete -F _polyvirt polyvirt kubectl-polyvirt
`,
  zsh: `#compdef polyvirt kubectl-polyvirt
# zsh completion for polyvirt: source <(polyvirt completion zsh), or as _polyvirt in a folder of $fpath
_polyvirt() {
  local -a lines described more
  local line directive
  lines=("\${(@f)$(\${(Q)words[1]} __complete "\${(@Q)words[2,CURRENT]}" 2>/dev/null)}")
  directive=\${lines[-1]#:}
  for line in "\${(@)lines[1,-2]}"; do
    if [[ $line == *$'\\t'* ]]; then
      described+=("\${\${line%%$'\\t'*}//:/\\\\:}:\${line#*$'\\t'}")
    else
      described+=("\${line//:/\\\\:}")
    fi
  done
  (( directive & 2 )) && more=(-S '')
  (( \${#described} )) && _describe -V polyvirt described $more
  if (( directive & 16 )); then
    _files -/
  elif ! (( directive & 4 )); then
    _files
  fi
}
if [[ "$funcstack[1]" == _polyvirt ]]; then
  _polyvirt "$@"
else
  compdef _polyvirt polyvirt kubectl-polyvirt
fi
`,
  fish: `# fish completion for polyvirt: polyvirt completion fish | source
function __polyvirt_complete
    set -l words (commandline -opc)
    set -l typed (commandline -ct)
    set -l lines ($words[1] __complete $words[2..-1] "$typed" 2>/dev/null)
    set -l directive (string sub -s 2 -- $lines[-1])
    printf '%s\\n' $lines[1..-2]
    if test (math "bitand($directive, 16)") -ne 0
        __fish_complete_directories "$typed"
    else if test (math "bitand($directive, 4)") -eq 0
        __fish_complete_path "$typed"
    end
end
complete -c polyvirt -f -a '(__polyvirt_complete)'
complete -c kubectl-polyvirt -f -a '(__polyvirt_complete)'
`,
};

const EXAMPLES = `
Examples:
  source <(polyvirt completion bash)             in ~/.bashrc
  source <(polyvirt completion zsh)              in ~/.zshrc, after compinit
  polyvirt completion fish > ~/.config/fish/completions/polyvirt.fish

Completes commands, options and their values: formats, releases, architectures, finding codes, gates, hypervisors.
"kubectl polyvirt" is completed by kubectl itself, with the kubectl_complete-polyvirt that npm installs next to polyvirt.

Exit codes: 0 success; 2 usage error.`;

/** `polyvirt completion SHELL`: the script that a shell loads. */
export const completion: Command = {
  configure: (commander) =>
    commander.addArgument(new Argument('<shell>', 'which shell').choices([...SHELLS])).addHelpText('after', EXAMPLES),
  run: async ([shell], _options, io) => {
    io.out(COMPLETION_SCRIPTS[shell as Shell]);
    return 0;
  },
};
