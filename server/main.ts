import './production.ts';
import './environment.ts';
import { readConfig } from './config.ts';
import { orExplain } from './run.ts';
import { runProcesses } from './run-processes.ts';

await orExplain(async () => {
  const config = readConfig(process.env);
  await runProcesses(config, async (log) => {
    // The process that only watches over others does without all this.
    const { serve } = await import('./run-server.ts');
    await serve(config, log);
  });
});
