import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The project's root folder. */
export const root = fileURLToPath(new URL('..', import.meta.url));

/** Folder of the built app. */
export const builtApp = join(root, 'dist');

/** Folder of the built operator console. */
export const builtConsole = join(root, 'dist-console');

/** Cache of the tools; safe to delete. */
export const cache = join(root, '.cache');
