import { reactRouter } from '@react-router/dev/vite';
import tailwindcss from '@tailwindcss/vite';
import { defineConfig } from 'vite';

import { readConfig } from './server/config.ts';

const config = readConfig(process.env);

export default defineConfig({
  plugins: [tailwindcss(), reactRouter()],
  define: {
    'import.meta.env.SITE_URL': JSON.stringify(config.siteUrl),
    'import.meta.env.SUPABASE_URL': JSON.stringify(config.supabaseUrl ?? ''),
    'import.meta.env.SUPABASE_ANON_KEY': JSON.stringify(config.supabaseAnonKey ?? ''),
  },
  build: { target: 'baseline-widely-available', assetsInlineLimit: 0 },
});
