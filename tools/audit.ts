import { spawnSync } from 'node:child_process';
import { judgeAudit } from './judge-audit.ts';
import { root } from './places.ts';

/**
 * `npm run audit` asks the registry for known weaknesses of the locked packages (security 20). Exits
 * with 1 when it knows a grave one; a registry that does not answer is said, and stops nothing.
 */
const { stdout } = spawnSync('npm', ['audit', '--json'], { cwd: root, encoding: 'utf8' });
const { passes, says } = judgeAudit(stdout);
process.stdout.write(`${says}\n`);
process.exitCode = passes ? 0 : 1;
