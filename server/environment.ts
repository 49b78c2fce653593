import { existsSync } from 'node:fs';

// Imported before whatever reads the environment. What is set there already wins over the file.
if (existsSync('.env')) process.loadEnvFile('.env');
