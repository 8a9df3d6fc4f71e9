import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { FastifyInstance } from 'fastify';
import type { ServerBuild } from 'react-router';
import { type Asset, builtAssets } from './page-assets.ts';
import type { Facades } from './page-scripts.ts';

/** The source of pages: how to render them, and their asset files. */
export type Source = {
  load: () => Promise<ServerBuild>;
  asset: (path: string) => Promise<Asset | undefined>;
  facades: Facades;
};

/**
 * The build of the web workspace. React reads NODE_ENV once, when it is first imported, and runs at half its speed when
 * it is unset. The build imports React; nothing may import it before.
 */
export async function fromBuild(web: string): Promise<Source> {
  process.env.NODE_ENV ||= 'production';
  const built: ServerBuild = await import(pathToFileURL(join(web, 'build/server/index.js')).href);
  const facades: Facades = JSON.parse(await readFile(join(web, 'build/facades.json'), 'utf8'));
  return { load: async () => built, asset: builtAssets(join(web, 'build')), facades };
}

/** The sources, served through Vite: every change is visible at once. */
export async function fromSources(app: FastifyInstance, web: string): Promise<Source> {
  process.env.NODE_ENV ||= 'development';
  const { createServer } = await import('vite');
  const vite = await createServer({
    root: web,
    configFile: join(web, 'vite.config.ts'),
    // the default loader writes a file beside the configuration, which would restart a watching server endlessly
    configLoader: 'native',
    appType: 'custom',
    server: { middlewareMode: true, hmr: { server: app.server } },
  });
  await app.register((await import('@fastify/middie')).default);
  app.use((request, response, next) => {
    if (/^\/(api|healthz|readyz|metrics)\b/i.test(request.url ?? '')) next();
    else vite.middlewares(request, response, next);
  });
  app.addHook('onClose', () => vite.close());
  return {
    load: async () => (await vite.ssrLoadModule('virtual:react-router/server-build')) as ServerBuild,
    asset: async () => undefined,
    facades: {},
  };
}
