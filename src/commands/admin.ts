import '../process/set-production-mode.ts';
import { envFileVariableNames } from '../process/load-env-file.ts';
import { runAdminCommand } from './program.ts';

// A reader that has seen enough (`| head`) closes the pipe, which is no failure.
process.stdout.on('error', (error: NodeJS.ErrnoException) => process.exit(error.code === 'EPIPE' ? 0 : 1));

process.exitCode = await runAdminCommand(process.argv.slice(2), {
  env: process.env,
  namesInFile: envFileVariableNames,
  writeOutput: (text) => void process.stdout.write(text),
  writeError: (text) => void process.stderr.write(text),
});
