import { reactRouter } from '@react-router/dev/vite';
import tailwindcss from '@tailwindcss/vite';
import { defineConfig } from 'vite';
import { oldest } from './app/lib/pages/oldest-browsers.ts';
import { groups } from './chunks.ts';
import { listModules } from './module-list.ts';
import { droppableSchemas, thinCalls } from './thin-calls.ts';

export default defineConfig({
  root: import.meta.dirname,
  plugins: [tailwindcss(), reactRouter(), thinCalls(), droppableSchemas(), listModules()],
  environments: {
    client: { build: { rolldownOptions: { output: { codeSplitting: { groups } } } } },
  },
  // dependencies found one by one on a first visit would make the development server reload the page repeatedly
  optimizeDeps: {
    include: ['@tanstack/react-query', 'react-dom/client', 'react-router', 'react-router/dom', 'zod/mini'],
  },
  build: {
    target: Object.entries(oldest).map(([browser, version]) => `${browser}${version}`),
    // small pictures stay files: a data: URL in a cached page is sent again with every page
    assetsInlineLimit: 0,
  },
});
