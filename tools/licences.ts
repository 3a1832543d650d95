import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { licenceList, lockedPackages } from './packages.ts';
import { root } from './places.ts';

/** `npm run licences` writes `docs/licences.md`. */
writeFileSync(join(root, 'docs', 'licences.md'), licenceList(lockedPackages()));
