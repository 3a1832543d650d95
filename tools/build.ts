import { buildApp } from './vite/build-app.ts';

// `npm run build -- FOLDER` builds it elsewhere.
await buildApp(process.argv[2]);
