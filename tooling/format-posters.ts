import { globSync, readFileSync, writeFileSync } from 'node:fs';
import { parsePoster } from '../src/site/drawings/parse-poster.ts';
import { formatPoster } from './format-poster.ts';

// Formats the posters that the site refuses as they are. Of each that is refused still, it prints the fault.
for (const file of globSync('src/site/posters/**/*.svg')) {
  const saved = readFileSync(file, 'utf8');
  if (findFault(file, saved) === undefined) continue;
  writeFileSync(file, formatPoster(saved));
  const fault = findFault(file, readFileSync(file, 'utf8'));
  console.log(fault ?? `${file} is formatted`);
  if (fault !== undefined) process.exitCode = 1;
}

function findFault(file: string, svg: string): string | undefined {
  try {
    parsePoster(file, svg);
    return undefined;
  } catch (error) {
    return (error as Error).message;
  }
}
