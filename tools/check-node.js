// Written in plain JavaScript that even the oldest Node.js can run; TypeScript would fail with a stack trace.
import { existsSync } from 'node:fs';

/** True for Node.js versions that all packages support; matches `engines` in package.json. */
function canInstall(version) {
  const [major, minor] = version.split('.').map(Number);
  return (major === 20 && minor >= 19) || (major === 22 && minor >= 12) || major > 22;
}

/** @returns the reason why the project can't run, or null */
function problem() {
  const agent = process.env.npm_config_user_agent || '';
  const match = /\bnode\/v([\d.]+)/.exec(agent);
  const installer = match === null ? process.versions.node : match[1];
  if (!canInstall(installer)) {
    return `Node.js ${installer} is too old: install Node.js 20.19, 22.12, 24 or later, then run \`npm ci\`.`;
  }
  if (!existsSync(new URL('../node_modules/.package-lock.json', import.meta.url))) {
    return 'The packages are missing: run `npm ci` first.';
  }
  if (Number(process.versions.node.split('.')[0]) < 24) {
    return 'This needs Node.js 24: run `npm ci` in the project, which installs it, or install it on this machine.';
  }
  return null;
}

const startProblem = problem();
if (startProblem !== null) {
  console.error(startProblem);
  process.exit(1);
}
