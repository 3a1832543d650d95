import { buildApp } from './vite/build-app.ts';

// `npm run build -- FOLDER` builds into another folder.
await buildApp(process.argv[2]);
