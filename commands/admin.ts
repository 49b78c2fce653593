import '../process/production.ts';
import { namesInFile } from '../process/environment.ts';
import { runAdmin } from './program.ts';

// A reader that has seen enough (`| head`) closes the pipe; that is no failure.
process.stdout.on('error', (fault: NodeJS.ErrnoException) => process.exit(fault.code === 'EPIPE' ? 0 : 1));

process.exitCode = await runAdmin(process.argv.slice(2), {
  env: process.env,
  namesInFile,
  write: (text) => void process.stdout.write(text),
  complain: (text) => void process.stderr.write(text),
});
