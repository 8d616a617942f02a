/** The command line. The commands are in commands/. Each command loads most of its modules only when it runs. */
import { Command, CommanderError, Help, type Option } from 'commander';
import { agentCommand } from './commands/agent.ts';
import { clustersCommand } from './commands/clusters.ts';
import { completionCommand } from './commands/completion.ts';
import { configCommand } from './commands/config.ts';
import { demoCommand } from './commands/demo.ts';
import { drainCommand } from './commands/drain.ts';
import { explainCommand } from './commands/explain.ts';
import { gateCommand } from './commands/gate.ts';
import { getCommand } from './commands/get.ts';
import { loginCommand, logoutCommand } from './commands/login.ts';
import { moveCommand } from './commands/move.ts';
import { policyCommand } from './commands/policy.ts';
import { prepareClusterCommand } from './commands/prepare-cluster.ts';
import { queryCommand } from './commands/query.ts';
import { registerCommand } from './commands/register.ts';
import { schemaCommand } from './commands/schema.ts';
import { serveCommand } from './commands/serve.ts';
import { storeCommand } from './commands/store.ts';
import { version, versionCommand } from './commands/version.ts';

/**
 * Names of errors that the user can fix. These errors are printed without a stack. The check uses names, because
 * importing the classes would make every command load the modules of all commands.
 */
const EXPECTED = ['ConfigError', 'KubeconfigError', 'CompositionError', 'SupergraphError', 'ListenError', 'UsageError'];

/** Hides default values that are a boolean or an empty list. */
function optionDescription(option: Option): string {
  const value: unknown = option.defaultValue;
  const isPlain = typeof value === 'boolean' || (Array.isArray(value) && value.length === 0);
  return new Help().optionDescription(
    isPlain ? (Object.create(option, { defaultValue: { value: undefined } }) as Option) : option,
  );
}

const program = new Command('fleetgraph')
  .description("One GraphQL endpoint over all your Kubernetes clusters, filtered by each cluster's own RBAC.")
  .version(version(), '-v, --version')
  .showHelpAfterError('(add --help for the options)')
  .exitOverride();
for (const command of [
  serveCommand(),
  demoCommand(),
  loginCommand(),
  logoutCommand(),
  getCommand(),
  gateCommand(),
  moveCommand(),
  drainCommand(),
  queryCommand(),
  clustersCommand(),
  registerCommand(),
  prepareClusterCommand(),
  agentCommand(),
  explainCommand(),
  policyCommand(),
  schemaCommand(),
  storeCommand(),
  configCommand(),
  completionCommand(program),
  versionCommand(),
]) {
  program.addCommand(command.exitOverride().showHelpAfterError('(add --help for the options)'));
  for (const one of [command, ...command.commands]) one.configureHelp({ optionDescription });
}

// The reader of the pipe has closed it, as in `fleetgraph get pods | head -1`. The process exits silently, like a
// command that SIGPIPE ends.
const SIGPIPE_EXIT_CODE = 141;
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code !== 'EPIPE') throw error;
  process.exit(SIGPIPE_EXIT_CODE);
});

try {
  // Loaded only if a proxy is configured, because loading undici takes time.
  if (['HTTPS_PROXY', 'HTTP_PROXY'].some(name => process.env[name] || process.env[name.toLowerCase()]))
    await import('./use-proxies.ts');
  await program.parseAsync();
} catch (error) {
  // Commander reports 0 after help.
  if (error instanceof CommanderError) process.exitCode = error.exitCode === 0 ? 0 : 2;
  else {
    const expected = error instanceof Error && EXPECTED.includes(error.name);
    console.error(expected ? error.message : error);
    process.exitCode = expected ? 2 : 1;
  }
}
