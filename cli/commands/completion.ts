/**
 * `fleetgraph completion`: prints a script that makes a shell complete commands and options. The script is generated
 * from the definitions of the commands.
 */
import { Argument, type Command, Command as NewCommand, type Option } from 'commander';

const SHELLS = ['bash', 'zsh', 'fish'] as const;

export function completionCommand(program: Command): Command {
  return new NewCommand('completion')
    .description('Print a completion script: source <(fleetgraph completion bash)')
    .addArgument(new Argument('<shell>', 'the shell').choices(SHELLS))
    .action((shell: (typeof SHELLS)[number]) => {
      process.stdout.write(completionScript(program, shell));
    });
}

interface Completed {
  /** Empty for the program itself, `store check` for a subcommand. */
  readonly path: string;
  readonly words: readonly { readonly word: string; readonly about: string }[];
  /** Possible values of flags. */
  readonly values: readonly { readonly flags: readonly string[]; readonly choices: readonly string[] }[];
}

export function completionScript(program: Command, shell: (typeof SHELLS)[number]): string {
  return WRITERS[shell](program.name(), completed(program, ''));
}

function completed(command: Command, path: string): Completed[] {
  const options = command.options.filter(({ hidden }) => !hidden);
  const flagsOf = ({ short, long }: Option) => [short, long].filter(flag => flag !== undefined && flag !== null);
  const own: Completed = {
    path,
    words: [
      ...command.commands.map(child => ({ word: child.name(), about: child.description() })),
      ...command.registeredArguments.flatMap(({ argChoices }) => (argChoices ?? []).map(word => ({ word, about: '' }))),
      ...options.flatMap(option => flagsOf(option).map(word => ({ word, about: option.description }))),
    ],
    values: options.flatMap(option =>
      option.argChoices ? [{ flags: flagsOf(option), choices: option.argChoices }] : [],
    ),
  };
  return [own, ...command.commands.flatMap(child => completed(child, `${path} ${child.name()}`.trim()))];
}

const WRITERS: Readonly<Record<(typeof SHELLS)[number], (name: string, all: readonly Completed[]) => string>> = {
  bash,
  zsh,
  fish,
};

/** Suggests the words of the typed command, or the values of a flag. Without a suggestion, bash suggests files. */
function bash(name: string, all: readonly Completed[]): string {
  const values = all.flatMap(({ path, values }) =>
    values.flatMap(({ flags, choices }) =>
      flags.map(flag => `    ${quoted(`${path}:${flag}`)}) words=${quoted(choices.join(' '))} ;;`),
    ),
  );
  const cases = all.map(
    ({ path, words }) => `      ${quoted(path)}) words=${quoted(words.map(({ word }) => word).join(' '))} ;;`,
  );
  return `_${name}() {
  local cur=\${COMP_WORDS[COMP_CWORD]} prev=\${COMP_WORDS[COMP_CWORD-1]} path= words= word i
  for ((i = 1; i < COMP_CWORD; i++)); do
    word=\${COMP_WORDS[i]}
    case " ${all.map(({ path }) => path.replaceAll(' ', '_')).join(' ')} " in
      *" \${path:+\${path// /_}_}$word "*) path="\${path:+$path }$word" ;;
    esac
  done
  case "$path:$prev" in
${values.join('\n')}
    *) case "$path" in
${cases.join('\n')}
    esac ;;
  esac
  COMPREPLY=($(compgen -W "$words" -- "$cur"))
}
complete -o default -F _${name} ${name}
`;
}

/** zsh can run the script of bash. */
function zsh(name: string, all: readonly Completed[]): string {
  return `autoload -U +X bashcompinit && bashcompinit\n${bash(name, all)}`;
}

function fish(name: string, all: readonly Completed[]): string {
  const lines = all.flatMap(({ path, words, values }) => {
    const condition =
      path === ''
        ? '__fish_use_subcommand'
        : path
            .split(' ')
            .map(word => `__fish_seen_subcommand_from ${word}`)
            .join('; and ');
    const choices = new Map(values.flatMap(({ flags, choices }) => flags.map(flag => [flag, choices] as const)));
    return words.map(({ word, about }) => {
      const kind = word.startsWith('--')
        ? `-l ${word.slice(2)}`
        : word.startsWith('-')
          ? `-s ${word.slice(1)}`
          : `-a ${word}`;
      const takes = choices.has(word) ? ` -x -a ${quoted(choices.get(word)!.join(' '))}` : '';
      return `complete -c ${name} -n ${quoted(condition)} ${kind}${takes}${about ? ` -d ${quoted(about)}` : ''}`;
    });
  });
  return `${lines.join('\n')}\n`;
}

function quoted(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`;
}
