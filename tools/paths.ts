import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The project's own directory. */
export const root = fileURLToPath(new URL('..', import.meta.url));

/** Where the built app lies. */
export const builtApp = join(root, 'dist');

/** What the tools keep between two runs; safe to delete. */
export const cache = join(root, '.cache');
