// `npm run edit`: the development server, with the form for the words. vite.config.ts adds it where this variable says so.
process.env['EDIT'] = 'true';
import('./dev.ts').then(
  () => console.log(`The words can be edited at http://localhost:${process.env['PORT'] ?? 3000}/edit`),
  (fault: unknown) => {
    console.error(fault);
    process.exit(1);
  },
);
