import { buildApp } from './vite/build-app.ts';

// `npm run build -- FOLDER` builds only the app, into another folder.
await buildApp(process.argv[2]);
