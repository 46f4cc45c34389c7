import type { TreeCommand } from './command-tree.ts';

export const shells = ['bash', 'zsh', 'fish'] as const;
export type Shell = (typeof shells)[number];

/** A script that completes the commands and options of `countersign`, without starting it. */
export function completionScript(shell: Shell, tree: readonly TreeCommand[]): string {
  return { bash, zsh, fish }[shell](tree);
}

/** In single quotes, as all three shells read them. */
const quoted = (text: string) => `'${text.replaceAll("'", "'\\''")}'`;
const valueFlags = ({ options }: TreeCommand) =>
  options.filter(({ takesValue }) => takesValue).map(({ flag }) => flag);
const indented = (lines: readonly string[]) => lines.map((line) => `    ${line}`).join('\n');

/** Where a line stands: the longest known path among its words. Options and their values are no part of it. */
function knownPaths(tree: readonly TreeCommand[]): string {
  return tree
    .filter(({ path }) => path !== '')
    .map(({ path }) => quoted(` ${path}`))
    .join(' | ');
}

function bash(tree: readonly TreeCommand[]): string {
  const arms = tree.map((one) => {
    const words = [...one.commands.map(({ name }) => name), ...one.options.map(({ flag }) => flag)];
    const path = quoted(one.path && ` ${one.path}`);
    return `${path}) words=${quoted(words.join(' '))} values=${quoted(` ${valueFlags(one).join(' ')} `)} ;;`;
  });
  return `# Completion of countersign for bash: countersign completion bash > /etc/bash_completion.d/countersign
_countersign() {
  local at='' words='' values='' current=\${COMP_WORDS[COMP_CWORD]} i
  for ((i = 1; i < COMP_CWORD; i++)); do
    case "$at \${COMP_WORDS[i]}" in
      ${knownPaths(tree)}) at="$at \${COMP_WORDS[i]}" ;;
    esac
  done
  case $at in
${indented(arms)}
  esac
  COMPREPLY=()
  # The value of an option is no word of ours; bash then completes file names.
  [[ $values == *" \${COMP_WORDS[COMP_CWORD - 1]} "* ]] && return
  COMPREPLY=($(compgen -W "$words" -- "$current"))
}
complete -o default -F _countersign countersign
`;
}

function zsh(tree: readonly TreeCommand[]): string {
  const described = (name: string, about: string) =>
    quoted(`${name.replaceAll(':', '\\:')}:${about}`);
  const arms = tree.map((one) => {
    const commands = one.commands.map(({ name, about }) => described(name, about)).join(' ');
    const options = one.options.map(({ flag, about }) => described(flag, about)).join(' ');
    const path = quoted(one.path && ` ${one.path}`);
    return `${path}) commands=(${commands}) options=(${options}) values=${quoted(` ${valueFlags(one).join(' ')} `)} ;;`;
  });
  return `#compdef countersign
# Completion of countersign for zsh: countersign completion zsh > a folder of $fpath/_countersign
_countersign() {
  local at='' values='' i
  local -a commands options
  for ((i = 2; i < CURRENT; i++)); do
    case "$at $words[i]" in
      ${knownPaths(tree)}) at="$at $words[i]" ;;
    esac
  done
  case $at in
${indented(arms)}
  esac
  if [[ $values == *" $words[CURRENT-1] "* ]]; then
    _files
    return
  fi
  (( $#commands )) && _describe -t commands command commands
  [[ $PREFIX == -* || $#commands -eq 0 ]] && _describe -o -t options option options
}
if [ "$funcstack[1]" = _countersign ]; then
  _countersign "$@"
else
  compdef _countersign countersign
fi
`;
}

function fish(tree: readonly TreeCommand[]): string {
  const lines = tree.flatMap((one) => {
    const at = `complete -c countersign -n ${quoted(`__countersign_at "${one.path}"`)}`;
    return [
      ...one.commands.map(({ name, about }) => `${at} -a ${name} -d ${fishQuoted(about)}`),
      ...one.options.map(
        ({ flag, about, takesValue }) =>
          `${at} -l ${flag.replace('--', '')}${takesValue ? ' -r -F' : ''} -d ${fishQuoted(about)}`,
      ),
    ];
  });
  const paths = tree.filter(({ path }) => path !== '').map(({ path }) => quoted(path));
  return `# Completion of countersign for fish: countersign completion fish > ~/.config/fish/completions/countersign.fish
set -g __countersign_paths ${paths.join(' ')}
function __countersign_at
  set -l at ''
  for word in (commandline -opc)[2..]
    set -l next (string trim -- "$at $word")
    contains -- "$next" $__countersign_paths; and set at $next
  end
  test "$at" = "$argv[1]"
end
complete -c countersign -f
${lines.join('\n')}
`;
}

/** Fish escapes a quote inside single quotes by a backslash. */
const fishQuoted = (text: string) => `'${text.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}'`;
