/** Runs the completion scripts in their shells. Shells that are not installed are skipped. */
import { describe, expect, it } from '@jest/globals';
import { Argument, Command, Option } from 'commander';
import { spawnSync } from 'node:child_process';
import { completionScript } from '../../../cli/commands/completion.ts';

const program = new Command('fleetgraph')
  .addCommand(
    new Command('get')
      .description("Objects; it's all")
      .addOption(new Option('-o, --output <format>').choices(['table', 'json'])),
  )
  .addCommand(new Command('store').addCommand(new Command('check').option('--cluster')))
  .addCommand(new Command('completion').addArgument(new Argument('<shell>').choices(['bash', 'zsh'])));
const has = (shell: string) => spawnSync(shell, ['--version']).status === 0;

/** Bash's suggestions for the last word. */
function suggested(...words: string[]): string[] {
  const script = `${completionScript(program, 'bash')}\nCOMP_WORDS=("$@"); COMP_CWORD=$(($# - 1)); _fleetgraph; echo "\${COMPREPLY[@]}"`;
  const { stdout, stderr } = spawnSync('bash', ['-c', script, 'bash', 'fleetgraph', ...words], { encoding: 'utf8' });
  expect(stderr).toBe('');
  return stdout.trim().split(' ').filter(Boolean);
}

(has('bash') ? describe : describe.skip)('in bash', () => {
  it.each([
    [[''], ['get', 'store', 'completion']],
    [['g'], ['get']],
    [
      ['get', '-'],
      ['-o', '--output'],
    ],
    [
      ['get', '--output', ''],
      ['table', 'json'],
    ],
    [['get', 'pods', '-o', 'j'], ['json']],
    [['get', 'pods', '--o'], ['--output']],
    [['store', ''], ['check']],
    [['store', 'check', '--'], ['--cluster']],
    [
      ['completion', ''],
      ['bash', 'zsh'],
    ],
    [['unknown', 'x'], []],
  ])('%j is completed by %j', (words, expected) => {
    expect(suggested(...words)).toEqual(expected);
  });
});

it.each(['bash', 'zsh', 'fish'] as const)('%s takes its script', shell => {
  if (!has(shell)) return;
  const { status, stderr } = spawnSync(shell, ['-n'], { input: completionScript(program, shell), encoding: 'utf8' });
  expect([status, stderr]).toEqual([0, '']);
});

it('in fish names commands, options and their values, with what they are', () => {
  const lines = completionScript(program, 'fish').split('\n');
  expect(lines).toContain(`complete -c fleetgraph -n '__fish_use_subcommand' -a get -d 'Objects; it'\\''s all'`);
  expect(lines).toContain(`complete -c fleetgraph -n '__fish_seen_subcommand_from get' -l output -x -a 'table json'`);
});
