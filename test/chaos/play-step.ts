import type { SpawnedServer } from '#test/setup/spawned-server.ts';
import type { Fault, Passed } from '#test/sync/fault-proxy.ts';
import { streams } from '#schemas/api/calls.ts';
import { type BeforeRestore, noteBeforeRestore } from './before-restore.ts';
import { makeEdit } from './edits.ts';
import type { Hand, World } from './hand.ts';
import type { Page } from './page.ts';
import { pause } from './pause.ts';
import type { Phone } from './phone.ts';
import { noPromises } from './promises.ts';
import type { ServerBackup } from './server-backup.ts';
import { PAGES, type Step } from './steps.ts';
import type { Tally } from './tally.ts';

const FLAP_MS = 150;

/** Environment in which a history is played. */
export interface Stage {
  readonly server: SpawnedServer;
  readonly backup: ServerBackup;
  readonly phones: readonly Phone[];
  readonly tally: Tally;
  readonly world: World;
  /** Faults for each phone's next requests. */
  readonly faults: Fault[][];
  readonly stopFlapping: (() => void)[];
  /** Requests affected by a fault. */
  readonly made: Set<Passed>;
  /** Resolves once the server is running again. */
  starting: Promise<void>;
  /** State before the restore; null if there was none. */
  beforeRestore: BeforeRestore | null;
}

type StepWith<Key extends string> = Extract<Step, Record<Key, unknown>>;

/** Creates the environment; from now on the phones' networks fail as the steps say. */
export function createStage(
  server: SpawnedServer,
  backup: ServerBackup,
  phones: readonly Phone[],
  tally: Tally,
): Stage {
  const faults = phones.map((): Fault[] => []);
  const made = new Set<Passed>();
  for (const [at, phone] of phones.entries()) {
    phone.proxy.decide = (request) => {
      tally.requests += 1;
      if (isStream(request)) return undefined;
      const fault = faults[at]?.shift();
      if (fault) {
        tally.faults += 1;
        made.add(request);
      }
      return fault;
    };
  }
  return {
    server,
    backup,
    phones,
    tally,
    world: { promises: noPromises(), taken: 0 },
    faults,
    stopFlapping: phones.map(() => () => undefined),
    made,
    starting: Promise.resolve(),
    beforeRestore: null,
  };
}

export async function playStep(step: Step, stage: Stage): Promise<void> {
  if ('edit' in step) return playEdit(step, stage);
  if ('life' in step) return playLife(step, stage);
  if ('network' in step) return playNetwork(step, stage);
  if ('session' in step) return playSession(step, stage);
  if ('server' in step) return playServer(step, stage);
  if ('waitMs' in step) return pause(step.waitMs);
  if ('faults' in step) stage.faults[step.phone]?.push(...step.faults);
  else {
    const phone = stage.phones[step.phone];
    if (phone) phone.clockOffset = step.clockMinutes * 60_000;
  }
}

async function playEdit(step: StepWith<'edit'>, stage: Stage): Promise<void> {
  const { tally, world } = stage;
  const [page, phone, at] = await pageOf(step.page, stage);
  // People can't use a frozen page.
  page.wake();
  const hand: Hand = {
    account: page.account,
    phone: PAGES[step.page]?.phone ?? 0,
    unlessKilled: (work) => page.unlessKilled(work.then((value) => ({ value }))),
  };
  tally.edits += 1;
  const making = makeEdit(step, hand, world).catch(() => false);
  if (step.killAfterMs !== null) {
    await pause(step.killAfterMs);
    kill(phone, at, tally);
  }
  // Reads before the edit may hang in a killed page; nothing was promised then.
  const done = await Promise.race([
    making,
    page.unlessKilled(new Promise<boolean>(() => undefined)),
  ]);
  if (done) tally.acknowledged += 1;
}

async function playLife(step: StepWith<'life'>, stage: Stage): Promise<void> {
  if (step.life === 'suspend') return suspend(step, stage);
  const [page, phone, at] = await pageOf(step.page, stage);
  if (step.life === 'kill') kill(phone, at, stage.tally);
  if (step.life === 'hide') page.tell('hidden');
  if (step.life === 'show') page.tell('visible');
  if (step.life === 'wake') page.wake();
  if (step.life === 'close') {
    page.wake();
    phone.pages[at] = null;
    await page.close();
  }
}

/** Freezes an open page until a step, an edit or the end resumes it. */
function suspend({ page }: StepWith<'life'>, { phones, tally }: Stage): void {
  const { phone, at } = PAGES[page] ?? PAGES[0];
  const open = phones[phone]?.pages[at];
  if (!open) return;
  tally.suspensions += 1;
  open.suspend();
}

function playNetwork(step: StepWith<'network'>, { phones, stopFlapping }: Stage): void {
  const phone = phones[step.phone];
  stopFlapping[step.phone]?.();
  if (!phone) return;
  if (step.network === 'flap') stopFlapping[step.phone] = phone.proxy.flap(FLAP_MS, FLAP_MS);
  else phone.proxy.isDown = step.network === 'down';
}

async function playSession(step: StepWith<'session'>, stage: Stage): Promise<void> {
  await stage.starting;
  const phone = stage.phones[step.phone];
  await (step.session === 'end' ? phone?.endSession() : phone?.signIn());
}

/** The phones continue while the server is stopped, copied and restarted. */
async function playServer(step: StepWith<'server'>, stage: Stage): Promise<void> {
  const { server, backup, phones, tally, world } = stage;
  await stage.starting;
  if (step.server === 'restore') {
    if (!backup.isMade) return;
    stage.beforeRestore = await noteBeforeRestore(phones, world.promises, stage.beforeRestore);
    tally.restores += 1;
  }
  tally.serverKills += 1;
  await server.kill();
  stage.starting = startAgain(step.server, stage);
}

async function startAgain(
  after: StepWith<'server'>['server'],
  { server, backup, phones }: Stage,
): Promise<void> {
  if (after === 'backup') await backup.make();
  if (after === 'restore') await backup.restore();
  await server.start();
  if (after === 'restore') for (const phone of phones) await phone.signInDirect();
}

async function pageOf(number: number, { phones }: Stage): Promise<[Page, Phone, number]> {
  const { phone: of, at } = PAGES[number] ?? PAGES[0];
  const phone = phones[of];
  if (!phone) throw new Error(`There is no phone ${of}.`);
  return [phone.pages[at] ?? (await phone.open(at)), phone, at];
}

function kill(phone: Phone, at: number, tally: Tally): void {
  if (!phone.pages[at]) return;
  tally.pageKills += 1;
  phone.pages[at].kill();
  phone.pages[at] = null;
}

function isStream({ path }: Passed): boolean {
  return path === `/api${streams.streamChanges.path}`;
}
