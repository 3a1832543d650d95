import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { MINUTE_MS } from '#schemas/durations.ts';
import { type DemoAccountKey, demoAccounts } from '#server/demo/accounts.ts';
import { seededRandom } from '#server/demo/seeded-random.ts';
import { openClub } from '#test/e2e-fixtures/club.ts';
import { setDeviceSettings } from '#test/e2e-fixtures/device.ts';
import { watchChanges } from '#test/e2e-fixtures/go-to.ts';
import { waitUntilInstalled } from '#test/e2e-fixtures/installation.ts';
import { openPhone } from '#test/e2e-fixtures/phone.ts';
import { signIn } from '#test/e2e-fixtures/sign-in.ts';
import { randomFaults } from './faults.ts';
import { persistentProblems } from './screen-problems.ts';
import { Monkey } from './steps.ts';

/**
 * `npm run monkey -- [MINUTES] [SEED] [--who NAME] [--width PX] [--type PX] [--faults]` presses, types and
 * swipes at random in the built app as a demo user, online and offline, and reports problems: uncaught errors,
 * lost focus, overflow, screens that never load. `--faults` breaks a third of the calls. The same seed makes
 * the same choices as long as the screens are the same. Exits with 1 if there were problems.
 */
const { positionals, values } = parseArgs({
  allowPositionals: true,
  options: {
    who: { type: 'string', default: 'polishOwner' },
    width: { type: 'string', default: '390' },
    type: { type: 'string', default: '17' },
    faults: { type: 'boolean', default: false },
  },
});
const [minutes = 5, seed = Math.floor(Math.random() * 2 ** 31)] = positionals.map(Number);
const isAccountName = (name: string): name is DemoAccountKey => Object.hasOwn(demoAccounts, name);
const { who } = values;
if (!isAccountName(who))
  throw new Error(
    `There is no demo account ${who}. Use one of ${Object.keys(demoAccounts).join(', ')}.`,
  );

const print = (text: string) => process.stdout.write(`${text}\n`);
const pictures = mkdtempSync(join(tmpdir(), 'club-monkey-'));
const random = seededRandom(seed);
const club = await openClub({}, 'own');
const phone = await openPhone({ viewport: { width: Number(values.width), height: 844 } });
const { page, context } = phone;
const reported = new Set<string>();
let steps = 0;
try {
  await watchChanges(page);
  await signIn(club, page, who);
  await waitUntilInstalled(page);
  await setDeviceSettings(page, { fontSize: `${values.type}px` });
  await page.reload();
  if (values.faults) club.proxy.decide = randomFaults(random);
  const monkey = new Monkey({ page, context, club, random });
  const actions: string[] = [];
  let reportedCount = phone.problems.length;
  const endsAt = Date.now() + minutes * MINUTE_MS;
  print(`monkey for ${minutes} min as ${who}, seed ${seed}; pictures in ${pictures}`);
  for (; Date.now() < endsAt; steps += 1) {
    const step = await monkey.takeStep();
    actions.push(step.description);
    const isComplete = !values.faults && !monkey.isOffline;
    const screenProblems = await persistentProblems(page, { ...step.expected, isComplete });
    const problems = phone.problems.slice(reportedCount);
    reportedCount = phone.problems.length;
    for (const problem of [...problems, ...screenProblems]) {
      // Report each flaw once per page.
      const path = new URL(page.url()).pathname.replaceAll(/[\da-f-]{36}/g, '…');
      const kind = `${path}: ${problem}`;
      if (reported.has(kind)) continue;
      reported.add(kind);
      await page.screenshot({ path: join(pictures, `${reported.size}.png`) });
      print(`${reported.size}. ${kind}\n   after ${actions.slice(-5).join(', ')}`);
    }
  }
  const unsentWork = await monkey.findUnsent();
  if (unsentWork !== null) {
    reported.add(unsentWork);
    print(unsentWork);
  }
} finally {
  await phone.dispose();
  await club.close();
}
print(`${steps} steps, ${reported.size} flaws`);
process.exit(reported.size > 0 ? 1 : 0);
